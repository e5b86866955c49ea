import type { Store } from "../google";
import { asciiJson, replacePacked, unpack } from "../json";
import { type Refusal, refusal } from "../result";
import { oneSpelling } from "../spelling";

export interface Named {
  name: string;
}

interface Keeping {
  /** True if the user agrees to replace an item of the same name, in any spelling. */
  replaces: boolean;
  room: { most: number; characters: number };
  /** The refusal if there is no room. */
  full: Refusal;
}

export const readNamed = <Item extends Named>(properties: Record<string, string>, property: string): Item[] =>
  unpack<Item[]>(properties, property) ?? [];

/** Blanks around the wanted name do not count. */
export const findNamed = <Item extends Named>(
  properties: Record<string, string>,
  property: string,
  wanted: string,
): Item | undefined => readNamed<Item>(properties, property).find(({ name }) => name === wanted.trim());

/** @returns why nothing was changed; `null` if the item was kept */
export function keepNamed<Item extends Named>(
  store: Store,
  property: string,
  given: Item,
  { replaces, room, full }: Keeping,
): Refusal | null {
  const item = { ...given, name: given.name.trim() };
  const before = readNamed<Item>(store.all(), property);
  const others = before.filter(({ name }) => oneSpelling(name) !== oneSpelling(item.name));
  if (!replaces && others.length < before.length) return refusal("NAME_USED");
  const all = [...others, item].sort((a, b) => a.name.localeCompare(b.name));
  if (all.length > room.most || asciiJson(all).length > room.characters) return full;
  replacePacked(store, property, all);
  return null;
}

export function dropNamed(store: Store, property: string, unwanted: string): void {
  const others = readNamed(store.all(), property).filter(({ name }) => name !== unwanted.trim());
  replacePacked(store, property, others);
}
