import * as character from "./character";
import type { FilterRule } from "./filter";
import { fundingFilter } from "./funding";
import { industryFilter } from "./industry";
import { namesFilter, websitesFilter } from "./listed-companies";
import { locationFilter } from "./location";
import * as size from "./size";
import { FILTERS_WITHOUT_DATA } from "./without-data";

const RULES: FilterRule[] = [
  industryFilter,
  locationFilter,
  fundingFilter,
  websitesFilter,
  namesFilter,
  ...Object.values(size),
  ...Object.values(character),
  ...FILTERS_WITHOUT_DATA,
];

/**
 * The sandbox's own reading of the filters, by their paths: those of the specification (service.search-filters), those
 * that are documented
 * for interfaces of this family, and some of its own.
 */
export const FILTER_RULES = new Map(RULES.map((rule) => [rule.path, rule]));
