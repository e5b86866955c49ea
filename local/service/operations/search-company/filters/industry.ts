import vocabulary from "../../../seed/vocabulary.json";
import { defineFilter, invalidFilter, isNoneOf, isOneOf, type Lists } from "./filter";

const industries = new Set(vocabulary.industries);

/** 2.4: values must be valid industry names. */
export const industryFilter = defineFilter<Lists>({
  path: "company_industry",
  plan: "FREE",
  toConditions({ include, exclude }) {
    const unknown = [...(include ?? []), ...(exclude ?? [])].find((name) => !industries.has(name));
    if (unknown !== undefined) throw invalidFilter("company_industry", `"${unknown}" is not an industry.`);
    return [...isOneOf("industry", include), ...isNoneOf("industry", exclude)];
  },
});
