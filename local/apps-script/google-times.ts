import type { Random } from "../random";
import { callClass } from "./faults";

// The time that Google's calls take, as practitioners report it: for the bench, for random worlds, and for people who want
// to feel it in the workbench.

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
  bundledWrite: { fromMs: 1, toMs: 5, source: "best-practices guide: writes are kept back until a read or a flush" },
  userInterface: { fromMs: 5, toMs: 20, source: "assumed: getUi() only builds an object" },
  triggerDelay: { fromMs: 0, toMs: 15 * 60_000, source: "triggers guide: within 15 minutes" },
} satisfies Record<string, Range>;

/** The times of another Google, by the same names. */
export type Latencies = Record<keyof typeof LATENCIES, Range>;

/** In milliseconds. */
export const draw = ({ fromMs, toMs }: Range, random: Random): number => fromMs + random() * (toMs - fromMs);

/**
 * Writes that wait for the next read or flush (google.bundled-writes). Nobody says which do: the reading that is harder
 * for scripts takes values, formulas, notes and styles alone.
 */
const BUNDLED = new Set([
  ...["Range.setValues", "Range.setTexts", "RangeList.setValue", "Range.setFormulas", "Range.setNotes"],
  ...["Range.setStyle", "Range.setStyles"],
]);

/** True for calls that wait for the sheet's answer. */
export const isSheetRoundTrip = (callName: string): boolean =>
  callClass(callName) === "sheet" && !BUNDLED.has(callName);

/** True for those among them that would wait for it on a Google that bundles every change of a sheet. */
export const isReadOrFlush = (callName: string): boolean =>
  isSheetRoundTrip(callName) && /\.(?:get|is|can|find|flush|replaceAll|insertSheet)/.test(callName);

function rangeOf(callName: string, times: Latencies): Range | null {
  if (BUNDLED.has(callName)) return times.bundledWrite;
  if (callName === "LockService.releaseLock") return times.unlock;
  switch (callClass(callName)) {
    case "cache":
      return times.cache;
    case "property":
      return times.property;
    case "lock":
      return times.lock;
    case "ui":
      return times.userInterface;
    case "sheet":
      return times.sheet;
    default:
      // Fetching and sleeping take their own time; local calls none.
      return null;
  }
}

/** The time of a call on a Google as documented, or with other times, in milliseconds. */
export function documentedMs(callName: string, random: Random, times: Latencies = LATENCIES): number {
  const range = rangeOf(callName, times);
  return range === null ? 0 : draw(range, random);
}
