import type { Refusal } from "../../../src/result";
import { FILTERS, leavesOf } from "../catalogue";
import { type Draft, OTHER, type Problems, toFilters } from "./draft";

/** "company_funding (PRO+)" (specification 2.3). */
const NEEDED_PLAN = /([\w.]+) \(([^()]+)\+\)/g;

/**
 * Where the service's refusal belongs: at each filter it names, by its path, or at `OTHER`.
 * @returns empty when it names none, and the refusal stands above the builder
 */
export function refusedFilters({ code, message }: Pick<Refusal, "code" | "message">, draft: Draft): Problems {
  const problems: Record<string, string> = {};
  if (code === "PLAN_REQUIRED") {
    for (const [, name = "", plan = ""] of message.matchAll(NEEDED_PLAN)) {
      for (const place of placesNamed(name, draft)) problems[place] = `Needs the plan ${plan} or a higher one.`;
    }
  } else if (code === "INVALID_FILTERS") {
    for (const place of placesNamed(message, draft)) problems[place] = message;
  }
  return problems;
}

const isNamed = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, "\\$&")}(?!\\w)`).test(text);

function placesNamed(text: string, draft: Draft): string[] {
  const named = FILTERS.filter(({ path }) => isNamed(path, text));
  const shown = named.filter((filter) => leavesOf(filter).some(({ path }) => draft[path] !== undefined));
  if (shown.length > 0) return shown.map(({ path }) => path);
  const others = Object.keys(toFilters({ [OTHER]: draft[OTHER] ?? "" }).filters);
  return others.some((name) => isNamed(name, text)) ? [OTHER] : [];
}
