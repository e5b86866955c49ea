/** One filter of the catalogue as data (`src/service/filters.json`). */
export interface CatalogueEntry {
  /** A dot means nesting. */
  path: string;
  label: string;
  /** `family`: not in the specification, so the service has the last word. */
  source: string;
  shape: Shape;
}

export interface Shape {
  kind: string;
  /** Of an `object`. */
  fields?: Record<string, Shape>;
  /** Those that are known; the service may take others. */
  values?: readonly (string | number)[];
  min?: number;
  maxEntries?: number;
  unit?: string;
}

/** One value that a person gives: a part of a filter, or the whole of a simple one. */
export interface Leaf {
  /** In the whole search: `company_funding.last_funding.min`. */
  path: string;
  label: string;
  shape: Shape;
}

/** Leaves that stand together: a filter's own, or those of one of its parts. */
export interface LeafGroup {
  /** Empty for the filter's own. */
  label: string;
  leaves: Leaf[];
}

/** A filter as the builder shows it. */
export interface Filter {
  path: string;
  label: string;
  isSpecified: boolean;
  groups: LeafGroup[];
}
