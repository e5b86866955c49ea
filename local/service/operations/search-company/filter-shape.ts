import { z } from "zod";
import catalogue from "../../../../src/service/filters.json";

/** A filter's shape as the catalogue writes it. */
interface Shape {
  kind: "object" | "strings" | "string" | "integer" | "boolean" | "amount" | "json";
  fields?: Record<string, Shape>;
  /** The object's `include` may also be given alone, as a plain array. */
  orPlainList?: boolean;
  maxEntries?: number;
  values?: (string | number)[];
  min?: number;
}

const LONGEST_TEXT = 500;

function oneOf(values: (string | number)[]): z.ZodType {
  return z.union(
    values.map((value) => z.literal(value)),
    `must be one of ${values.join(", ")}`,
  );
}

function strings({ values, maxEntries }: Shape): z.ZodType {
  const list = z.array(values ? oneOf(values) : z.string().trim().min(1).max(LONGEST_TEXT));
  return maxEntries === undefined ? list : list.max(maxEntries, `at most ${maxEntries} entries are allowed`);
}

function toSchema(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case "strings":
      return strings(shape);
    case "string":
      return shape.values ? oneOf(shape.values) : z.string();
    case "integer":
      return shape.values ? oneOf(shape.values) : z.int().min(shape.min ?? Number.MIN_SAFE_INTEGER);
    case "boolean":
      return z.boolean();
    case "amount":
      return z.string().regex(/^\d+(\.\d+)?[KMB]$/i, "must be an amount such as 5M");
    case "json":
      return z.unknown();
    case "object": {
      const fields = Object.entries(shape.fields ?? {}).map(([name, field]) => [name, toSchema(field).optional()]);
      const object = z.strictObject(Object.fromEntries(fields));
      return shape.orPlainList ? z.union([strings({ kind: "strings" }), object]) : object;
    }
  }
}

const schemas = new Map(catalogue.map(({ path, shape }) => [path, toSchema(shape as Shape)]));

/** @returns what is wrong with a filter's value, or undefined when it has the shape the catalogue gives */
export function findShapeProblem(path: string, value: unknown): string | undefined {
  const result = schemas.get(path)?.safeParse(value);
  if (!result) return "the service has no such filter.";
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  const where = issue?.path.join(".");
  return `${where ? `${where} ` : ""}${issue?.message ?? "is not valid"}.`;
}
