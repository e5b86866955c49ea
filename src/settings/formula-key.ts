import { readApiKey } from "./api-key";
import { keyFingerprint } from "./key-fingerprint";
import type { SettingsParts } from "./parts";
import type { AccountView, FormulaKey } from "./views";

/** Compares the key that this sheet's formulas used last with the given one (design 3.3). */
export function whoseKeyFormulasUse(
  { formulaKeyMark, keyedHash }: Pick<SettingsParts, "formulaKeyMark" | "keyedHash">,
  apiKey: string,
): FormulaKey {
  const left = formulaKeyMark.read();
  if (left === null) return "unknown";
  return left === keyFingerprint(apiKey, keyedHash) ? "yours" : "another";
}

/** To be called before the user's key changes: what formulas left of the old one would name it another person's. */
export function forgetFormulaKey(parts: SettingsParts): void {
  if (whoseKeyFormulasUse(parts, readApiKey(parts.user, parts.script)) === "yours") parts.formulaKeyMark.remove();
}

/** What formulas of this spreadsheet have spent today, in credits: with the given key, and with those of others. */
export function formulasToday(
  { spentByFormulas, keyedHash }: Pick<SettingsParts, "spentByFormulas" | "keyedHash">,
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
