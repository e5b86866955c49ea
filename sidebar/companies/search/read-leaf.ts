import type { Leaf } from "../catalogue/shapes";
import { readJson } from "./read-json";

/** What a leaf holds as typed: a text, the values of a list, or a tick. */
export type Typed = string | readonly string[] | boolean;

/** A value for the service, nothing at all, or why there is none. */
export type LeafReading = { value?: unknown; problem?: string };

/** "5M", "2.5 m" or "$800k" (specification 2.4: an abbreviated amount). */
const AMOUNT = /^\$?\s*(\d+(?:[.,]\d+)?)\s*([KMB])$/i;
const UNITS: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 };

/** What an amount stands for; `null` for any other text. */
export function amountOf(text: string): number | null {
  const [, number = "", unit = ""] = AMOUNT.exec(text.trim()) ?? [];
  return number ? Number(number.replace(",", ".")) * (UNITS[unit.toUpperCase()] ?? 1) : null;
}

/** Reads one leaf as typed. What is empty gives nothing. */
export function readLeaf({ shape }: Leaf, typed: Typed | undefined): LeafReading {
  if (typed === undefined || typed === false) return {};
  if (typed === true) return { value: true };
  if (typed.length === 0) return {};
  if (typeof typed !== "string") return readList(typed, shape.maxEntries);
  const text = typed.trim();
  if (text === "") return {};
  if (shape.kind === "integer") return readInteger(text, shape.min);
  if (shape.kind === "amount") return readAmount(text);
  return shape.kind === "json" ? readJson(text) : { value: text };
}

function readList(values: readonly string[], maxEntries = Infinity): LeafReading {
  const surplus = values.length - maxEntries;
  return surplus > 0 ? { problem: `At most ${maxEntries}: take ${surplus} out.` } : { value: [...values] };
}

function readInteger(text: string, min = -Infinity): LeafReading {
  const value = Number(text);
  if (!Number.isInteger(value)) return { problem: "Give a whole number." };
  return value < min ? { problem: `Give ${min} or more.` } : { value };
}

function readAmount(text: string): LeafReading {
  if (amountOf(text) === null) return { problem: "Give an amount like 500K, 5M or 1.5B." };
  return { value: text.replace(/[$\s]/g, "").replace(",", ".").toUpperCase() };
}
