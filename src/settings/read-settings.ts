import type { Result } from "../result";
import { keyView } from "./key-view";
import { OPTION_LIMITS, OPTIONS_PROPERTY, readOptions } from "./options";
import type { SettingsParts } from "./parts";
import { SANDBOX_KEYS } from "./sandbox-keys";
import type { SettingsView } from "./views";

/** What the settings page shows. */
export function readSettings(parts: SettingsParts): Result<SettingsView> {
  return {
    ok: true,
    data: {
      key: keyView(parts),
      options: readOptions(parts.user.get(OPTIONS_PROPERTY)),
      optionLimits: OPTION_LIMITS,
      sandboxKeys: parts.isSandbox ? SANDBOX_KEYS : [],
    },
  };
}
