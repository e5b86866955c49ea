import { LEAVES } from "../catalogue";
import type { Leaf } from "../catalogue/shapes";
import { isObject, type Json, putAt, removeAt, valueAt } from "./nested";
import { readJson } from "./read-json";
import { readLeaf, type Typed } from "./read-leaf";

/** A search as typed: what each leaf holds, by its path, and other filters as JSON under `OTHER`. */
export type Draft = Readonly<Record<string, Typed>>;

/** Stands for the filters that the catalogue does not know. */
export const OTHER = "other";

/** Why a search cannot be sent, by the path of a leaf or a filter, or `OTHER`, or `WHOLE`. */
export type Problems = Readonly<Record<string, string>>;

/** Stands for the search as a whole. */
export const WHOLE = "";

/** The request's `filters` (specification 2.4), and what in the draft cannot be read. */
export function toFilters(draft: Draft): { filters: Json; problems: Problems } {
  const problems: Record<string, string> = {};
  const other = readOther(String(draft[OTHER] ?? ""));
  if (other.problem) problems[OTHER] = other.problem;
  const filters = other.filters;
  for (const leaf of LEAVES) {
    const { value, problem } = readLeaf(leaf, draft[leaf.path]);
    if (problem) problems[leaf.path] = problem;
    else if (value !== undefined && !putAt(filters, leaf.path, value)) {
      problems[leaf.path] = "This stands under “Any other filter” too.";
    }
  }
  return { filters, problems };
}

function readOther(text: string): { filters: Json; problem?: string } {
  if (text.trim() === "") return { filters: {} };
  const { value, problem } = readJson(text);
  if (isObject(value)) return { filters: value };
  return { filters: {}, problem: problem ?? 'Give an object: {"name_of_a_filter": …}.' };
}

/** A draft that gives these filters again; what no leaf can hold goes to the others. */
export function fromFilters(filters: Json): Draft {
  const draft: Record<string, Typed> = {};
  const rest: Json = structuredClone(filters);
  for (const leaf of LEAVES) {
    const typed = typedOf(leaf, valueAt(rest, leaf.path));
    if (typed === undefined) continue;
    draft[leaf.path] = typed;
    removeAt(rest, leaf.path);
  }
  if (Object.keys(rest).length > 0) draft[OTHER] = writeJson(rest);
  return draft;
}

export const writeJson = (value: unknown): string => JSON.stringify(value, null, 1);

function typedOf({ shape: { kind } }: Leaf, value: unknown): Typed | undefined {
  if (value === undefined) return undefined;
  if (kind === "json") return writeJson(value);
  if (kind === "strings") {
    const fits = Array.isArray(value) && value.every((each) => typeof each === "string" && each.trim() !== "");
    return fits && value.length > 0 ? value : undefined;
  }
  if (kind === "boolean") return value === true ? true : undefined;
  if (kind === "integer") return Number.isInteger(value) ? String(value) : undefined;
  if (kind === "number") return typeof value === "number" ? String(value) : undefined;
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
