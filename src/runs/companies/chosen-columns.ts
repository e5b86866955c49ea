import { parse, type RunStore } from "../run-record";
import { columnsOf } from "./columns";

const ARRIVED = "company-columns";
const CHOSEN = "company-choice";

/** A property holds 9 KB (facts 2.5); with names of ten letters that is all columns. */
const MAX_CHARACTERS = 8_500;

/**
 * Adds the columns of companies to those that have arrived in this spreadsheet before, so that their order stays.
 * @returns those of them that these companies have
 */
export function rememberArrived(store: RunStore, companies: Record<string, unknown>[]): string[] {
  const known = readNames(store, ARRIVED);
  const all = columnsOf(companies, known);
  const text = JSON.stringify(all);
  if (all.length > known.length && text.length <= MAX_CHARACTERS) store.set(ARRIVED, text);
  const arrived = new Set(columnsOf(companies));
  return all.filter((name) => arrived.has(name));
}

/** The columns of the last fill. */
export const readChosenColumns = (store: RunStore): string[] => readNames(store, CHOSEN);

/** Keeps the columns of a fill for the next one; too many for a property are not kept. */
export function keepChosenColumns(store: RunStore, names: string[]): void {
  const text = JSON.stringify(names);
  if (text.length <= MAX_CHARACTERS) store.set(CHOSEN, text);
}

function readNames(store: RunStore, name: string): string[] {
  const names = parse<unknown>(store.get(name));
  return Array.isArray(names) ? names.filter((each): each is string => typeof each === "string") : [];
}
