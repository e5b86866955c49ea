import catalogue from "../../../src/service/filters.json";
import type { CatalogueEntry, Filter, Leaf, LeafGroup, Shape } from "./shapes";

const LABELS: Record<string, string> = { min: "At least", max: "At most" };

/** Of a filter that is one value or list itself: its own name stands above already. */
const SIMPLE_LABELS: Record<string, string> = { strings: "Any of", string: "Is", json: "JSON" };

/** `include_company_description` as people read it. */
function labelOf(field: string, { unit }: Shape): string {
  const words = LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replace(/_/g, " ");
  return unit ? `${words}, ${unit}` : words;
}

function toFilter({ path, label, source, shape }: CatalogueEntry): Filter {
  const own: LeafGroup = { label: "", leaves: [] };
  const parts: LeafGroup[] = [];
  const add = (group: LeafGroup, leafPath: string, leafLabel: string, leafShape: Shape): void => {
    if (!leafShape.fields) group.leaves.push({ path: leafPath, label: leafLabel, shape: leafShape });
    for (const [field, part] of Object.entries(leafShape.fields ?? {})) {
      const isGroup = Boolean(part.fields);
      if (isGroup) parts.push({ label: labelOf(field, part), leaves: [] });
      add((isGroup && parts[parts.length - 1]) || group, `${leafPath}.${field}`, labelOf(field, part), part);
    }
  };
  add(own, path, SIMPLE_LABELS[shape.kind] ?? label, shape);
  return { path, label, isSpecified: source === "specification", groups: [own, ...parts] };
}

/** The filters in the catalogue's order. */
export const FILTERS: readonly Filter[] = (catalogue as CatalogueEntry[]).map(toFilter);

export const leavesOf = ({ groups }: Filter): Leaf[] => groups.flatMap(({ leaves }) => leaves);

export const LEAVES: readonly Leaf[] = FILTERS.flatMap(leavesOf);
