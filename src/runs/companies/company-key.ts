import { cellOf } from "../../service/cells";
import { readInput } from "../../sheet/input";

/** Under these names a company may have an id; the specification leaves its fields open (2.3). */
export const ID_FIELDS = ["anon_id", "id", "oid", "company_id", "company_oid", "_id", "uuid"];
export const WEBSITE_FIELDS = ["website", "domain", "url", "homepage"];
export const NAME_FIELDS = ["name", "company_name", "company"];
export const PLACE_FIELDS = ["location.country", "location.city", "country", "city", "location"];

/** What a company can be told by, as far as it is known. */
export interface Identity {
  id: string;
  website: string;
  name: string;
  place: string;
}

/** The identity of a company as it arrived. */
export function identityOf(company: Record<string, unknown>): Identity {
  const first = (fields: string[]): string =>
    fields.map((field) => String(cellOf(company, field)).trim()).find((text) => text !== "") ?? "";
  // An object under the name of a place has its own fields before.
  const place = PLACE_FIELDS.map((field) => String(cellOf(company, field))).filter((text) => /^[^{]/.test(text));
  return { id: first(ID_FIELDS), website: first(WEBSITE_FIELDS), name: first(NAME_FIELDS), place: place.join("|") };
}

/**
 * The keys of a company, the surest first: an id, else its website, else name and place (issue: "an id, else website,
 * else name and location"). None for a company without any of them, which is never a duplicate.
 */
export function keysOf({ id, website, name, place }: Identity): string[] {
  const keys: string[] = [];
  if (id !== "") keys.push(`id:${id}`);
  const host = hostOf(website);
  if (host !== "") keys.push(`web:${host}`);
  const input = readInput(name);
  if (input.kind === "text") keys.push(`name:${input.key}|${place.toLowerCase()}`);
  return keys;
}

/** `https://www.acme.example/about` and `ACME.example` are the same website. */
function hostOf(website: string): string {
  const input = readInput(website);
  if (input.kind !== "text") return "";
  return input.key
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/?#:].*$/, "");
}
