import type { CatalogueFilter, FilterShape } from "../../src/service/filters";
import catalogue from "../../src/service/filters.json";
import { capitalise } from "../format";

export type LeafShape = FilterShape & { kind: NonNullable<FilterShape["kind"]> };

const isLeaf = (shape: FilterShape): shape is LeafShape => shape.kind !== undefined;

export interface Leaf {
  /** As in `company_funding.last_funding.min`. */
  path: string;
  label: string;
  shape: LeafShape;
}

interface LeafGroup {
  label: string;
  leaves: Leaf[];
}

export interface Filter {
  path: string;
  label: string;
  isCommon: boolean;
  groups: LeafGroup[];
}

const COMMON = [
  "company_industry",
  "company_location_search",
  "company_headcount_range",
  "company_funding",
  "company.websites",
  "company.names",
];

const LABELS: Record<string, string> = {
  min: "At least",
  max: "At most",
  funding_date: "Funded in the last … days",
  timeframe_month: "In the last … months",
  include_all: "All of these, not any of them",
  include_company_description: "Also search the description",
  include_company_description_seo: "Also search the website's own summary",
  include_unknown_revenue: "Also where it is not known",
  include_unknown_founded: "Also where it is not known",
};

/** The label of the filter stands above its only leaf already. */
const SIMPLE_LABELS: Record<string, string> = { strings: "Any of", string: "Is", json: "JSON" };

function labelOf(field: string, { unit }: FilterShape): string {
  const words = LABELS[field] ?? capitalise(field).replace(/_/g, " ");
  return unit ? `${words}, ${unit}` : words;
}

function toFilter({ path, label, ...shape }: CatalogueFilter): Filter {
  const own: LeafGroup = { label: "", leaves: [] };
  const parts: LeafGroup[] = [];
  const add = (group: LeafGroup, leafPath: string, leafLabel: string, leafShape: FilterShape): void => {
    if (isLeaf(leafShape)) group.leaves.push({ path: leafPath, label: leafLabel, shape: leafShape });
    for (const [field, part] of Object.entries(leafShape.fields ?? {})) {
      const isGroup = Boolean(part.fields);
      if (isGroup) parts.push({ label: labelOf(field, part), leaves: [] });
      add((isGroup && parts[parts.length - 1]) || group, `${leafPath}.${field}`, labelOf(field, part), part);
    }
  };
  add(own, path, SIMPLE_LABELS[shape.kind ?? ""] ?? label, shape);
  return { path, label, isCommon: COMMON.includes(path), groups: [own, ...parts] };
}

const placeOf = ({ path }: Filter): number => (COMMON.includes(path) ? COMMON.indexOf(path) : COMMON.length);

export const FILTERS: readonly Filter[] = (catalogue as CatalogueFilter[])
  .map(toFilter)
  .sort((a, b) => placeOf(a) - placeOf(b));

export const leavesOf = ({ groups }: Filter): Leaf[] => groups.flatMap(({ leaves }) => leaves);

export const LEAVES: readonly Leaf[] = FILTERS.flatMap(leavesOf);
