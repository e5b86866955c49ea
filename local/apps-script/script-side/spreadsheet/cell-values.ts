import type { TaggedValue } from "../../tagged-value";

/** A cell's value as the script gets it. */
export function toScript(value: TaggedValue): unknown {
  return typeof value === "object" && value !== null && "date" in value ? new Date(value.date) : value;
}

/** A script's value on its way to a cell; objects become text (google.writes-parse-text). */
export function fromScript(value: unknown): TaggedValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { date: value.getTime() };
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return typeof value === "string" || typeof value === "boolean" ? value : String(value);
}
