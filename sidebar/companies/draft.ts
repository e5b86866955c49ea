import { isObject, type JsonObject } from "../../src/json";
import { listValues, type NamedProblem } from "../../src/service/filters";
import { readCount, readNumber, writeExactly } from "../format";
import { FILTERS, type Filter, LEAVES, type Leaf, type LeafShape, leavesOf } from "./catalogue";
import { putAt, readJson, removeAt, valueAt } from "./json";

/** The content of each leaf by its path. `OTHER` holds other filters, `WHOLE_JSON` a search that cannot be read. */
export type Draft = Readonly<Record<string, Typed>>;

/** The catalogue does not know these filters. */
export const OTHER = "other";

/** Names the text that is meant to replace all filters. */
export const WHOLE_JSON = "whole";

/** The keys are paths of leaves or filters, or those of the draft. */
export type Problems = Readonly<Record<string, string>>;

/** Names the problems of the search as a whole. */
export const WHOLE = "";

/** Gives the readable filters, and a problem for each unreadable one (service.search-filters). */
export function toFilters(draft: Draft): { filters: JsonObject; problems: Problems } {
  const problems: Record<string, string> = {};
  const other = readFilters(textAt(draft, OTHER));
  if (other.problem) problems[OTHER] = other.problem;
  const whole = readFilters(textAt(draft, WHOLE_JSON));
  if (whole.problem) problems[WHOLE_JSON] = whole.problem;
  const filters = other.filters;
  for (const leaf of LEAVES) {
    const { value, problem } = readLeaf(leaf, draft[leaf.path]);
    if (problem) problems[leaf.path] = problem;
    else if (value !== undefined && !putAt(filters, leaf.path, value)) {
      problems[leaf.path] = "This is also set under “Any other filter”.";
    }
  }
  return { filters, problems };
}

/** Names each value once, also if `meant` is there already. */
export const replaceValue = (values: readonly string[], typed: string, meant: string): string[] => [
  ...new Set(values.map((value) => (value === typed ? meant : value))),
];

export const textAt = (draft: Draft, key: typeof OTHER | typeof WHOLE_JSON): string => String(draft[key] ?? "");

export function readFilters(text: string): { filters: JsonObject; problem?: string } {
  if (text.trim() === "") return { filters: {} };
  const { value, problem } = readJson(text);
  if (isObject(value)) return { filters: value };
  return { filters: {}, problem: problem ?? 'Give an object: {"name_of_a_filter": …}.' };
}

/** What the text of all filters lacks, with the problem. */
function unreadIn(draft: Draft): [path: string, problem: string][] {
  const { filters, problems } = toFilters(draft);
  return Object.entries(problems).filter(([path]) => path !== WHOLE_JSON && valueAt(filters, path) === undefined);
}

/** "Not in it: company_funding.total_funding.min. Give an amount …"; `""` if all can be read. */
export const unreadText = (draft: Draft): string =>
  unreadIn(draft)
    .map(([path, problem]) => `Not in it: ${path}. ${problem}`)
    .join(" ");

/** What cannot be read stays as it was typed, unless the filters name it. */
export function withFilters(draft: Draft, filters: JsonObject): Draft {
  const unread = unreadIn(draft).map(([path]) => [path, draft[path] as Typed]);
  return { ...Object.fromEntries(unread), ...fromFilters(filters) };
}

/** What fits no leaf goes to `OTHER`. */
export function fromFilters(filters: JsonObject): Draft {
  const draft: Record<string, Typed> = {};
  const rest: JsonObject = structuredClone(filters);
  for (const leaf of LEAVES) {
    const value = valueAt(rest, leaf.path);
    const typed = value === undefined ? undefined : FORMS[leaf.shape.kind].show(value);
    if (typed === undefined) continue;
    draft[leaf.path] = typed;
    removeAt(rest, leaf.path);
  }
  if (Object.keys(rest).length > 0) draft[OTHER] = writeJson(rest);
  return draft;
}

export const writeJson = (value: unknown): string => JSON.stringify(value, null, 1);

export type Typed = string | readonly string[] | boolean;

/** An empty leaf has neither. */
type LeafReading = { value?: unknown; problem?: string };

/** "5M", "2.5 m", "800k", "1,5 Mio." or "500.000". */
const AMOUNT = /^(\d[^\p{L}]*)(\p{L}[\p{L} ]*?|)\.?$/u;

/** Without the words that people of two languages use for two numbers, such as "billion" and "mil". */
const UNITS: [letter: string, words: RegExp][] = [
  ["K", /^(?:tsd|thousand|tausend|mille|mila)$/],
  ["M", /^(?:m[nm]|mln|mio|mill|millions?|millionen|millones|mill[oó]n|milion[ei])$/],
  ["B", /^(?:bn|mrd|mds?|mld|milliarden?|milliards?|miliard[io]|mil millones)$/],
];

/** The service knows which letters it accepts. Without a unit, nobody gives tenths of a cent. */
function readUnits(text: string): { number: number; unit: string } | null {
  const [, typed = "", word = ""] = AMOUNT.exec(text) ?? [];
  const number = (word === "" ? readCount(typed) : null) ?? readNumber(typed);
  const isWord = word.length > 1;
  const unit = isWord ? UNITS.find(([, words]) => words.test(word.toLowerCase()))?.[0] : word.toUpperCase();
  // Nobody knows whether "1.500 Mio" in an English browser is German, nor whether "1,500 million" in a German one is English.
  const isUnsure = isWord && number !== readNumber(typed, /^millions?$/i.test(word) ? "en" : "de");
  return number === null || unit === undefined || isUnsure ? null : { number, unit };
}

/** The service does not say of which currency its amounts are. */
const OF_A_CURRENCY = /[\p{Sc}]|\b(?:eur|usd|chf|gbp)/iu;

function readAmount(typed: string): LeafReading {
  const text = typed.replace(/^\$|\$$/g, "").trim();
  const amount = readUnits(text);
  // Nobody means five dollars by "5".
  const isTooSmall = amount?.unit === "" && amount.number > 0 && amount.number < 1_000;
  return amount === null || isTooSmall
    ? {
        problem: `Give an amount like 500K, 5M or 1.5B${OF_A_CURRENCY.test(text) ? ", without a currency: the service does not say which it means, most likely US dollars" : ""}.`,
      }
    : { value: amount.unit === "" ? abbreviated(amount.number) : `${amount.number}${amount.unit}` };
}

/** The service accepts only amounts with a letter (service.search-filters). */
const abbreviated = (number: number): string => (number < 1e6 ? `${number / 1e3}K` : `${number / 1e6}M`);

/** `read` takes typed text. `show` returns `undefined` for a value that fits no leaf. */
interface LeafForm {
  read(text: string): LeafReading;
  show(value: unknown): Typed | undefined;
}

const TEXT: LeafForm = {
  read: (text) => ({ value: text }),
  show: (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined),
};

const FORMS: Record<LeafShape["kind"], LeafForm> = {
  string: TEXT,
  strings: {
    ...TEXT,
    show(value) {
      const fits = Array.isArray(value) && value.every((each) => typeof each === "string" && each.trim() !== "");
      return fits && value.length > 0 ? value : undefined;
    },
  },
  boolean: { ...TEXT, show: (value) => (value === true ? true : undefined) },
  integer: {
    read: (text) => {
      const thousands = readUnits(text);
      const isThousands = thousands?.unit === "K";
      const count = isThousands ? Math.round(thousands.number * 1e6) / 1e3 : (readCount(text) ?? readNumber(text));
      // They are years, months, days and counts.
      return Number.isInteger(count) && Number(count) >= 0
        ? { value: count }
        : { problem: "Give a whole number, not below 0." };
    },
    show: (value) => (Number.isInteger(value) ? String(value) : undefined),
  },
  number: {
    read: (text) => {
      // They are per cent.
      const number = readNumber(text.replace(/%$/, ""));
      return number === null ? { problem: "Give a number." } : { value: number };
    },
    show: (value) => (typeof value === "number" ? writeExactly(value) : undefined),
  },
  amount: { ...TEXT, read: readAmount },
  json: { read: readJson, show: writeJson },
};

/** Only unreadable text is a problem here: the server checks limits before it asks the service. */
export function readLeaf({ shape }: Leaf, typed: Typed | undefined): LeafReading {
  if (typed === undefined || typed === false) return {};
  if (typed === true) return { value: true };
  if (typeof typed !== "string") return typed.length > 0 ? { value: [...typed] } : {};
  const text = typed.trim();
  return text === "" ? {} : FORMS[shape.kind].read(text);
}

export function placeProblems(found: readonly NamedProblem[], draft: Draft): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message, plan } of found) {
    const filter = FILTERS.find((each) => each.path === path);
    const isShown = filter && leavesOf(filter).some((leaf) => draft[leaf.path] !== undefined);
    const place = isShown ? filter.path : path !== null && draft[OTHER] ? OTHER : WHOLE;
    const isPlace = path?.startsWith("company_location_search") && !plan;
    const said = isPlace ? placeProblem(message, draft) : isShown ? inWords(message, filter) : message;
    const text = isShown || path === null ? said : `${path}: ${said}`;
    problems[place] = problems[place] ? `${problems[place]} ${text}` : text;
  }
  return problems;
}

/** The service's words name parts of a filter; the form has other names for them. */
function inWords(message: string, { path, groups }: Filter): string {
  const words = new Map<string, string>();
  for (const { label: group, leaves } of groups)
    for (const { path: leaf, label } of leaves) {
      const name = leaf.slice(path.length + 1);
      words.set(name, group ? `“${group}: ${label.toLowerCase()}”` : `“${label}”`);
      if (group) words.set(name.replace(/\.\w+$/, ""), `“${group}”`);
    }
  // A name of one word may as well be a word of the sentence.
  return message.replace(/\w+(?:\.\w+)*/g, (name) => (/[._]/.test(name) ? (words.get(name) ?? name) : name));
}

/** The service may offer no list of places to pick from (service.location-names). */
export const WRITE_PLACE = "Write it as the service does, such as “California, United States”, or remove it.";

function placeProblem(message: string, draft: Draft): string {
  const places = ["include", "exclude"].flatMap((list) => draft[`company_location_search.${list}`] ?? []);
  const named = places.filter((place) => typeof place === "string" && message.includes(`"${place}"`));
  if (named.length === 0) return `${message} Pick a place from the list.`;
  // Places for which a list is offered are named before the service is asked.
  return `Not known to the service: ${named.map((name) => `“${name}”`).join(", ")}. ${WRITE_PLACE}`;
}

/** Locations and company names hold commas themselves: "California, United States", "Acme, Inc.". */
const HOLDS_COMMAS = /^company_location_search|^company\.names/;

export const commaEnds = (path: string): boolean => !HOLDS_COMMAS.test(path);

/** Splits also at commas outside of "quotes", unless values of this list hold commas. Drops repeated values. */
export function splitValues(path: string, text: string): string[] {
  const part = commaEnds(path) ? /"([^"]*)"|[^,;\t\r\n]+/g : /"([^"]*)"|[^\t\r\n]+/g;
  const values = [...text.matchAll(part)].map(([whole, quoted]) => (quoted ?? whole).trim());
  return [...new Set(values)].filter(Boolean);
}

const NAMED_VALUES = 3;

/** "SaaS, Fintech, not Banking"; empty when the filter is not set. */
export function summarise(filter: Filter, draft: Draft): string {
  return leavesOf(filter)
    .map((leaf) => summariseLeaf(leaf, draft))
    .filter(Boolean)
    .join(" · ");
}

function summariseLeaf({ path, label, shape }: Leaf, draft: Draft): string {
  const typed = draft[path];
  if (typed === true) return label;
  if (!typed || typed.length === 0) return "";
  if (typeof typed === "string" && label.includes("…")) return label.replace("…", typed);
  if (typeof typed === "string") return shape.kind === "json" ? "JSON" : `${sign(path)}${typed}`;
  const named = listValues((typed as readonly string[]).slice(0, NAMED_VALUES));
  const more = typed.length > NAMED_VALUES ? ` +${typed.length - NAMED_VALUES}` : "";
  return `${path.endsWith(".exclude") ? "not " : ""}${named}${more}`;
}

const sign = (path: string): string => (path.endsWith(".min") ? "≥ " : path.endsWith(".max") ? "≤ " : "");
