import { createDriver, type Driver, type DriverParts } from "../../../../sidebar/driver/driver";
import type { RunCalls } from "../../../../sidebar/driver/run-calls";
import type { SliceReport } from "../../../../src/runs/slices";

export const COUNTS = { rows: 0, blank: 0, waiting: 0, malformed: 0, done: 0, foundValid: 0, todo: 0 };

export const report = (changes: Partial<SliceReport> = {}): SliceReport => ({
  answers: [],
  writtenRows: 0,
  lostKeys: [],
  refusedCells: 0,
  unwritten: [],
  unwrittenWords: "",
  waitedMs: 1_000,
  batchCalls: 10,
  isShared: false,
  costs: [],
  freeAnswers: 0,
  stop: null,
  silence: null,
  emailsWritten: 0,
  alreadyThere: 0,
  isWriterBusy: false,
  ...changes,
});

/** A call that Google has lost. */
export const LOST = { ok: false as const, code: "GOOGLE_FAILED", message: "Lost.", remedy: "" };

/** A driver whose sleeps take no time. */
export function driverOf(calls: RunCalls, options: Partial<DriverParts> = {}): Driver {
  let nowMs = 0;
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  return createDriver({
    calls,
    nowMs: () => nowMs,
    sleep,
    runId: "r1",
    driverId: "d1",
    isPrepared: true,
    ...options,
  });
}
