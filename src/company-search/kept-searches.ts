import { LAST_SEARCH } from "../jobs/kinds/companies-plan";
import { removePacked, replacePacked, unpack } from "../jobs/packed";
import type { SearchToSave } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { parse } from "../json";
import { type Refusal, refuse } from "../result";
import type { CompanyFilters } from "../service/operations";
import type { KeptSearches } from "./views";

const INDEX = "searches";
const NOTES = "search-notes";

/** Some hundred bytes each, a long list some hundred thousand: a store holds 500 KB. */
const MOST_SEARCHES = 50;
const MAX_SEARCH_CHARACTERS = 60_000;
const MAX_ALL_CHARACTERS = 300_000;

interface KeptSearch {
  name: string;
  /** Of its property. */
  id: string;
  characters: number;
}

const propertyOf = ({ id }: Pick<KeptSearch, "id">): string => `search:${id}`;

/** The searches this user has kept. */
export function findSearches({ userStore }: World): KeptSearches {
  const properties = userStore.all();
  return {
    names: readIndex(properties).map(({ name }) => name),
    last: unpack<CompanyFilters>(properties, LAST_SEARCH),
    notes: properties[NOTES] ?? "",
  };
}

/** Keeps what the page has noted of the service's answers, for the next time. */
export function keepSearchNotes({ userStore }: World, notes: string): { notes: string } {
  userStore.set(NOTES, notes);
  return { notes };
}

/** Keeps a search under a name, instead of the one that has it. */
export function saveSearch(world: World, { name, filters }: SearchToSave): KeptSearches | Refusal {
  const { userStore, newId } = world;
  const characters = JSON.stringify(filters).length;
  const before = readIndex(userStore.all());
  const replaced = before.find((each) => each.name === name);
  const others = before.filter((each) => each !== replaced);
  const all = others.reduce((sum, each) => sum + each.characters, characters);
  if (characters > MAX_SEARCH_CHARACTERS || all > MAX_ALL_CHARACTERS || others.length >= MOST_SEARCHES) {
    const remedy = "Delete kept searches, or shorten its list.";
    return refuse("SEARCHES_FULL", "There is no room to keep this search.", remedy);
  }
  const kept: KeptSearch = { name, id: replaced?.id ?? newId(), characters };
  replacePacked(userStore, propertyOf(kept), filters);
  writeIndex(world, [...others, kept]);
  return findSearches(world);
}

export function loadSearch({ userStore }: World, name: string): CompanyFilters | Refusal {
  const properties = userStore.all();
  const kept = readIndex(properties).find((each) => each.name === name.trim());
  const filters = kept ? unpack<CompanyFilters>(properties, propertyOf(kept)) : null;
  return filters ?? refuse("SEARCH_GONE", "This search is not kept any more.", "Build it again.");
}

export function deleteSearch(world: World, name: string): KeptSearches {
  const { userStore } = world;
  const before = readIndex(userStore.all());
  const gone = before.filter((each) => each.name === name.trim());
  writeIndex(
    world,
    before.filter((each) => !gone.includes(each)),
  );
  for (const each of gone) removePacked(userStore, propertyOf(each));
  return findSearches(world);
}

function readIndex(properties: Record<string, string>): KeptSearch[] {
  const entries = parse<unknown>(properties[INDEX]);
  return Array.isArray(entries) ? (entries as KeptSearch[]) : [];
}

function writeIndex({ userStore }: World, entries: KeptSearch[]): void {
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
  userStore.set(INDEX, JSON.stringify(sorted));
}
