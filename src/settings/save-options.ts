import type { Result } from "../result";
import { refuse } from "../result";
import { checkOptions, OPTION_LIMITS, OPTIONS_PROPERTY } from "./options";
import type { SettingsParts } from "./parts";
import { readSettings } from "./read-settings";
import type { SettingsView } from "./views";

/**
 * Saves the user's options.
 * @param options anything: the function is public
 */
export function saveOptions(parts: SettingsParts, options: unknown): Result<SettingsView> {
  const checked = checkOptions(options);
  if (!checked) {
    const { mostCallsPerMinute, mostWarnBelowCredits } = OPTION_LIMITS;
    return refuse(
      "UNUSABLE_OPTIONS",
      "These settings cannot be used.",
      `Give whole numbers: 1 to ${mostCallsPerMinute} calls a minute, a warning at 0 to ${mostWarnBelowCredits} credits.`,
    );
  }
  parts.user.set(OPTIONS_PROPERTY, JSON.stringify(checked));
  return readSettings(parts);
}
