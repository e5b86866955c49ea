import { callClass } from "../../local/apps-script/call-classes";

/** A time that is drawn anew for each call, evenly between two bounds, in milliseconds. */
interface Range {
  fromMs: number;
  toMs: number;
  source: string;
}

/**
 * How long Google takes, call by call. None of it is promised by Google: these are what practitioners report, each with
 * its source in reference/apps-script-facts.md. The service's own times are those of its specification (8.4), drawn by
 * the sandbox: verification lognormal around 2 s, cut at 10 s.
 */
export const LATENCIES = {
  sidebarCall: { fromMs: 300, toMs: 500, source: "facts 3.4: google.script.run, both ways together" },
  scriptStart: { fromMs: 300, toMs: 800, source: "design 4: an execution begins, the whole script is parsed" },
  arrival: { fromMs: 0, toMs: 400, source: "design 4: a request on its way to the service" },
  lock: { fromMs: 50, toMs: 300, source: "design 4: taking a free lock" },
  unlock: { fromMs: 20, toMs: 60, source: "like a cache call" },
  cache: { fromMs: 40, toMs: 80, source: "facts 2.4: about 60 ms" },
  property: { fromMs: 60, toMs: 100, source: "facts 2.4: about 80 ms" },
  sheet: { fromMs: 100, toMs: 800, source: "facts 5.1 and 2.4: tens to hundreds of ms a call, a cell about 800" },
  bufferedWrite: { fromMs: 1, toMs: 5, source: "facts 5.1: writes are kept back until a read or a flush" },
  userInterface: { fromMs: 5, toMs: 20, source: "facts 3.2: getUi() only builds an object" },
} satisfies Record<string, Range>;

export type Random = () => number;

export const draw = ({ fromMs, toMs }: Range, random: Random): number => fromMs + random() * (toMs - fromMs);

/** Writes that wait for the next flush. */
export const BUFFERED = new Set(["Range.setValues", "Range.setNotes", "Range.setStyle"]);

/** What one host call takes. */
export function latencyMs(callName: string, random: Random): number {
  if (BUFFERED.has(callName)) return draw(LATENCIES.bufferedWrite, random);
  if (callName === "LockService.releaseLock") return draw(LATENCIES.unlock, random);
  switch (callClass(callName)) {
    case "cache":
      return draw(LATENCIES.cache, random);
    case "property":
      return draw(LATENCIES.property, random);
    case "lock":
      return draw(LATENCIES.lock, random);
    case "ui":
      return draw(LATENCIES.userInterface, random);
    case "sheet":
      return draw(LATENCIES.sheet, random);
    default:
      // Fetching and sleeping take their own time; local calls none.
      return 0;
  }
}
