import { leavesOf } from "../catalogue";
import type { Filter, Leaf } from "../catalogue/shapes";
import type { Draft } from "./draft";

/** So many values of a list are named. */
const NAMED_VALUES = 3;

/** What a filter is set to, in a line: "SaaS, Fintech, not Banking"; empty when it is not set. */
export function summarise(filter: Filter, draft: Draft): string {
  return leavesOf(filter)
    .map((leaf) => summariseLeaf(leaf, draft))
    .filter(Boolean)
    .join(" · ");
}

function summariseLeaf({ path, label, shape }: Leaf, draft: Draft): string {
  const typed = draft[path];
  if (typed === true) return label;
  if (!typed || typed.length === 0) return "";
  if (typeof typed === "string") return shape.kind === "json" ? "JSON" : `${sign(path)}${typed}`;
  const named = (typed as readonly string[]).slice(0, NAMED_VALUES).join(", ");
  const more = typed.length > NAMED_VALUES ? ` +${typed.length - NAMED_VALUES}` : "";
  return `${path.endsWith(".exclude") ? "not " : ""}${named}${more}`;
}

const sign = (path: string): string => (path.endsWith(".min") ? "≥ " : path.endsWith(".max") ? "≤ " : "");
