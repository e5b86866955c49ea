import { z } from "zod";
import { readDomain } from "../../../directory/addresses";
import vocabulary from "../../../seed/vocabulary.json";
import type { Database } from "../../../storage/database";
import {
  type Condition,
  defineFilter,
  type FilterRule,
  invalidFilter,
  isNoneOf,
  isOneOf,
  lists,
  lowerCased,
  range,
  texts,
} from "./filter";
import { fundingFilter } from "./funding";
import * as size from "./size";
import * as traits from "./traits";

const industries = new Set(vocabulary.industries);

/** Values must be valid industry names (service.search-filters). */
const industryFilter = defineFilter({
  path: "company_industry",
  shape: lists(),
  plan: "FREE",
  toConditions({ include, exclude }) {
    const unknown = [...(include ?? []), ...(exclude ?? [])].find((name) => !industries.has(name));
    if (unknown !== undefined) throw invalidFilter("company_industry", `"${unknown}" is not an industry.`);
    return [...isOneOf("industry", include), ...isNoneOf("industry", exclude)];
  },
});

const PATH = "company_location_search";

function checkNames(seed: Database, names: string[]): void {
  for (const name of names) {
    if (seed.get("SELECT 1 FROM locations WHERE name = ?", name)) continue;
    throw invalidFilter(PATH, `"${name}" is not a location of the service; use its location strings exactly.`);
  }
}

function liesIn(names: string[]): Condition {
  const list = JSON.stringify(names);
  const isIn = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
  return { sql: `(${isIn("city")} OR ${isIn("state")} OR ${isIn("country")})`, values: [list, list, list] };
}

/**
 * Strings that exactly match the service's own, as a plain array or in `include` and `exclude`
 * (service.location-names).
 */
const locationFilter = defineFilter({
  path: PATH,
  shape: z.union([texts(), lists()]),
  plan: "FREE",
  toConditions(value, seed) {
    const { include = [], exclude = [] } = Array.isArray(value) ? { include: value, exclude: [] } : value;
    checkNames(seed, [...include, ...exclude]);
    const excluded = liesIn(exclude);
    return [
      ...(include.length > 0 ? [liesIn(include)] : []),
      ...(exclude.length > 0 ? [{ sql: `NOT ${excluded.sql}`, values: excluded.values }] : []),
    ];
  },
});

/** service.filter-lists */
const MAX_ENTRIES = 500;
const LISTED = z.strictObject({ include: texts(MAX_ENTRIES).optional() });

/** Domains or full URLs (service.filter-lists). */
const websitesFilter = defineFilter({
  path: "company.websites",
  shape: LISTED,
  plan: "FREE",
  toConditions({ include }) {
    const domains = include?.map((website) => {
      const domain = readDomain(website);
      if (domain === undefined) throw invalidFilter("company.websites", `"${website}" is neither a domain nor a URL.`);
      return domain;
    });
    return isOneOf("domain", domains);
  },
});

/** Company names, compared without letter case (service.filter-lists). */
const namesFilter = defineFilter({
  path: "company.names",
  shape: LISTED,
  plan: "FREE",
  toConditions: ({ include }) => isOneOf("name_key", lowerCased(include)),
});

/** There is no data for it, so it matches no company. */
const MATCHES_NOTHING = (): Condition[] => [{ sql: "0", values: [] }];

/** Interfaces of this family have these filters and show no shape for them: any value is taken. */
const ANYTHING = z.unknown().refine((value) => value !== null && value !== undefined, "must not be null");

/**
 * Filters that the made-up companies hold no data for. They are taken and match nothing, as a real service answers a
 * value that nobody has; refusing them would make them look like spelling mistakes.
 */
const FILTERS_WITHOUT_DATA = [
  ["company_email_provider", ANYTHING],
  ["company_naics", ANYTHING],
  ["company_sics", ANYTHING],
  ["company_attributes", ANYTHING],
  // The specification counts more than twenty filters and shows few. These stand for the others: the add-on's list does
  // not have them, and they are of each form that filters take.
  ["company_languages", texts()],
  ["company_social_followers", range(z.int().min(0))],
  ["company_certifications", lists()],
].map(([path, shape]) =>
  defineFilter({ path: path as string, shape: shape as z.ZodType, plan: "FREE", toConditions: MATCHES_NOTHING }),
);

const RULES: FilterRule[] = [
  industryFilter,
  locationFilter,
  fundingFilter,
  websitesFilter,
  namesFilter,
  ...Object.values(size),
  ...Object.values(traits),
  ...FILTERS_WITHOUT_DATA,
];

/**
 * The sandbox's own reading of the filters, by their paths: those of the specification (service.search-filters), those
 * that are documented for interfaces of this family, and some of its own.
 */
export const FILTER_RULES = new Map(RULES.map((rule) => [rule.path, rule]));
