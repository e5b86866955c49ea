import { keepLastSearch, LAST_SEARCH } from "../jobs/kinds/companies-plan";
import { dropNamed, findNamed, keepNamed, type Named, readNamed } from "../jobs/named";
import type { SearchToSave } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { asciiJson, unpack } from "../json";
import { type Refusal, refuse } from "../result";
import type { CompanyFilters } from "../service/operations";

const SEARCHES = "saved-searches";
const HINTS = "search-hints";

/** A search takes a few hundred bytes, a long list some hundred thousand; a store holds 500 KB. */
const ROOM = { most: 50, characters: 300_000 };
const MAX_SEARCH_CHARACTERS = 60_000;

export function readSavedSearches({ userStore }: World) {
  const properties = userStore.all();
  return {
    names: readNamed<Named>(properties, SEARCHES).map(({ name }) => name),
    last: unpack<CompanyFilters>(properties, LAST_SEARCH),
    /** The page's hints of earlier answers, in a format of the page; `""` before the first. */
    hints: properties[HINTS] ?? "",
  };
}

export type SavedSearches = ReturnType<typeof readSavedSearches>;

export function keepSearchHints({ userStore }: World, hints: string): { hints: string } {
  userStore.set(HINTS, hints);
  return { hints };
}

/** Keeps an empty search as the last one, so that the next page begins with none. */
export function forgetLastSearch(world: World): SavedSearches {
  keepLastSearch(world, {});
  return readSavedSearches(world);
}

export function saveSearch(world: World, { replaces, ...search }: SearchToSave): SavedSearches | Refusal {
  const remedy = "Delete saved searches, or shorten its list.";
  const full = refuse("SEARCHES_FULL", "There is no room to save this search.", remedy);
  const isTooLong = asciiJson(search.filters).length > MAX_SEARCH_CHARACTERS;
  const refused = isTooLong ? full : keepNamed(world.userStore, SEARCHES, search, { replaces, room: ROOM, full });
  return refused ?? readSavedSearches(world);
}

export function loadSearch({ userStore }: World, wanted: string): CompanyFilters | Refusal {
  const saved = findNamed<Omit<SearchToSave, "replaces">>(userStore.all(), SEARCHES, wanted);
  return saved?.filters ?? refuse("SEARCH_GONE", "This search is no longer saved.", "Build it again.");
}

export function deleteSearch(world: World, unwanted: string): SavedSearches {
  dropNamed(world.userStore, SEARCHES, unwanted);
  return readSavedSearches(world);
}
