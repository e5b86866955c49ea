import catalogue from "./filters.json";

/** What a filter's value looks like, as the catalogue writes it. */
export interface FilterShape {
  kind: "object" | "strings" | "string" | "integer" | "number" | "boolean" | "amount" | "json";
  fields?: Record<string, FilterShape>;
  maxEntries?: number;
  /** Those that are known; the service may take others. */
  values?: (string | number)[];
  min?: number;
  unit?: string;
}

/** One filter of a company search. */
export interface CatalogueFilter {
  /** A dot means nesting. */
  path: string;
  label: string;
  /** Filters of the family are not in the specification: the service has the last word. */
  source: "specification" | "family";
  shape: FilterShape;
}

/** The filters that are known, those of the specification first. The service may know more, and others. */
export const FILTER_CATALOGUE = catalogue as CatalogueFilter[];
