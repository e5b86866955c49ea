import type { NamedProblem } from "../../../src/service/filter-error";
import { FILTERS, leavesOf } from "../catalogue";
import { type Draft, OTHER, type Problems, WHOLE } from "./draft";

/** Where each problem of a search is shown: at its filter, at the other filters, or above them all. */
export function placeProblems(found: readonly NamedProblem[], draft: Draft): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message } of found) {
    const filter = FILTERS.find((each) => each.path === path);
    const isShown = filter && leavesOf(filter).some((leaf) => draft[leaf.path] !== undefined);
    const place = isShown ? filter.path : path !== null && draft[OTHER] ? OTHER : WHOLE;
    const text = isShown || path === null ? message : `${path}: ${message}`;
    problems[place] = problems[place] ? `${problems[place]} ${text}` : text;
  }
  return problems;
}
