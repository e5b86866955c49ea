import { LAST_SEARCH } from "../jobs/kinds/companies-plan";
import type { SearchToSave } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { asciiJson, replacePacked, unpack } from "../json";
import { type Refusal, refuse } from "../result";
import type { CompanyFilters } from "../service/operations";

/** Names of user properties. */
const SEARCHES = "saved-searches";
const HINTS = "search-hints";

/** Some hundred bytes each, a long list some hundred thousand: a store holds 500 KB. */
const MAX_SEARCHES = 50;
const MAX_SEARCH_CHARACTERS = 60_000;
const MAX_ALL_CHARACTERS = 300_000;

const readSearches = (properties: Record<string, string>): SearchToSave[] => unpack(properties, SEARCHES) ?? [];

export function readSavedSearches({ userStore }: World) {
  const properties = userStore.all();
  return {
    names: readSearches(properties).map(({ name }) => name),
    /** The search last previewed or filled; `null` if there is none. */
    last: unpack<CompanyFilters>(properties, LAST_SEARCH),
    /** The page's hints of earlier answers, in the page's own format; "" before the first. */
    hints: properties[HINTS] ?? "",
  };
}

export type SavedSearches = ReturnType<typeof readSavedSearches>;

/** Keeps the page's hints of the service's answers for the next time. */
export function keepSearchHints({ userStore }: World, hints: string): { hints: string } {
  userStore.set(HINTS, hints);
  return { hints };
}

/** Saves a search under a name, and replaces the one that has it. */
export function saveSearch(world: World, search: SearchToSave): SavedSearches | Refusal {
  const { userStore } = world;
  const others = readSearches(userStore.all()).filter(({ name }) => name !== search.name);
  const all = [...others, search].sort((a, b) => a.name.localeCompare(b.name));
  const isTooLong =
    asciiJson(search.filters).length > MAX_SEARCH_CHARACTERS || asciiJson(all).length > MAX_ALL_CHARACTERS;
  if (isTooLong || all.length > MAX_SEARCHES) {
    const remedy = "Delete saved searches, or shorten its list.";
    return refuse("SEARCHES_FULL", "There is no room to save this search.", remedy);
  }
  replacePacked(userStore, SEARCHES, all);
  return readSavedSearches(world);
}

export function loadSearch({ userStore }: World, wanted: string): CompanyFilters | Refusal {
  const saved = readSearches(userStore.all()).find(({ name }) => name === wanted.trim());
  return saved?.filters ?? refuse("SEARCH_GONE", "This search is not saved any more.", "Build it again.");
}

export function deleteSearch(world: World, unwanted: string): SavedSearches {
  const { userStore } = world;
  const others = readSearches(userStore.all()).filter(({ name }) => name !== unwanted.trim());
  replacePacked(userStore, SEARCHES, others);
  return readSavedSearches(world);
}
