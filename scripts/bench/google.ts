import { callClass } from "../../local/apps-script/faults";
import { type AccountKind, DAILY_QUOTAS } from "../../local/apps-script/services/daily-quota";
import type { HostSettings } from "../../local/apps-script/settings";
import type { VirtualClock } from "../../local/clock/virtual-clock";
import type { Random } from "../../local/random";

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

/** A time that is drawn anew for each call, evenly between two bounds, in milliseconds. */
interface Range {
  fromMs: number;
  toMs: number;
  source: string;
}

/** The time that Google takes, call by call. It promises none of it. */
export const LATENCIES = {
  sidebarCall: { fromMs: 300, toMs: 500, source: "reports of developers: google.script.run, there and back" },
  scriptStart: { fromMs: 300, toMs: 800, source: "assumed: an execution begins, the whole script is parsed" },
  arrival: { fromMs: 0, toMs: 400, source: "assumed: a request on its way from Google to the service" },
  lock: { fromMs: 50, toMs: 300, source: "assumed: taking a free lock" },
  unlock: { fromMs: 20, toMs: 60, source: "assumed: like a cache call" },
  cache: { fromMs: 40, toMs: 80, source: "measured by a developer in Japan: about 60 ms" },
  property: { fromMs: 60, toMs: 100, source: "measured by a developer in Japan: about 80 ms" },
  sheet: { fromMs: 100, toMs: 800, source: "reports of developers: hundreds of ms a call, a cell about 800" },
  bufferedWrite: { fromMs: 1, toMs: 5, source: "best-practices guide: writes are kept back until a read or a flush" },
  userInterface: { fromMs: 5, toMs: 20, source: "assumed: getUi() only builds an object" },
} satisfies Record<string, Range>;

/** Times as long in the slow models. */
const SLOWNESS = 3;

export const draw = ({ fromMs, toMs }: Range, random: Random): number => fromMs + random() * (toMs - fromMs);

/** Writes that wait for the next flush. */
const BUFFERED = new Set([
  "Range.setValues",
  "Range.setFormulas",
  "RangeList.setValue",
  "Range.setNotes",
  "Range.setStyle",
]);

/** True for calls that wait for the sheet's answer. */
export const isSheetRoundTrip = (callName: string): boolean =>
  callClass(callName) === "sheet" && !BUFFERED.has(callName);

function rangeOf(callName: string): Range | null {
  if (BUFFERED.has(callName)) return LATENCIES.bufferedWrite;
  if (callName === "LockService.releaseLock") return LATENCIES.unlock;
  switch (callClass(callName)) {
    case "cache":
      return LATENCIES.cache;
    case "property":
      return LATENCIES.property;
    case "lock":
      return LATENCIES.lock;
    case "ui":
      return LATENCIES.userInterface;
    case "sheet":
      return LATENCIES.sheet;
    default:
      // Fetching and sleeping take their own time; local calls none.
      return null;
  }
}

/** A host's settings for one document on this Google. */
export function settingsFor({ model, account }: Google, clock: VirtualClock): Partial<HostSettings> {
  const slowness = model === "documented" ? 1 : SLOWNESS;
  const isSlowed = (callName: string): boolean => ["sheet", "lock", "property"].includes(callClass(callName));
  let sheetFreeMs = 0;
  return {
    ...DAILY_QUOTAS[account],
    startLatencyMs: (random) => draw(LATENCIES.scriptStart, random),
    latencyMs(callName, random) {
      const range = rangeOf(callName);
      if (range === null) return 0;
      const ms = draw(range, random) * (isSlowed(callName) ? slowness : 1);
      if (model !== "serialised" || !isSheetRoundTrip(callName)) return ms;
      sheetFreeMs = Math.max(clock.now(), sheetFreeMs) + ms;
      return sheetFreeMs - clock.now();
    },
  };
}
