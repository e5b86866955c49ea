import * as character from "./character";
import type { FilterRule } from "./filter";
import { fundingFilter } from "./funding";
import { industryFilter } from "./industry";
import { namesFilter, websitesFilter } from "./listed-companies";
import { locationFilter } from "./location";
import * as size from "./size";

const RULES: FilterRule[] = [
  industryFilter,
  locationFilter,
  fundingFilter,
  websitesFilter,
  namesFilter,
  ...Object.values(size),
  ...Object.values(character),
];

/** The filters that the sandbox's data bear. */
export const FILTER_RULES = new Map(RULES.map((rule) => [rule.path, rule]));
