import { isObject, type JsonObject } from "../json";
import { cut } from "../result";
import catalogue from "./filters.json";
import { MAX_LIST_ENTRIES } from "./limits";
import type { CompanyFilters } from "./operations";

export interface FilterShape {
  /** Missing for a shape with fields. */
  kind?: "strings" | "string" | "integer" | "number" | "boolean" | "amount" | "json";
  fields?: Record<string, FilterShape>;
  /** The known values; the service may accept others. */
  values?: (string | number)[];
  min?: number;
  unit?: string;
}

export interface CatalogueFilter extends FilterShape {
  /** Names of nested filters are joined by dots. */
  path: string;
  label: string;
  /** Missing for a filter outside the specification: only the service knows whether it accepts it. */
  isSpecified?: true;
}

/** The filters of the specification come first. The service may have others. */
export const FILTER_CATALOGUE = catalogue as CatalogueFilter[];

/** Filters that the service keeps for itself (service.internal-filters). */
const INTERNAL = ["company.company_oids", "company.company_list_oids", "company.temp_matching_oids"];

/** Lists that are split into several searches when they are too long for one (service.filter-lists). */
const SPLIT_LISTS = ["names", "websites"] as const;

/** The specification shows only examples of the letter, so the service decides which ones it accepts. */
const AMOUNT = /^\d+(?:\.\d+)?[A-Z]?$/i;

/** Finds the mistakes that need no call; the service decides everything else. */
export function checkSearch(filters: CompanyFilters): NamedProblem[] {
  const given = listFilters(filters);
  const problems = given.flatMap(([path, value]) => checkFilter(path, value));
  if (problems.length > 0 || given.some(([, value]) => includesSomething(value))) return problems;
  const excluding = given.find(([, value]) => isFilled(value))?.[0] ?? null;
  const message =
    excluding === null
      ? "Add at least one filter."
      : "A search cannot only exclude. Add something that is to be included.";
  return [{ path: excluding, message, plan: null }];
}

/** Each search has at most 500 names and 500 websites, so that the service accepts it. */
export function splitSearch(filters: CompanyFilters): CompanyFilters[] {
  let searches = [filters];
  for (const name of SPLIT_LISTS) searches = searches.flatMap((search) => splitList(search, name));
  return searches;
}

function splitList(filters: CompanyFilters, name: string): CompanyFilters[] {
  const company = fieldsOf(filters.company);
  const plain = company?.[name];
  const list = fieldsOf(plain);
  const given = Array.isArray(plain) ? plain : list?.include;
  const entries = Array.isArray(given) ? [...new Set(given)] : [];
  if (!Array.isArray(given) || given.length <= MAX_LIST_ENTRIES) return [filters];
  const searches: CompanyFilters[] = [];
  for (let from = 0; from < entries.length; from += MAX_LIST_ENTRIES) {
    const include = entries.slice(from, from + MAX_LIST_ENTRIES);
    searches.push({ ...filters, company: { ...company, [name]: list ? { ...list, include } : include } });
  }
  return searches;
}

/**
 * Swaps `[...]` and `{ include: [...] }`, because the specification does not always say which form is accepted.
 * @returns `null` if one of the filters has no other form
 */
export function inOtherForm(filters: CompanyFilters, paths: readonly (string | null)[]): CompanyFilters | null {
  let changed = filters;
  for (const path of paths) {
    const [outer = "", inner] = (path ?? "").split(".");
    const holder = inner === undefined ? changed : fieldsOf(changed[outer]);
    const name = inner ?? outer;
    const other = otherForm(holder?.[name]);
    if (other === null) return null;
    changed = { ...changed, ...(inner === undefined ? { [name]: other } : { [outer]: { ...holder, [name]: other } }) };
  }
  return paths.length > 0 ? changed : null;
}

function otherForm(value: unknown): unknown {
  if (Array.isArray(value)) return { include: value };
  const fields = fieldsOf(value);
  const isOnlyIncluded = fields !== null && Object.keys(fields).join() === "include" && Array.isArray(fields.include);
  return isOnlyIncluded ? fields.include : null;
}

/** `company` is no filter itself, but holds some. */
function listFilters(filters: CompanyFilters): [path: string, value: unknown][] {
  return Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    const inner = name === "company" ? fieldsOf(value) : null;
    return inner ? Object.entries(inner).map(([part, given]) => [`company.${part}`, given]) : [[name, value]];
  });
}

function checkFilter(path: string, value: unknown): NamedProblem[] {
  const problem = (message: string): NamedProblem[] => [{ path, message, plan: null }];
  if (INTERNAL.includes(path)) return problem("The service does not accept this. Use company names or websites.");
  const filter = FILTER_CATALOGUE.find((each) => each.path === path);
  if (!filter) return [];
  const message = checkValue(filter, filter, value, "");
  return message === null ? [] : problem(message);
}

function checkValue(filter: CatalogueFilter, shape: FilterShape, value: unknown, name: string): string | null {
  const of = name === "" ? "" : `${name}: `;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return checkList(value, of);
  const { isSpecified } = filter;
  if (isSpecified && shape.kind === "amount" && !AMOUNT.test(String(value)))
    return `${of}write an amount like 500K, 5M or 1.5B.`;
  if (isSpecified && shape.kind === "integer" && !Number.isInteger(value)) return `${of}write a whole number.`;
  const fields = fieldsOf(value);
  if (!shape.fields || !fields) return null;
  for (const [field, part] of Object.entries(shape.fields)) {
    const message = checkValue(filter, part, fields[field], field);
    if (message !== null) return message;
  }
  const { min, max } = fields;
  return amountOf(min) > amountOf(max) ? `${of}the minimum is larger than the maximum.` : null;
}

function checkList(list: unknown[], of: string): string | null {
  return list.some((entry) => typeof entry === "string" && entry.trim() === "") ? `${of}one entry is blank.` : null;
}

const UNITS: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 };

/** `NaN` for a text that is no amount, so that it exceeds no limit. */
function amountOf(value: unknown): number {
  if (typeof value === "number") return value;
  const match = /^(\d+(?:\.\d+)?)([KMB])?$/i.exec(String(value ?? ""));
  return match ? Number(match[1]) * (UNITS[(match[2] ?? "").toUpperCase()] ?? 1) : Number.NaN;
}

function includesSomething(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (!fields) return isFilled(value);
  return Object.entries(fields).some(([name, part]) => name !== "exclude" && includesSomething(part));
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const fields = fieldsOf(value);
  return fields ? Object.values(fields).some(isFilled) : value !== undefined && value !== null && value !== "";
}

const fieldsOf = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

export interface NamedProblem {
  path: string | null;
  message: string;
  /** The lowest plan that may use the filter; `null` if the plan is not the problem. */
  plan: string | null;
}

const MAX_MESSAGE_CHARACTERS = 500;

const REFUSED_FOR_PLAN = /(?<![\w.])([A-Za-z_][\w.]*)\s*\(([^()]+)\)/g;
const LEADING_NAME = /^\s*([A-Za-z_][\w.]*)\s*:\s*/;

/** Reads `<filter> (<PLAN>+)` for each filter (service.filter-error). */
export function readPlanError(detail: string): NamedProblem[] {
  const problems: NamedProblem[] = [];
  detail.replace(REFUSED_FOR_PLAN, (whole, path: string, words: string) => {
    const plan = words.trim().endsWith("+") ? words.trim().slice(0, -1).trim() : "";
    if (plan !== "") problems.push({ path, plan, message: `This filter needs the plan ${plan} or a higher one.` });
    return whole;
  });
  return problems.length > 0 ? problems : [{ path: null, message: cut(detail, MAX_MESSAGE_CHARACTERS), plan: null }];
}

/** The text names the filter somewhere (service.filter-error). */
export function readInvalidError(detail: string): NamedProblem[] {
  const named = FILTER_CATALOGUE.map(({ path }) => path).filter((path) => mentions(detail, path));
  const leading = LEADING_NAME.exec(detail)?.[1];
  if (named.length === 0 && leading !== undefined) named.push(leading);
  const message = named.some((path) => detail.startsWith(path)) ? detail.replace(LEADING_NAME, "") : detail;
  const paths: (string | null)[] = named.length > 0 ? named : [null];
  return paths.map((path) => ({ path, message: cut(message, MAX_MESSAGE_CHARACTERS), plan: null }));
}

/** `company_funding.stage` mentions `company_funding`, `company_funding_date` does not. */
function mentions(text: string, path: string): boolean {
  return new RegExp(`(?<!\\w)${path.replace(/\./g, "\\.")}(?!\\w)`).test(text);
}

/** A value with a comma of its own, such as a place, is quoted. */
export const listValues = (values: readonly string[]): string =>
  values.map((value) => (value.includes(",") ? `“${value}”` : value)).join(", ");
