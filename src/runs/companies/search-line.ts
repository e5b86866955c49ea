import { FILTER_CATALOGUE } from "../../service/filter-catalogue";
import type { CompanyFilters } from "../../service/resources";

const MAX_CHARACTERS = 120;

/** A search in one line: its filters and their values, cut to what a list can show. */
export function searchLine(filters: CompanyFilters): string {
  const { company, ...others } = filters;
  const inner = typeof company === "object" && company !== null ? Object.entries(company) : [];
  const all = [
    ...inner.map(([name, value]): [string, unknown] => [`company.${name}`, value]),
    ...Object.entries(others),
  ];
  const line = all.map(([path, value]) => `${labelOf(path)}: ${wordsOf(value).join(", ")}`).join("; ");
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}

const labelOf = (path: string): string => FILTER_CATALOGUE.find((filter) => filter.path === path)?.label ?? path;

function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => {
    const words = wordsOf(part);
    return name === "include" ? words : words.map((word) => `${name} ${word}`);
  });
}
