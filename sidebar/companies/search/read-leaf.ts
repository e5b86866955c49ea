import type { Leaf } from "../catalogue/shapes";
import { readJson } from "./read-json";

/** What a leaf holds as typed: a text, the values of a list, or a tick. */
export type Typed = string | readonly string[] | boolean;

/** A value for the service, nothing at all, or why there is none. */
export type LeafReading = { value?: unknown; problem?: string };

/** "5M", "2.5 m" or "$800k" (specification 2.4: an abbreviated amount). */
const AMOUNT = /^\$?\s*\d+(?:[.,]\d+)?\s*[KMB]$/i;

/**
 * Reads one leaf as typed. What is empty gives nothing. Only what cannot be written down is a problem here: the server
 * checks limits before it asks the service.
 */
export function readLeaf({ shape }: Leaf, typed: Typed | undefined): LeafReading {
  if (typed === undefined || typed === false) return {};
  if (typed === true) return { value: true };
  if (typeof typed !== "string") return typed.length > 0 ? { value: [...typed] } : {};
  const text = typed.trim();
  if (text === "") return {};
  if (shape.kind === "json") return readJson(text);
  if (shape.kind === "integer" || shape.kind === "number") {
    const value = Number(text);
    if (shape.kind === "integer" && !Number.isInteger(value)) return { problem: "Give a whole number." };
    return Number.isFinite(value) ? { value } : { problem: "Give a number." };
  }
  if (shape.kind !== "amount") return { value: text };
  if (!AMOUNT.test(text)) return { problem: "Give an amount like 500K, 5M or 1.5B." };
  return { value: text.replace(/[$\s]/g, "").replace(",", ".").toUpperCase() };
}
