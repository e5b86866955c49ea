import { EMAIL_HEADER, meantBy, PERSON_WORD } from "../../header-words";
import { MAX_SHORT_TEXT } from "../../result";
import { isHeaderOf } from "../../service/field-words";
import { isDomain, isPossibleEmail, isWebsite } from "../../service/input-problems";
import { readInput } from "../../sheet/cell-text";
import type { CellValue } from "../../sheet/table";
import { NAME_FIELDS } from "./company-rows";

// Finds columns for companies that people have typed. A column that could mean something else is not taken.

type TypedFact = [
  /** The specification leaves the names of these fields open. */
  fields: readonly string[],
  /** In small letters without signs. */
  names: RegExp,
  holds: { test(text: string): boolean },
  /** In a list of people such a column may tell of the person, unless its name says "company". */
  mayBePersons?: boolean,
];

const WEBSITES = { test: isWebsite };
const WEB_PAGES = { test: isDomain };
/** Matches "51-200" and "10,001+". A plain number of people is no range. */
const RANGES = /\d ?[-–+]/;
const TEXTS = /./;

const WEBSITE_NAMES = /^website$/;

const FACTS: TypedFact[] = [
  [NAME_FIELDS, /^company$/, { test: (text) => !isDomain(text) && !isPossibleEmail(text) }],
  [["website", "url", "homepage"], WEBSITE_NAMES, WEBSITES],
  [["domain"], /^domain$/, WEBSITES],
  [["industry"], /^industry$/, TEXTS],
  // A code such as "DE" is too short.
  [["location.country", "country"], /^(?:company |hq )?country$/, /.{3}/, true],
  [["location.city", "city"], /^(?:company |hq )?city$/, TEXTS, true],
  [["size"], /^(?:company )?(?:(?:number of |no of )?employees|employee count|headcount)$/, RANGES],
  [["linkedin"], /^(?:company )?linkedin(?: (?:url|page|link|profile))?$/, WEB_PAGES, true],
  [["founded_in"], /^(?:company )?(?:founded|founding year|year founded|(?:year )?established)$/, TEXTS],
];

/** Any other fact is recognised by the names of its field only. */
const NO_FACT: TypedFact = [[], /^\b$/, TEXTS];

/** Headers that mean something else in every list. */
const VAGUE = /^(?:type|status|source|owner|id)$/;

const OF_COMPANY = /^(?:company|hq)\b/;

/** True for a header that people give a column of one of these fields, or that is a field's own name. */
export function mayName(cell: CellValue, fields: readonly string[]): boolean {
  const name = meantBy(cell);
  return (
    fields.some((field) => isHeaderOf(name, field) || factOf(field)[1].test(name)) ||
    (fields.includes("domain") && WEBSITE_NAMES.test(name))
  );
}

const factOf = (field: string): TypedFact => FACTS.find(([fields]) => fields.includes(field)) ?? NO_FACT;

/** @param below the first rows below the header @returns the column of each field that certainly has one */
export function typedColumns(
  header: readonly CellValue[],
  below: readonly CellValue[][],
  fields: readonly string[],
): Map<string, number> {
  const names = header.map((cell) => (String(cell).length <= MAX_SHORT_TEXT ? meantBy(cell) : ""));
  const isOfPeople = names.some((name) => PERSON_WORD.test(name) || EMAIL_HEADER.test(name));
  const found = new Map<string, number>();
  const take = (field: string, known: RegExp): void => {
    const [, , holds, mayBePersons] = factOf(field);
    const all = names.flatMap((name, at) => {
      if (name === "" || names.indexOf(name) !== names.lastIndexOf(name)) return [];
      const isKnown = known.test(name);
      if (!isKnown && (!isHeaderOf(name, field) || VAGUE.test(name))) return [];
      if (isOfPeople && (mayBePersons || !isKnown) && !OF_COMPANY.test(name)) return [];
      const texts = below
        .map((row) => readInput(row[at] ?? ""))
        .flatMap((input) => (input.kind === "text" ? [input.text] : []));
      return texts.filter((text) => holds.test(text)).length * 2 >= texts.length ? [{ column: at + 1, isKnown }] : [];
    });
    // If "Company" stands beside "Name", it is the company's name, and "Name" is somebody's or a product's.
    const sure = all.filter(({ isKnown }) => isKnown);
    const [first, ...more] = sure.length > 0 ? sure : all;
    if (first && more.length === 0 && ![...found.values()].includes(first.column)) found.set(field, first.column);
  };
  for (const field of fields) take(field, factOf(field)[1]);
  // A domain may go into a column of websites if no other field does.
  if (fields.includes("domain") && !found.has("domain")) take("domain", WEBSITE_NAMES);
  return found;
}
