import { z } from "zod";
import { callClass } from "../../local/apps-script/faults";
import { documentedMs, draw, isSheetRoundTrip, LATENCIES, type Latencies } from "../../local/apps-script/google-times";
import type { HostSettings } from "../../local/apps-script/settings";
import { type AccountKind, DAILY_QUOTAS } from "../../local/apps-script/stores/daily-quota";
import type { VirtualClock } from "../../local/clock/virtual-clock";

/**
 * Models of Google. `documented`: calls take what practitioners report. `slow`: calls of sheets, locks and properties
 * take 3 times as long. `serialised`: slow, and the sheet calls of one document wait for each other. `measured`: calls
 * take what the live check has measured on Google.
 */
export const MODELS = ["documented", "slow", "serialised"] as const;
export type Model = (typeof MODELS)[number] | "measured";

/** The Google that a measurement is made on. */
export interface Google {
  model: Model;
  times: Latencies;
  /** The account whose daily quotas hold. */
  account: AccountKind;
}

/** Times as long in the slow models. */
const SLOWNESS = 3;

const MEASURED = z.partialRecord(
  z.enum(Object.keys(LATENCIES) as (keyof Latencies)[]),
  z.tuple([z.number().min(0), z.number().min(0)]).refine(([fromMs, toMs]) => fromMs <= toMs),
);

/**
 * Reads the times that the live check prints: `Times (ms): {"property":[62,95],…}`, with or without the words before.
 * What it has not measured is as documented.
 * @throws Error for anything else
 */
export function readMeasured(text: string): Latencies {
  const measured = MEASURED.parse(JSON.parse(text.slice(Math.max(0, text.indexOf("{")))));
  const entries = Object.entries(measured).map(([name, [fromMs, toMs]]) => [
    name,
    { fromMs, toMs, source: "measured by the live check" },
  ]);
  return { ...LATENCIES, ...Object.fromEntries(entries) };
}

/** A host's settings for one document on this Google. */
export function settingsFor({ model, account, times }: Google, clock: VirtualClock): Partial<HostSettings> {
  const slowness = model === "slow" || model === "serialised" ? SLOWNESS : 1;
  const isSlowed = (callName: string): boolean => ["sheet", "lock", "property"].includes(callClass(callName));
  let sheetFreeMs = 0;
  return {
    ...DAILY_QUOTAS[account],
    startLatencyMs: (random) => draw(times.scriptStart, random),
    latencyMs(callName, random) {
      const ms = documentedMs(callName, random, times) * (isSlowed(callName) ? slowness : 1);
      if (model !== "serialised" || !isSheetRoundTrip(callName)) return ms;
      sheetFreeMs = Math.max(clock.now(), sheetFreeMs) + ms;
      return sheetFreeMs - clock.now();
    },
  };
}
