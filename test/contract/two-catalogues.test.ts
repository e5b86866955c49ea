import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { FILTER_RULES } from "../../local/service/operations/search-company/filters/all-filters";
import { FILTER_CATALOGUE, type FilterShape } from "../../src/service/filters";

/** A form of values in words, by the path within its filter. */
type Forms = Record<string, string>;

const NUMBER_LIMIT = Number.MAX_SAFE_INTEGER;
const listed = (values: readonly unknown[] | undefined) => (values ? ` of ${values.join("|")}` : "");
const atLeast = (min: number | undefined) => (min === undefined || min <= -NUMBER_LIMIT ? "" : ` from ${min}`);

/** The add-on's reading of a filter; the compiler asks for a new kind of shape. */
function addonForms({ kind, fields, values, min }: FilterShape, path: string): Forms {
  switch (kind) {
    case undefined:
      return Object.assign(
        {},
        ...Object.entries(fields ?? {}).map(([name, part]) => addonForms(part, `${path}.${name}`)),
      );
    case "strings":
      return { [path]: `texts${listed(values)}` };
    case "string":
      return { [path]: `text${listed(values)}` };
    case "integer":
    case "number":
      return { [path]: `${values ? "number" : kind}${listed(values)}${atLeast(min)}` };
    case "json":
      return { [path]: "anything" };
    case "amount":
    case "boolean":
      return { [path]: kind };
  }
}

interface JsonSchema {
  anyOf?: JsonSchema[];
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
}

/** The sandbox's reading, out of its own schema. */
function sandboxForms(schema: JsonSchema, path: string): Forms {
  const { anyOf, type, properties, items, enum: values, format, pattern, minimum } = schema;
  if (anyOf) return Object.assign({}, ...anyOf.map((part) => sandboxForms(part, path)));
  if (type === "object") {
    const parts = Object.entries(properties ?? {});
    return Object.assign({}, ...parts.map(([name, part]) => sandboxForms(part, `${path}.${name}`)));
  }
  if (type === "array") return { [path]: `texts${listed(items?.enum)}` };
  if (type === "string") return { [path]: format ?? (pattern ? "amount" : `text${listed(values)}`) };
  if (type === "integer" || type === "number") return { [path]: `${type}${listed(values)}${atLeast(minimum)}` };
  return { [path]: type ?? "anything" };
}

/**
 * The add-on and the sandbox have read the filters' documentation apart from each other. Where they differ, one of them
 * may have misread it: each difference is listed here with its reason.
 */
const DIFFERENCES = [
  // Not in any documentation: the sandbox's stand-ins for the filters that the specification counts and does not show.
  "company_certifications.exclude: only the sandbox has it",
  "company_certifications.include: only the sandbox has it",
  "company_languages: only the sandbox has it",
  "company_social_followers.max: only the sandbox has it",
  "company_social_followers.min: only the sandbox has it",
  // The wrapper of locations is not shown: the sandbox takes both, the add-on offers one and tries the other.
  "company_location_search: only the sandbox has it",
];

describe("the add-on's filters and the sandbox's", () => {
  test("differ where it is listed, and nowhere else", () => {
    const addon: Forms = Object.assign({}, ...FILTER_CATALOGUE.map((filter) => addonForms(filter, filter.path)));
    const sandbox: Forms = Object.assign(
      {},
      ...[...FILTER_RULES.values()].map(({ path, shape }) => sandboxForms(z.toJSONSchema(shape) as JsonSchema, path)),
    );
    const differences = [...new Set([...Object.keys(addon), ...Object.keys(sandbox)])].sort().flatMap((path) => {
      if (addon[path] === sandbox[path]) return [];
      if (addon[path] === undefined) return [`${path}: only the sandbox has it`];
      if (sandbox[path] === undefined) return [`${path}: only the add-on has it`];
      return [`${path}: ${addon[path]} for the add-on, ${sandbox[path]} for the sandbox`];
    });
    expect(differences).toEqual([...DIFFERENCES].sort());
  });
});
