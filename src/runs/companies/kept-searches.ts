import { refuse } from "../../refusal";
import type { Refusal } from "../../result";
import type { CompanyFilters } from "../../service/resources";
import { parse, type RunStore } from "../run-record";
import { isCompanyFilters, isSearchName } from "./check-request";
import type { FillParts } from "./fill-parts";
import { readPacked, removePacked, writePacked } from "./packed-text";
import type { KeptSearches } from "./views";

const INDEX = "searches";
const LAST = "search-last";

/** Some hundred bytes each, a long list some hundred thousand: a store holds 500 KB (facts 2.5). */
const MOST_SEARCHES = 50;
const MAX_SEARCH_CHARACTERS = 60_000;
const MAX_ALL_CHARACTERS = 300_000;

interface Entry {
  name: string;
  /** Of its property. */
  id: string;
  characters: number;
}

const propertyOf = ({ id }: Pick<Entry, "id">): string => `search:${id}`;

/** A search and the name it is to be kept under. */
export interface SearchToSave {
  name: string;
  filters: CompanyFilters;
}

export const isSearchToSave = ((value) => {
  const { name, filters } = value as Record<string, unknown>;
  return isSearchName(name) && isCompanyFilters(filters);
}) as (value: unknown) => value is SearchToSave;

export function findSearches({ userStore }: FillParts): KeptSearches {
  return {
    names: readIndex(userStore).map(({ name }) => name),
    last: readPacked<CompanyFilters>(userStore, LAST),
  };
}

export function saveSearch(parts: FillParts, { name: given, filters }: SearchToSave): KeptSearches | Refusal {
  const { userStore, newId } = parts;
  const name = given.trim();
  const characters = JSON.stringify(filters).length;
  const before = readIndex(userStore);
  const replaced = before.find((entry) => entry.name === name);
  const others = before.filter((entry) => entry !== replaced);
  const all = others.reduce((sum, entry) => sum + entry.characters, characters);
  if (characters > MAX_SEARCH_CHARACTERS || all > MAX_ALL_CHARACTERS || others.length >= MOST_SEARCHES) {
    return refuse(
      "SEARCHES_FULL",
      "There is no room to keep this search.",
      "Delete kept searches, or shorten its list.",
    );
  }
  const entry: Entry = { name, id: replaced?.id ?? newId(), characters };
  writePacked(userStore, propertyOf(entry), filters);
  writeIndex(userStore, [...others, entry]);
  return findSearches(parts);
}

export function loadSearch({ userStore }: FillParts, name: string): CompanyFilters | Refusal {
  const entry = readIndex(userStore).find((each) => each.name === name.trim());
  const filters = entry ? readPacked<CompanyFilters>(userStore, propertyOf(entry)) : null;
  return filters ?? refuse("SEARCH_GONE", "This search is not kept any more.", "Build it again.");
}

export function deleteSearch(parts: FillParts, name: string): KeptSearches {
  const { userStore } = parts;
  const before = readIndex(userStore);
  writeIndex(
    userStore,
    before.filter((entry) => entry.name !== name.trim()),
  );
  for (const entry of before) if (entry.name === name.trim()) removePacked(userStore, propertyOf(entry));
  return findSearches(parts);
}

/** What does not fit is not the last search: it would cost room that others need. */
export function keepLastSearch({ userStore }: FillParts, filters: CompanyFilters): void {
  if (JSON.stringify(filters).length <= MAX_SEARCH_CHARACTERS) writePacked(userStore, LAST, filters);
}

function readIndex(store: RunStore): Entry[] {
  const entries = parse<unknown>(store.get(INDEX));
  return Array.isArray(entries) ? (entries as Entry[]) : [];
}

function writeIndex(store: RunStore, entries: Entry[]): void {
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
  store.set(INDEX, JSON.stringify(sorted));
}
