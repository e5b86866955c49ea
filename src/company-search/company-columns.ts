import type { Store } from "../google";
import { CHOSEN_COLUMNS } from "../jobs/kinds/companies-plan";
import { MAX_COLUMNS } from "../jobs/protocol";
import { isObject, type JsonObject, PROPERTY_CHARACTERS, parseTexts } from "../json";
import { MAX_SHORT_TEXT } from "../result";
import { cellOf } from "../service/fields";
import { unlessGoogleFails } from "../sheet/table";

export interface CompanyColumn {
  /** Names of nested fields are joined by dots. */
  name: string;
  sample: string;
  filled: number;
}

/** A field that is nested deeper than this stays one column. */
const MAX_NAMES_IN_A_COLUMN = 3;
const MAX_SAMPLE_CHARACTERS = 80;

const ARRIVED = "company-columns";

/** The specification lists no fields, so the companies tell them. Columns in `known` keep their places. */
function columnsOf(companies: JsonObject[], known: string[] = []): string[] {
  const names = new Set(known);
  for (const company of companies) for (const name of leavesOf(company, "", 1)) names.add(name);
  return [...names].slice(0, MAX_COLUMNS);
}

function leavesOf(value: JsonObject, before: string, depth: number): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    // A name with a dot would be ambiguous, and a longer one is no name of a column.
    if (name.includes(".") || before.length + name.length > MAX_SHORT_TEXT) return [];
    const isOpened = isObject(inner) && depth < MAX_NAMES_IN_A_COLUMN && Object.keys(inner).length > 0;
    return isOpened ? leavesOf(inner, `${before}${name}.`, depth + 1) : [before + name];
  });
}

/** Describes the columns. A field that is nested in one company and blank in another is offered once, as nested. */
export function describeColumns(companies: JsonObject[], known: string[] = []): CompanyColumn[] {
  const names = columnsOf(companies, known);
  return names
    .filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
    .map((name) => {
      const texts = companies.map((company) => String(cellOf(company, name))).filter((text) => text !== "");
      return { name, sample: (texts[0] ?? "").slice(0, MAX_SAMPLE_CHARACTERS), filled: texts.length };
    });
}

/** Earlier columns keep their order. @returns the columns that these companies have */
export function rememberColumns(store: Store, companies: JsonObject[]): string[] {
  const known = parseTexts(store.get(ARRIVED));
  const all = columnsOf(companies, known);
  const text = JSON.stringify(all);
  // The store may be full. The order of columns is only a convenience, and these companies may have been paid for.
  if (all.length > known.length && text.length <= PROPERTY_CHARACTERS)
    unlessGoogleFails(() => store.set(ARRIVED, text));
  const arrived = new Set(columnsOf(companies));
  return all.filter((name) => arrived.has(name));
}

export const readChosenColumns = (store: Store): string[] => parseTexts(store.get(CHOSEN_COLUMNS));
