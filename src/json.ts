/** An object that is no list, as JSON has them. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads JSON that we have kept; `null` for none, and for what was damaged. */
export function parse<Value>(text: string | null | undefined): Value | null {
  try {
    return JSON.parse(text || "null") as Value | null;
  } catch {
    return null;
  }
}

/** JSON with one byte a letter: what a property and a cache entry hold is counted in bytes. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
