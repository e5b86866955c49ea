import type { Refusal } from "../result";
import { leasedByOthers, renewLease } from "./leases";
import { openForAnyRun, openForRun } from "./open-for-run";
import { settle } from "./question-budget";
import type { RunParts } from "./run-parts";
import { listRuns, type RunRecord, readRun, writeRun } from "./run-record";
import { isRefused, refusal } from "./run-refusal";
import { ownFingerprint, runView } from "./run-view";
import type { EndRequest } from "./slices";
import type { RunView } from "./views";

/** What is not booked is only counted as spent. */
const LOCK_WAIT_MS = 5_000;

/** Pauses, stops or finishes a run. Slices under way end and are written. */
export function endRun(parts: RunParts, request: EndRequest): RunView | Refusal {
  const { store, cache, clock, lock } = parts;
  const run = readRun(store, request.runId);
  if (!run) return refusal("RUN_GONE");
  renewLease(cache, run.id, request.driverId, [], clock.nowMs());
  const isShared = leasedByOthers(cache, run.id, request.driverId, clock.nowMs()).size > 0;
  if (lock.tryLock(LOCK_WAIT_MS)) {
    try {
      settle(store, run.id, request, clock.nowMs(), request.state === "finished" && !isShared);
    } finally {
      lock.release();
    }
  }
  const leftMs = isShared ? run.leftMs : clock.nowMs();
  // Who cannot go on, with another key perhaps, does not end it for those who can.
  const hasGivenUp = request.state === "paused" && request.reason !== "";
  const ended = isShared && hasGivenUp ? run : { ...run, state: request.state, reason: request.reason, leftMs };
  writeRun(store, ended);
  return runView(parts, ended, { sheetName: "", fingerprint: ownFingerprint(parts) });
}

/**
 * Goes on with a paused run.
 * @param withOwnKey the user agrees to spend the credits of another key than the one it was started with
 * @param capHalves what it may spend in all from now on; left as it is if `undefined`
 */
export function resumeRun(
  parts: RunParts,
  runId: string,
  withOwnKey: boolean,
  capHalves: number | null | undefined,
): RunView | Refusal {
  const run = readRun(parts.store, runId);
  if (!run) return refusal("RUN_GONE");
  // Emails that cannot be written are not bought.
  if (run.find && !parts.book.table(run.find.sheetId)) return refusal("EMAILS_GONE");
  const service = withOwnKey ? openForAnyRun(parts) : openForRun(parts, run);
  if (isRefused(service)) return service;
  const { fingerprint } = service;
  const resumed: RunRecord = {
    ...run,
    capHalves: capHalves === undefined ? run.capHalves : capHalves,
    keyFingerprint: fingerprint,
    state: "running",
    reason: "",
  };
  writeRun(parts.store, resumed);
  return runView(parts, resumed, { sheetName: "", fingerprint });
}

/** The runs of this spreadsheet, the youngest first. */
export function findRuns(parts: RunParts): RunView[] {
  // Opening the sidebar waits for this: one call for all that is kept.
  const texts = parts.store.all();
  const store = { ...parts.store, get: (name: string) => texts[name] ?? null };
  const fingerprint = ownFingerprint(parts);
  return listRuns(store).map((run) => {
    const isOpen = run.state === "running" || run.state === "paused";
    const sheetName = isOpen ? (parts.book.table(run.sheetId)?.name() ?? "") : "";
    return runView({ ...parts, store }, run, { sheetName, fingerprint, isOver: !isOpen });
  });
}
