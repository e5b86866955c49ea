import type { Outcome } from "../service/client";
import type { AccountInformation } from "../service/responses";
import type { PropertyReader } from "./api-key";
import type { KeyedHash } from "./key-fingerprint";

/** A store that can be changed: the user's own properties. */
export interface PropertyStore extends PropertyReader {
  set(name: string, value: string): void;
  remove(name: string): void;
}

/**
 * The entry of the document cache in which formulas leave the fingerprint of the key they used. With it goes what they
 * keep of that key's account.
 */
export interface FormulaKeyMark {
  read(): string | null;
  remove(): void;
}

/** Everything the settings need of the world. */
export interface SettingsParts {
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
}
