import { countIn } from "../json";
import { type Refusal, refuse } from "../result";
import { refusalOf, ServiceError } from "../service/errors";
import type { AccountInformation } from "../service/operations";
import {
  API_KEY_PROPERTY,
  forgetFormulaKey,
  formulasToday,
  type KeyView,
  keyView,
  readApiKey,
  type SettingsEnvironment,
  whoseKeyFormulasUse,
} from "./key";
import { checkOptions, OPTION_LIMITS, OPTIONS_PROPERTY, readOptions } from "./options";

const SANDBOX_KEYS = [
  { key: "sandbox-key", gives: "Top plan, 10,000 credits" },
  { key: "free-key", gives: "Lowest plan, 100 credits" },
  { key: "empty-key", gives: "No credits" },
];

export type SandboxKey = (typeof SANDBOX_KEYS)[number];

export const readSettings = (world: SettingsEnvironment) => ({
  key: keyView(world),
  options: readOptions(world.userStore.get(OPTIONS_PROPERTY)),
  optionLimits: OPTION_LIMITS,
  sandboxKeys: world.isSandbox ? SANDBOX_KEYS : [],
  /** The user gets a key there. */
  serviceHost: world.serviceHost,
});

export type SettingsView = ReturnType<typeof readSettings>;

/** @param options anything: the function is public */
export function saveOptions(world: SettingsEnvironment, options: unknown): SettingsView | Refusal {
  const checked = checkOptions(options);
  if (!checked) {
    const { mostCallsPerMinute, mostWarnBelowCredits } = OPTION_LIMITS;
    return refuse(
      "UNUSABLE_OPTIONS",
      "These settings cannot be used.",
      `Give whole numbers: 1 to ${mostCallsPerMinute} calls a minute, a warning at 0 to ${mostWarnBelowCredits} credits.`,
    );
  }
  world.userStore.set(OPTIONS_PROPERTY, JSON.stringify(checked));
  return readSettings(world);
}

export interface SavedKey {
  key: KeyView;
  account: AccountView;
}

/** No key is nearly as long; a property holds 9 KB. */
const MAX_KEY_CHARACTERS = 500;

/** Saves only a key that works. No answer ever contains it. @param key anything: the function is public */
export function checkAndSaveKey(world: SettingsEnvironment, key: unknown): SavedKey | Refusal {
  const apiKey = typeof key === "string" ? key.trim() : "";
  // Only printable ASCII can stand in a header; Google's error would repeat the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length > MAX_KEY_CHARACTERS) {
    return refuse("UNUSABLE_KEY", "This cannot be an API key.", "Paste the key alone, without spaces or other text.");
  }
  const outcome = world.askAccount(apiKey);
  if (!outcome.ok) {
    const { code } = outcome.error;
    if (code !== "INVALID_API_KEY") return refusalOf(outcome.error);
    return refuse(code, "The service refused this key.", "Nothing was saved. Copy the whole key and paste it again.");
  }
  forgetFormulaKey(world);
  try {
    world.userStore.set(API_KEY_PROPERTY, apiKey);
  } catch {
    // Google's own words are left out: they might repeat the key.
    return refuse("NOT_SAVED", "The key works, but Google could not save it.", "Try again in a minute.");
  }
  return { key: keyView(world), account: accountView(world, apiKey, outcome.result) };
}

export function removeKey(world: SettingsEnvironment): SettingsView {
  forgetFormulaKey(world);
  world.userStore.remove(API_KEY_PROPERTY);
  return readSettings(world);
}

const MAX_PLAN_CHARACTERS = 60;

/** The service writes `YYYY-MM-DD HH:MM:SS+00:00` (service.account-information), which not every browser reads. */
function isoDate(value: unknown): string | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)([+-]\d\d:\d\d)$/.exec(typeof value === "string" ? value : "");
  return match ? `${match[1]}T${match[2]}${match[3]}` : null;
}

/** Any field may hold anything; one without a usable value becomes `null`, or `""` for the plan. */
export function accountView(world: SettingsEnvironment, apiKey: string, information: AccountInformation) {
  const { current_plan, remaining_credits, used_credits, next_quota_renewal_days, next_quota_renewal_date } =
    information;
  return {
    plan: typeof current_plan === "string" ? current_plan.slice(0, MAX_PLAN_CHARACTERS) : "",
    creditsLeft: countIn(remaining_credits),
    creditsUsed: countIn(used_credits),
    renewsInDays: countIn(next_quota_renewal_days),
    renewsAt: isoDate(next_quota_renewal_date),
    formulaKey: whoseKeyFormulasUse(world, apiKey),
    formulasToday: formulasToday(world, apiKey),
  };
}

export type AccountView = ReturnType<typeof accountView>;

export function readAccount(world: SettingsEnvironment): AccountView | Refusal {
  const apiKey = readApiKey(world);
  if (!apiKey) return refusalOf(new ServiceError("NO_API_KEY"));
  const outcome = world.askAccount(apiKey);
  return outcome.ok ? accountView(world, apiKey, outcome.result) : refusalOf(outcome.error);
}
