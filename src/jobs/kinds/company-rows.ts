import type { TextCache } from "../../google";
import { meantBy } from "../../header-words";
import { cellsOf, type ListType, type OpenAppendList, tagsIn } from "../../lists/append";
import { headerIn, isAmongNames, type Rows } from "../../lists/rows";
import { createSeenKeys, readSeenKeys, type SeenKeys } from "../../lists/seen-keys";
import { isHeaderOf } from "../../service/field-words";
import { cellOf } from "../../service/fields";
import { domainOf, isAmong, isOnSharedHost, type Keys } from "../../service/input-problems";
import { companyKey } from "../../service/read-cell";
import { keyStart, readInput, withoutDots } from "../../sheet/cell-text";
import { checkOf, FILLED_BY, type RowTag, sureCheckOf, writeTag } from "../../sheet/pinned-columns";
import type { CellValue } from "../../sheet/table";
import { oneSpelling } from "../../spelling";
import type { CompanyRow } from "../protocol";
import type { JobOf } from "../record";
import { type JobList, listOf } from "./appended-list";

// Identifies companies: in the service's answers, in the hidden column, and in rows that people have typed.

/** Names of fields that may hold a company's id. The specification leaves these fields open. */
const ID_FIELDS = ["anon_id", "id", "oid", "company_id", "company_oid", "_id", "uuid"];
export const WEBSITE_FIELDS = ["website", "domain", "url", "homepage"];
export const NAME_FIELDS = ["name", "company_name", "company"];
const PLACE_FIELDS = ["location.country", "location.city", "country", "city", "location"];

/** Begins the key of a company that only its name and place identify. */
const BY_NAME = "name:";

interface Identity {
  ids: string[];
  websites: string[];
  names: string[];
  place: string;
}

function identityOf(company: Record<string, unknown>): Identity {
  const texts = (fields: string[]): string[] =>
    fields.map((field) => keyStart(String(cellOf(company, field)).trim())).filter((text) => text !== "");
  const first = (fields: string[]): string[] => texts(fields).slice(0, 1);
  // If the place is an object, its own fields come earlier in the list.
  const place = texts(PLACE_FIELDS.filter((field) => typeof company[field] !== "object")).join("|");
  return { ids: first(ID_FIELDS), websites: first(WEBSITE_FIELDS), names: first(NAME_FIELDS), place };
}

/** The surest key comes first: id, website, then name and place. A company without any key is never a duplicate. */
function keysOf({ ids, websites, names, place }: Identity): string[] {
  const byId = ids.map((id) => `id:${id}`);
  const byWebsite = websites.map(siteOf).flatMap((site) => (site === "" ? [] : [`web:${site}`]));
  const byName = names
    // Dots at the end of a name do not mean that the cell is still loading.
    .map((name) => readInput(withoutDots(name)))
    .flatMap((input) => (input.kind === "text" ? [`${BY_NAME}${input.key}|${oneSpelling(place)}`] : []));
  return [...byId, ...byWebsite, ...byName];
}

/**
 * Reads `https://www.acme.example/about` and `ACME.example` as one website. On a shared host, the page counts too.
 * @returns `""` for a blank cell
 */
function siteOf(website: string): string {
  const input = readInput(website);
  if (input.kind !== "text") return "";
  const site = isOnSharedHost(input.key)
    ? input.key
        .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, "")
        .replace(/[?#].*/s, "")
        .replace(/\/$/, "")
    : (domainOf(input.key) ?? input.key);
  return site.replace(/^www\./, "");
}

/** @param place identifies a company that has no key */
export function companyRow(company: Record<string, unknown>, columns: string[], place: string): CompanyRow {
  const [key = `none:${place}`, ...otherKeys] = keysOf(identityOf(company ?? {}));
  return { key, otherKeys, cells: columns.map((name) => cellOf(company, name)) };
}

/** A typed row may tell less of a company's place than its answer does, and no website. */
const typedKey = (name: string, place: string): string => `typed:${oneSpelling(`${withoutDots(name)}|${place}`)}`;

/** Typed rows may name this company with its country, with its city, or without a place. */
export const typedKeysOf = ({ key, otherKeys }: CompanyRow): string[] =>
  [key, ...otherKeys].flatMap((each) => {
    if (!each.startsWith(BY_NAME)) return [];
    const [name = "", ...place] = each.slice(BY_NAME.length).split("|");
    return ["", ...place].map((part) => typedKey(name, part));
  });

export const isHad = ({ key, otherKeys }: CompanyRow, had: Keys): boolean =>
  [key, ...otherKeys].some((each) => {
    const [, kind, text = ""] = /^(web|name):(.*)$/s.exec(each) ?? [];
    // The place follows the name in a key.
    return kind !== undefined && isAmong(kind === "web" ? text : companyKey(text.slice(0, text.indexOf("|"))), had);
  });

/** The surest comes first. */
const signFields = (columns: string[]): string[] => {
  const fields = [...WEBSITE_FIELDS, ...NAME_FIELDS].filter((field) => columns.includes(field));
  return fields.length > 0 ? fields : columns.slice(0, 1);
};

/** Days are not compared, because Sheets turns them into dates. */
const signOf = (cell: CellValue): number =>
  cell instanceof Date || /^\d{4}-\d\d/.test(String(cell)) ? 0 : sureCheckOf(cell);

/** The tag has the job, the page, a sure check of the identifying cell, checks of all cells, and the company. */
export function companyTag(tag: RowTag, columns: string[], cells: CellValue[]): string {
  const sign = signOf(cells[columns.indexOf(signFields(columns)[0] ?? "")] ?? "");
  return writeTag({ ...tag, numbers: [...tag.numbers, sign, ...cells.map(checkOf)] });
}

/** The part of a tag that does not depend on what the row holds. */
const plainTag = ({ numbers: [search = 0, page = 0], ...tag }: RowTag): string =>
  writeTag({ ...tag, numbers: [search, page] });

export const COMPANY_LIST: ListType = {
  tagMark: FILLED_BY,
  tagHeader: "filled by",
  sheetName: "Companies",
  fits({ numbers: [, , sign, ...checks] }, columns, at) {
    const fields = signFields(columns);
    // Somebody may have deleted the column of the surest field.
    const field = fields.find((each) => at(each) !== undefined) ?? "";
    const cell = at(field);
    if (cell === undefined) return false;
    return field === fields[0] ? sign === signOf(cell) : checks[columns.indexOf(field)] === checkOf(cell);
  },
  checksIn: ({ numbers }) => numbers.slice(3),
};

export const companyList = (job: JobOf<"companies">, properties: Record<string, string>): JobList => ({
  ...listOf(job, COMPANY_LIST, job.choices.columns, properties),
  headers: job.choices.headers,
});

export interface SeenCompanies extends SeenKeys {
  /** An execution may have died before it could report such a row. */
  isWritten(tag: string): boolean;
  /** True if the job has rows of later pages than this one. */
  hasLater(search: number, page: number): boolean;
}

/** `null` if the cache does not know all companies. */
export function readSeen(cache: TextCache, jobId: string, count: number): SeenCompanies | null {
  const seen = count > 0 ? readSeenKeys(cache, jobId, count) : null;
  return seen && { ...seen, isWritten: () => false, hasLater: () => false };
}

/** Reads all companies in a sheet, typed ones by the names of columns, even of ones that the job does not write. */
export function readListedCompanies(cache: TextCache, jobId: string, list: OpenAppendList, rows: Rows): SeenCompanies {
  const written = new Set<string>();
  const pages: number[][] = [];
  const seen: SeenCompanies = {
    ...createSeenKeys(cache, jobId),
    isWritten: (tag) => written.has(tag),
    hasLater: (search, page) => pages.some(([of = 0, at = 0]) => of > search || (of === search && at > page)),
  };
  const typed: number[] = [];
  tagsIn(list, rows).forEach((tag, i) => {
    if (!tag) typed.push(i);
    else seen.add(tag.key);
    if (tag?.jobId !== jobId) return;
    written.add(plainTag(tag));
    pages.push(tag.numbers);
  });
  if (typed.length === 0) return seen;
  const own = Object.values(list.list.headers ?? {});
  const isName = isAmongNames(list.list.columns);
  const header = headerIn(rows, (cell) => isName(meantBy(cell)) || own.includes(String(cell)), list.tagColumn).cells;
  const [ids = [], websites = [], names = [], places = []] = [ID_FIELDS, WEBSITE_FIELDS, NAME_FIELDS, PLACE_FIELDS].map(
    (fields) => columnsOf(list, header, fields).map((column) => cellsOf(list, rows, column)),
  );
  for (const i of typed) {
    const texts = (columns: CellValue[][]): string[] =>
      columns.map((column) => String(column[i] ?? "").trim()).filter((text) => text !== "");
    const place = texts(places).join("|");
    const typedRow = { ids: texts(ids), websites: texts(websites), names: texts(names), place };
    for (const key of keysOf(typedRow)) seen.add(key);
    if (typedRow.websites.length === 0 && !place.includes("|"))
      for (const name of typedRow.names) seen.add(typedKey(name, place));
  }
  return seen;
}

const isAmongIdentities = isAmongNames([...ID_FIELDS, ...WEBSITE_FIELDS, ...NAME_FIELDS]);

export const isIdentityName = (cell: CellValue): boolean => isAmongIdentities(meantBy(cell));

function columnsOf({ fields }: OpenAppendList, header: CellValue[], wanted: string[]): number[] {
  const found = wanted.flatMap((field) => {
    const pinned = fields.find((each) => each.field === field)?.column;
    if (pinned !== undefined) return [pinned];
    return header.flatMap((name, i) => (isHeaderOf(meantBy(name), field) ? [i + 1] : []));
  });
  return [...new Set(found)];
}
