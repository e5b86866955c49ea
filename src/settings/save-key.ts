import type { Result } from "../result";
import { refusalOf, refuse } from "../result";
import { accountView } from "./account-view";
import { API_KEY_PROPERTY } from "./api-key";
import { forgetFormulaKey, formulasToday, whoseKeyFormulasUse } from "./formula-key";
import { keyView } from "./key-view";
import type { SettingsParts } from "./parts";
import type { SavedKey } from "./views";

/** Far longer than keys are; a property holds 9 KB (facts 2.5). */
const MAX_KEY_CHARACTERS = 500;

/**
 * Asks the service with the key and saves it only if it works. No answer holds the key, whatever happens.
 * @param key anything: the function is public
 */
export function checkAndSaveKey(parts: SettingsParts, key: unknown): Result<SavedKey> {
  const apiKey = typeof key === "string" ? key.trim() : "";
  // What is no printable ASCII cannot stand in a header; Google's error would repeat it.
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length > MAX_KEY_CHARACTERS) {
    return refuse("UNUSABLE_KEY", "This cannot be an API key.", "Paste the key alone, without spaces or other text.");
  }
  const outcome = parts.askAccount(apiKey);
  if (!outcome.ok) {
    return outcome.error.code === "INVALID_API_KEY"
      ? refuse(
          "INVALID_API_KEY",
          "The service refused this key.",
          "Nothing was saved. Copy the whole key and paste it again.",
        )
      : refusalOf(outcome.error);
  }
  forgetFormulaKey(parts);
  try {
    parts.user.set(API_KEY_PROPERTY, apiKey);
  } catch {
    // Google's own words are left out: they might repeat the value.
    return refuse("NOT_SAVED", "The key works, but Google could not save it.", "Try again in a minute.");
  }
  return {
    ok: true,
    data: {
      key: keyView(parts),
      account: accountView(outcome.result, whoseKeyFormulasUse(parts, apiKey), formulasToday(parts, apiKey)),
    },
  };
}
