import * as v from "valibot";
import type { Store } from "./google";

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JavaScript must be able to hold both bounds exactly. */
export const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

export const wholeNumber = (least: number, most: number) => v.custom<number>((value) => isWhole(value, least, most));

// Pure, so that the page, which uses other things of this file, does not get valibot with them.

export const flag = /* @__PURE__ */ v.custom<boolean>((value) => typeof value === "boolean");

/** For whatever its user checks, to say what is wrong. */
export const unchecked = /* @__PURE__ */ v.custom<unknown>(() => true);

/** Returns `null` for anything that is no count, such as an infinite number. */
export const countIn = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value < Infinity ? value : null;

/** `null` if it throws, as what an earlier version has stored may make it. */
export function orNull<Done>(work: () => Done): Done | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const parse = <Value>(text: string | null | undefined): Value | null =>
  orNull(() => JSON.parse(text || "null") as Value | null);

/** The texts of a list; none if there is no list. */
export function parseTexts(text: string | null | undefined): string[] {
  const list = parse<unknown>(text);
  return Array.isArray(list) ? list.filter((each): each is string => typeof each === "string") : [];
}

/** Leaves out `undefined` fields, because Google may turn them into `null` (google.undefined-fields). */
export const withoutUndefined = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** JSON with one byte for each letter, because limits of properties and cache entries count bytes. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A property holds 9 KB (google.properties), with its name. */
export const PROPERTY_CHARACTERS = 8_500;

const pieceName = (name: string, piece: number): string => `${name}.${piece}`;

/** Splits a value into as many properties as it needs. The property `name` holds their number. */
export function pack(name: string, value: unknown): Record<string, string> {
  const text = asciiJson(value);
  const pieces = Math.max(1, Math.ceil(text.length / PROPERTY_CHARACTERS));
  const entries: Record<string, string> = { [name]: String(pieces) };
  for (let i = 0; i < pieces; i++) {
    entries[pieceName(name, i)] = text.slice(i * PROPERTY_CHARACTERS, (i + 1) * PROPERTY_CHARACTERS);
  }
  return entries;
}

/** @returns `null` when there is no such value, or a damaged one */
export function unpack<Value>(properties: Record<string, string>, name: string): Value | null {
  const pieces = countPieces(properties, name);
  if (pieces === 0) return null;
  const texts = Array.from({ length: pieces }, (_, i) => properties[pieceName(name, i)]);
  return parse<Value>(texts.join(""));
}

export function replacePacked(store: Store, name: string, value: unknown): void {
  const before = countPieces(store.all(), name);
  const entries = pack(name, value);
  store.setAll(entries);
  for (let i = Number(entries[name]); i < before; i++) store.remove(pieceName(name, i));
}

const countPieces = (properties: Record<string, string>, name: string): number => Number(properties[name] ?? 0) || 0;
