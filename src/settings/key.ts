import type { Store, TextCache } from "../google";
import type { AccountInformation, Outcome } from "../service/operations";

export interface SettingsEnvironment {
  userStore: Pick<Store, "get" | "set" | "remove">;
  /** The properties of an organisation's installation. */
  scriptStore: Pick<Store, "get">;
  cache: TextCache;
  /** HMAC-SHA-256 of a UTF-8 text under a UTF-8 key, as text. */
  keyedHash(text: string, key: string): string;
  /** Half credits that formulas of this spreadsheet have spent today, by the fingerprint of the key. */
  spentByFormulas(): Map<string, number>;
  /** Never throws. */
  askAccount(apiKey: string): Outcome<AccountInformation>;
  isSandbox: boolean;
  serviceHost: string;
}

/** The page never sees the key itself. */
export type KeyView = { from: "nobody" } | { from: "you" | "organisation"; lastFour: string };

export const API_KEY_PROPERTY = "API_KEY";

export const FORMULA_KEY_ENTRY = "formula-key";

/** The cache cannot remove entries, but an empty one reads like none. */
const EMPTY_ENTRY_SECONDS = 1;

/** Long enough to tell keys apart, too short to be a key. */
const FINGERPRINT_CHARACTERS = 12;

const SHOWN_CHARACTERS = 4;

/** Four characters of a shorter key would give away too much. */
const LEAST_CHARACTERS_TO_SHOW = 8;

const keyIn = (store: Pick<Store, "get">): string => (store.get(API_KEY_PROPERTY) ?? "").trim();

/** In a formula, the user store is that of the spreadsheet's owner. @returns `""` when there is no key */
export const readApiKey = (stores: Record<"userStore" | "scriptStore", Pick<Store, "get">>): string =>
  keyIn(stores.userStore) || keyIn(stores.scriptStore);

/** The fingerprint does not give the key away. Equal keys have equal ones. */
export const keyFingerprint = (apiKey: string, keyedHash: SettingsEnvironment["keyedHash"]): string =>
  keyedHash("Sheetscout key", apiKey).slice(0, FINGERPRINT_CHARACTERS);

export const lastFour = (apiKey: string): string =>
  apiKey.length < LEAST_CHARACTERS_TO_SHOW ? "…" : apiKey.slice(-SHOWN_CHARACTERS);

export function keyView(world: SettingsEnvironment): KeyView {
  const apiKey = readApiKey(world);
  if (!apiKey) return { from: "nobody" };
  return { from: keyIn(world.userStore) ? "you" : "organisation", lastFour: lastFour(apiKey) };
}

/** Formulas use the owner's store (google.owner-properties). After some hours only today's spending tells. */
export function whoseKeyFormulasUse(
  { cache, keyedHash, spentByFormulas }: SettingsEnvironment,
  apiKey: string,
): "yours" | "another" | "unknown" {
  const own = keyFingerprint(apiKey, keyedHash);
  const last = cache.getAll([FORMULA_KEY_ENTRY])[FORMULA_KEY_ENTRY];
  if (last) return last === own ? "yours" : "another";
  // Another key that was used today may be the user's own, from before it was changed.
  return [...spentByFormulas().keys()].join() === own ? "yours" : "unknown";
}

/** Call this before the user's key changes: the old fingerprint would look like another person's. */
export function forgetFormulaKey(world: SettingsEnvironment): void {
  if (whoseKeyFormulasUse(world, readApiKey(world)) !== "yours") return;
  world.cache.putAll({ [FORMULA_KEY_ENTRY]: "" }, EMPTY_ENTRY_SECONDS);
}

export function formulasToday({ spentByFormulas, keyedHash }: SettingsEnvironment, apiKey: string) {
  const own = keyFingerprint(apiKey, keyedHash);
  let [yours, others] = [0, 0];
  for (const [fingerprint, halves] of spentByFormulas()) {
    if (fingerprint === own) yours += halves / 2;
    else others += halves / 2;
  }
  return { yours, others };
}
