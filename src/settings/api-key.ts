/** Reads a property; `null` when it is missing. */
export interface PropertyReader {
  get(name: string): string | null;
}

/** The property that holds the key, in either store. */
export const API_KEY_PROPERTY = "API_KEY";

/**
 * The user's own key, else the key of an organisation's own installation (design 3.3). In a formula the user store is
 * that of the spreadsheet's owner (facts 1.5).
 * @returns "" when there is none
 */
export function readApiKey(user: PropertyReader, script: PropertyReader): string {
  return (user.get(API_KEY_PROPERTY) ?? "").trim() || (script.get(API_KEY_PROPERTY) ?? "").trim();
}
