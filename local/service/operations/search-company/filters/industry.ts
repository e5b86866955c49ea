import vocabulary from "../../../seed/vocabulary.json";
import { defineFilter, invalidFilter, isNoneOf, isOneOf, lists } from "./filter";

const industries = new Set(vocabulary.industries);

/** Values must be valid industry names (service.search-filters). */
export const industryFilter = defineFilter({
  path: "company_industry",
  shape: lists(),
  plan: "FREE",
  toConditions({ include, exclude }) {
    const unknown = [...(include ?? []), ...(exclude ?? [])].find((name) => !industries.has(name));
    if (unknown !== undefined) throw invalidFilter("company_industry", `"${unknown}" is not an industry.`);
    return [...isOneOf("industry", include), ...isNoneOf("industry", exclude)];
  },
});
