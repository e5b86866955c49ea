/** A shorter key would be a part of ordinary words. */
const SHORTEST_KEY = 6;
/** Stands where the key stood. */
const MASK = "(key)";

/**
 * Takes the key out of a text that comes from outside: a service may repeat it in a refusal, and what it sends is kept
 * in properties and shown to everybody who has the document open.
 */
export function maskKey(text: string, apiKey: string): string {
  return apiKey.length < SHORTEST_KEY ? text : text.split(apiKey).join(MASK);
}

/** The same for a parsed answer: names and texts at any depth. */
export function maskKeyWithin(value: unknown, apiKey: string): unknown {
  if (typeof value === "string") return maskKey(value, apiKey);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => maskKeyWithin(item, apiKey));
  const entries = Object.entries(value).map(([name, item]) => [maskKey(name, apiKey), maskKeyWithin(item, apiKey)]);
  return Object.fromEntries(entries);
}
