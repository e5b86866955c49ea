import { readDomain } from "../../../directory/domain-name";
import { defineFilter, invalidFilter, isOneOf, lowerCased } from "./filter";

interface Listed {
  include?: string[];
}

/** 2.4: domains or full URLs. */
export const websitesFilter = defineFilter<Listed>({
  path: "company.websites",
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

/** 2.4: company names, compared without letter case. */
export const namesFilter = defineFilter<Listed>({
  path: "company.names",
  plan: "FREE",
  toConditions: ({ include }) => isOneOf("name_key", lowerCased(include)),
});
