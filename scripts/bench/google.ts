import { callClass } from "../../local/apps-script/faults";
import { documentedMs, draw, isSheetRoundTrip, LATENCIES } from "../../local/apps-script/google-times";
import { type AccountKind, DAILY_QUOTAS } from "../../local/apps-script/services/daily-quota";
import type { HostSettings } from "../../local/apps-script/settings";
import type { VirtualClock } from "../../local/clock/virtual-clock";

/**
 * Models of Google. `documented`: calls take what practitioners report. `slow`: calls of sheets, locks and properties
 * take 3 times as long. `serialised`: slow, and the sheet calls of one document wait for each other.
 */
export const MODELS = ["documented", "slow", "serialised"] as const;
export type Model = (typeof MODELS)[number];

/** The Google that a measurement is made on. */
export interface Google {
  model: Model;
  /** The account whose daily quotas hold. */
  account: AccountKind;
}

/** Times as long in the slow models. */
const SLOWNESS = 3;

/** A host's settings for one document on this Google. */
export function settingsFor({ model, account }: Google, clock: VirtualClock): Partial<HostSettings> {
  const slowness = model === "documented" ? 1 : SLOWNESS;
  const isSlowed = (callName: string): boolean => ["sheet", "lock", "property"].includes(callClass(callName));
  let sheetFreeMs = 0;
  return {
    ...DAILY_QUOTAS[account],
    startLatencyMs: (random) => draw(LATENCIES.scriptStart, random),
    latencyMs(callName, random) {
      const ms = documentedMs(callName, random) * (isSlowed(callName) ? slowness : 1);
      if (model !== "serialised" || !isSheetRoundTrip(callName)) return ms;
      sheetFreeMs = Math.max(clock.now(), sheetFreeMs) + ms;
      return sheetFreeMs - clock.now();
    },
  };
}
