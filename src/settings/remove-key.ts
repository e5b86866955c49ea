import type { Result } from "../result";
import { API_KEY_PROPERTY } from "./api-key";
import { forgetFormulaKey } from "./formula-key";
import type { SettingsParts } from "./parts";
import { readSettings } from "./read-settings";
import type { SettingsView } from "./views";

/** Removes the user's own key; an organisation's then holds, if there is one. */
export function removeKey(parts: SettingsParts): Result<SettingsView> {
  forgetFormulaKey(parts);
  parts.user.remove(API_KEY_PROPERTY);
  return readSettings(parts);
}
