/** HMAC-SHA-256 of a UTF-8 text under a UTF-8 key, as text. */
export type KeyedHash = (text: string, key: string) => string;

/** Where a formula leaves the fingerprint of the key it used: the document cache (design 3.3). */
export const FORMULA_KEY_ENTRY = "formula-key";

/** Long enough to tell keys apart, too short to be one. */
const FINGERPRINT_CHARACTERS = 12;

/** Names a key without giving it away: equal keys have equal fingerprints. */
export function keyFingerprint(apiKey: string, keyedHash: KeyedHash): string {
  return keyedHash("Sheetscout key", apiKey).slice(0, FINGERPRINT_CHARACTERS);
}
