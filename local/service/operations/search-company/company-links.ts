import { hash } from "../../directory/hash";

const ASSETS = "https://assets.sheetscout.example";

export const logoOf = (domain: string): string => `${ASSETS}/logos/${domain}.png`;

export const linkedinPage = (name: string): string =>
  `https://profiles.sheetscout.example/company/${encodeURIComponent(name.toLowerCase().replace(/[^a-z0-9]+/g, "-"))}`;

/** The same for the same company wherever the service mentions it. */
export const companyAnonymousId = (domain: string): string =>
  [1, 2, 3].map((part) => hash(`${part} ${domain}`).toString(16).padStart(8, "0")).join("");
