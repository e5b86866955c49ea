import { callClass } from "../../local/apps-script/call-classes";
import type { TraceEntry } from "../../local/apps-script/host";
import { BUFFERED } from "./latencies";

/** What one slice costs in Google's services. */
export interface SliceCost {
  slices: number;
  /** Round trips to the sheet of a slice: reads, searches and flushes; writes wait for the flush. The most of any. */
  mostSheetCalls: number;
  /** From the last answer to the end: what is done with the sheet. The mean. */
  writeMs: number;
  /** The document lock is held so long for 1,000 rows. */
  lockMsPerThousandRows: number;
}

/** Reads the trace of a run's slices. */
export function sliceCost(trace: readonly TraceEntry[], rows: number): SliceCost {
  const bySlice = new Map<number, TraceEntry[]>();
  const isSlice = new Set(
    trace
      .filter(({ event, detail }) => event === "start" && detail.endsWith("runSlice"))
      .map((each) => each.executionId),
  );
  for (const entry of trace) {
    if (!isSlice.has(entry.executionId)) continue;
    const entries = bySlice.get(entry.executionId) ?? [];
    entries.push(entry);
    bySlice.set(entry.executionId, entries);
  }
  const asking = [...bySlice.values()].filter((entries) => entries.some(({ detail }) => detail.endsWith("fetchAll")));
  const writing = asking.map((entries) => timeAfter(entries, "UrlFetchApp.fetchAll", true));
  const locked = asking.map((entries) => timeAfter(entries, "LockService.tryLock", false));
  return {
    slices: asking.length,
    mostSheetCalls: Math.max(...asking.map((entries) => entries.filter(isRoundTrip).length)),
    writeMs: sum(writing) / writing.length,
    lockMsPerThousandRows: (sum(locked) / rows) * 1_000,
  };
}

const isRoundTrip = ({ event, detail }: TraceEntry): boolean =>
  event === "call" && callClass(detail) === "sheet" && !BUFFERED.has(detail);

/** From the answer of a call until the execution's end, or until the lock is given back. */
function timeAfter(entries: TraceEntry[], call: string, untilEnd: boolean): number {
  const index = entries.findIndex(({ detail }) => detail === call);
  const answered = entries[index + 1];
  const end = untilEnd ? entries.at(-1) : entries.find(({ detail }) => detail === "LockService.releaseLock");
  return index < 0 || !answered || !end ? 0 : end.atMs - answered.atMs;
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
