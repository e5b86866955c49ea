import type { Store } from "../google";
import { asciiJson, replacePacked, unpack } from "../json";

export interface Named {
  name: string;
}

interface Room {
  most: number;
  characters: number;
}

export const readNamed = <Item extends Named>(properties: Record<string, string>, property: string): Item[] =>
  unpack<Item[]>(properties, property) ?? [];

/** Keeps an item in place of one with the same name. @returns false, and changes nothing, if there is no room for it */
export function keepNamed<Item extends Named>(store: Store, property: string, item: Item, room: Room): boolean {
  const others = readNamed<Item>(store.all(), property).filter(({ name }) => name !== item.name);
  const all = [...others, item].sort((a, b) => a.name.localeCompare(b.name));
  if (all.length > room.most || asciiJson(all).length > room.characters) return false;
  replacePacked(store, property, all);
  return true;
}

export function dropNamed(store: Store, property: string, unwanted: string): void {
  const others = readNamed(store.all(), property).filter(({ name }) => name !== unwanted.trim());
  replacePacked(store, property, others);
}
