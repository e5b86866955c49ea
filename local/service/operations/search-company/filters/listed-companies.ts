import { z } from "zod";
import { readDomain } from "../../../directory/domain-name";
import { defineFilter, invalidFilter, isOneOf, lowerCased, texts } from "./filter";

/** service.filter-lists */
const MOST_ENTRIES = 500;
const LISTED = z.strictObject({ include: texts(MOST_ENTRIES).optional() });

/** Domains or full URLs (service.filter-lists). */
export const websitesFilter = defineFilter({
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
export const namesFilter = defineFilter({
  path: "company.names",
  shape: LISTED,
  plan: "FREE",
  toConditions: ({ include }) => isOneOf("name_key", lowerCased(include)),
});
