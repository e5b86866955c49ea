import type { RunStore } from "../run-record";

/** A property holds 9 KB of bytes (facts 2.5). */
const PIECE_CHARACTERS = 8_500;

const pieceName = (name: string, piece: number): string => `${name}.${piece}`;

/** Keeps any value as JSON, in as many properties as it takes. */
export function writePacked(store: RunStore, name: string, value: unknown): void {
  // One byte a letter: what a property holds is counted in bytes.
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const pieces = Math.max(1, Math.ceil(text.length / PIECE_CHARACTERS));
  const before = countPieces(store, name);
  for (let i = 0; i < pieces; i++) {
    store.set(pieceName(name, i), text.slice(i * PIECE_CHARACTERS, (i + 1) * PIECE_CHARACTERS));
  }
  // Last: what is interrupted before still has its old number of pieces, and is damaged but not endless.
  if (pieces !== before) store.set(name, String(pieces));
  for (let i = pieces; i < before; i++) store.remove(pieceName(name, i));
}

/** @returns `null` when there is none, or a damaged one */
export function readPacked<Value>(store: RunStore, name: string): Value | null {
  const pieces = countPieces(store, name);
  if (pieces === 0) return null;
  let text = "";
  for (let i = 0; i < pieces; i++) text += store.get(pieceName(name, i)) ?? "";
  try {
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

/** Removes a packed text with all its pieces. */
export function removePacked(store: RunStore, name: string): void {
  const pieces = countPieces(store, name);
  store.remove(name);
  for (let i = 0; i < pieces; i++) store.remove(pieceName(name, i));
}

const countPieces = (store: RunStore, name: string): number => Number(store.get(name) ?? 0) || 0;
