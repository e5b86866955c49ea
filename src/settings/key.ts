import type { Outcome } from "../service/client";
import type { AccountInformation } from "../service/responses";
import type { AccountView, FormulaKey, KeyView } from "./views";
/** Reads a property; `null` when it is missing. */
export interface PropertyReader {
  get(name: string): string | null;
}

/** A store that can be changed: the user's own properties. */
export interface PropertyStore extends PropertyReader {
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** HMAC-SHA-256 of a UTF-8 text under a UTF-8 key, as text. */
export type KeyedHash = (text: string, key: string) => string;

/**
 * The entry of the document cache in which formulas leave the fingerprint of the key they used. With it goes what they
 * keep of that key's account.
 */
interface FormulaKeyMark {
  read(): string | null;
  remove(): void;
}

/** Everything the settings need of the world. */
export interface SettingsWorld {
  user: PropertyStore;
  /** Of an organisation's own installation. */
  script: PropertyReader;
  keyedHash: KeyedHash;
  formulaKeyMark: FormulaKeyMark;
  /** Half credits that formulas of this spreadsheet have spent today, by the fingerprint of the key. */
  spentByFormulas(): Map<string, number>;
  /** Asks `/account-information` with the given key. Never throws. */
  askAccount(apiKey: string): Outcome<AccountInformation>;
  /** True if the add-on is built for the sandbox. */
  isSandbox: boolean;
  /** The host of the service. */
  serviceHost: string;
}

/** The property that holds the key, in either store. */
export const API_KEY_PROPERTY = "API_KEY";

/** The entry of `FormulaKeyMark` in the document cache. */
export const FORMULA_KEY_ENTRY = "formula-key";

/** Long enough to tell keys apart, too short to be one. */
const FINGERPRINT_CHARACTERS = 12;

const SHOWN_CHARACTERS = 4;

/** Of a shorter key four characters would be too much of it. */
const LEAST_CHARACTERS_TO_SHOW = 8;

const keyIn = (store: PropertyReader): string => (store.get(API_KEY_PROPERTY) ?? "").trim();

/**
 * The user's own key, else the key of an organisation's own installation. In a formula the user store is that of the
 * spreadsheet's owner.
 * @returns "" when there is none
 */
export const readApiKey = (user: PropertyReader, script: PropertyReader): string => keyIn(user) || keyIn(script);

/** Names a key without giving it away: equal keys have equal fingerprints. */
export function keyFingerprint(apiKey: string, keyedHash: KeyedHash): string {
  return keyedHash("Sheetscout key", apiKey).slice(0, FINGERPRINT_CHARACTERS);
}

/** The end of a key, by which its owner knows it. */
export function lastFour(apiKey: string): string {
  return apiKey.length < LEAST_CHARACTERS_TO_SHOW ? "…" : apiKey.slice(-SHOWN_CHARACTERS);
}

/** Tells the page which key is used, in the order of `readApiKey`. */
export function keyView({ user, script }: SettingsWorld): KeyView {
  const apiKey = readApiKey(user, script);
  if (!apiKey) return { from: "nobody" };
  return { from: keyIn(user) ? "you" : "organisation", lastFour: lastFour(apiKey) };
}

/** Compares the key that this sheet's formulas used last with the given one. */
export function whoseKeyFormulasUse({ formulaKeyMark, keyedHash }: SettingsWorld, apiKey: string): FormulaKey {
  const left = formulaKeyMark.read();
  if (left === null) return "unknown";
  return left === keyFingerprint(apiKey, keyedHash) ? "yours" : "another";
}

/** To be called before the user's key changes: what formulas left of the old one would name it another person's. */
export function forgetFormulaKey(world: SettingsWorld): void {
  if (whoseKeyFormulasUse(world, readApiKey(world.user, world.script)) === "yours") world.formulaKeyMark.remove();
}

/** Sums up what formulas of this spreadsheet have spent today, in credits: with the given key, and with others. */
export function formulasToday(
  { spentByFormulas, keyedHash }: SettingsWorld,
  apiKey: string,
): AccountView["formulasToday"] {
  const own = keyFingerprint(apiKey, keyedHash);
  let [yours, others] = [0, 0];
  for (const [fingerprint, halves] of spentByFormulas()) {
    if (fingerprint === own) yours += halves / 2;
    else others += halves / 2;
  }
  return { yours, others };
}
