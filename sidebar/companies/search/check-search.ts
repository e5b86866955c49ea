import { LEAVES } from "../catalogue";
import { type Draft, type Problems, toFilters, WHOLE } from "./draft";
import { isObject, type Json, valueAt } from "./nested";
import { amountOf } from "./read-leaf";

/** Finds before the call what the service would refuse (specification 2.4). */
export function checkSearch(draft: Draft): { filters: Json; problems: Problems } {
  const { filters, problems } = toFilters(draft);
  const found = { ...problems, ...turnedRanges(filters) };
  if (Object.keys(found).length === 0) {
    if (Object.keys(filters).length === 0) found[WHOLE] = "Choose at least one filter.";
    else if (!includesAnything(filters, "")) {
      found[WHOLE] = "The service allows no search that only excludes. Add something to look for.";
    }
  }
  return { filters, problems: found };
}

function turnedRanges(filters: Json): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, shape } of LEAVES) {
    if (!path.endsWith(".max")) continue;
    const order = (value: unknown): number => {
      if (shape.values) return shape.values.indexOf(value as string);
      return (typeof value === "string" ? amountOf(value) : (value as number | undefined)) ?? Number.NaN;
    };
    const [min, max] = [valueAt(filters, path.replace(/max$/, "min")), valueAt(filters, path)];
    if (min !== undefined && max !== undefined && order(min) > order(max)) {
      problems[path] = "This is less than “At least”.";
    }
  }
  return problems;
}

/** Ticks only change what other values mean. */
const MODIFIERS = new Set(LEAVES.filter(({ shape }) => shape.kind === "boolean").map(({ path }) => path));

function includesAnything(value: unknown, path: string): boolean {
  if (!isObject(value)) return !MODIFIERS.has(path);
  return Object.entries(value).some(
    ([key, part]) => key !== "exclude" && includesAnything(part, path ? `${path}.${key}` : key),
  );
}
