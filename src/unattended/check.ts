import { readStanding } from "../jobs/credits";
import { endJob, resumeJob, scanAnew, viewJob } from "../jobs/end";
import { underLock } from "../jobs/locks";
import { readJob, type World } from "../jobs/record";
import { spentBy, step } from "../jobs/step";
import type { Scan, ScannedQuestion } from "../jobs/views";
import { isRefused, type Refusal, refusal } from "../result";
import { type Driven, drive, isPageDriven, NOTHING_DRIVEN, type TriggerRun } from "./drive";
import { LEASE_MS } from "./limits";
import { addToLog, inItsDay, isDue, readWatch, spentOfJob, type Watch, writeWatch } from "./watch";

/** Failures that only a person can mend: the watch pauses at once. */
const FOR_A_PERSON = [
  "NO_API_KEY",
  "INVALID_API_KEY",
  "OTHER_KEY",
  "INSUFFICIENT_CREDITS",
  "NO_CONSENT",
  "SHEET_GONE",
  "LIST_GONE",
  "COLUMN_GONE",
  "LEFT_OUT_GONE",
  "PROTECTED",
  "SHEET_FULL",
  "JOB_GONE",
  "JOB_STOPPED",
];

/** Other failures may pass by themselves, so the watch pauses only after this many failed checks in a row. */
const MAX_FAILURES = 3;

/** Others work with the job, or its credits for today are spent. These are no failures. */
const NO_FAILURE = ["CAP_REACHED", "JOB_TAKEN_OVER", "JOB_PAUSED", "JOB_FINISHED"];

const SPENT_TODAY = "Its credits for today are spent.";

/** The cap counts what may have cost something (service.domain-price). */
const PERHAPS_SPENT = "Its credits for today may be spent: the service does not say which answers were free.";

interface Check {
  watch: Watch;
  /** The most that its job may have spent in all until the end of this day. */
  capHalves: number;
  spentHalves: number;
}

/**
 * Looks for new rows of one watch, and does them with the job engine. A second execution at the same time leaves the
 * watch alone.
 * @param triggerMinutes how often its trigger comes
 * @returns the number of questions whose results were put into the sheet
 */
export async function checkColumn(
  run: TriggerRun,
  jobId: string,
  triggerMinutes: number,
  untilMs: number,
): Promise<number> {
  const { world } = run;
  const begun = begin(world, jobId, triggerMinutes);
  if (begun === null || isRefused(begun)) return 0;
  const driven = await doRows(run, begun, untilMs);
  underLock(world, () => end(world, begun, driven));
  return driven.done;
}

function begin(world: World, jobId: string, triggerMinutes: number): Check | null | Refusal {
  const nowMs = world.clock.nowMs();
  return underLock(world, () => {
    const properties = world.store.all();
    const before = readWatch(properties, jobId);
    if (before?.state !== "on" || before.busyUntilMs > nowMs || !isDue(before, triggerMinutes, nowMs)) return null;
    const spentHalves = spentOfJob(properties, jobId);
    const watch = { ...inItsDay(before, spentHalves, nowMs), checkedMs: nowMs, busyUntilMs: nowMs + LEASE_MS };
    writeWatch(world, watch);
    return { watch, capHalves: watch.spentBefore + watch.halvesADay, spentHalves };
  });
}

/**
 * Does the new rows first, and renews old results with what is left of the day's credits. A renewal is counted as if it
 * cost something, so it could keep new rows waiting for ever.
 */
async function doRows(run: TriggerRun, check: Check, untilMs: number): Promise<Driven> {
  const { hasMore, ...first } = await doSome(run, check, untilMs, true);
  if (!hasMore) return first;
  const { hasMore: _, ...renewed } = await doSome(run, check, untilMs, false);
  const failures = [first, renewed].flatMap(({ rows, failure }) => (rows > 0 ? [failure] : []));
  return {
    ...renewed,
    done: first.done + renewed.done,
    rows: first.rows + renewed.rows,
    failure: failures.every((failure) => failure !== "") ? (failures[0] ?? "") : "",
  };
}

/** @returns with `hasMore` if old results are left to be renewed, and nothing speaks against that */
async function doSome(
  run: TriggerRun,
  { watch, capHalves }: Check,
  untilMs: number,
  isNewFirst: boolean,
): Promise<Driven & { hasMore: boolean }> {
  const { inStep } = run;
  const { jobId } = watch;
  const nothing = { ...NOTHING_DRIVEN, hasMore: false };
  const seen = inStep((fresh) => viewJob(fresh, jobId));
  if (!seen.ok) return { ...nothing, stop: seen };
  if (isPageDriven(seen.data, 0)) return nothing;
  if (seen.data.state === "stopped") return { ...nothing, stop: refusal("JOB_STOPPED") };
  const found = inStep((fresh) => scanAnew(fresh, jobId));
  if (!found.ok) return { ...nothing, stop: found };
  const { ask, write } = found.data;
  const { halvesPerQuestion, spent, epoch } = seen.data;
  if (ask.length + write.length === 0) return nothing;
  if (write.length === 0 && capHalves - spent.halves < halvesPerQuestion)
    return { ...nothing, stop: refusal("CAP_REACHED") };
  const started = inStep((fresh) => resumeJob(fresh, { jobId, withOwnKey: false, capHalves }, epoch));
  if (!started.ok && started.code === "JOB_TAKEN_OVER") return nothing;
  if (!started.ok) return { ...nothing, stop: started };
  const isMixed = isNewFirst && ask.some(isRenewal) && !ask.every(isRenewal);
  const wanted = <Found extends Pick<Scan, "ask">>(scan: Found): Found =>
    isMixed ? { ...scan, ask: scan.ask.filter((question) => !isRenewal(question)) } : scan;
  const { job, scan } = started.data;
  const driven = await drive(run, { job, scan: wanted(scan) }, null, untilMs, {
    step(request) {
      const made = inStep((fresh) => step(fresh, request));
      return made.ok && made.data.do === "scan" ? { ok: true, data: wanted(made.data) } : made;
    },
    // Between two checks the job of a watch is over, so that nobody is asked to resume it.
    end(request) {
      const state = request.state === "paused" ? "finished" : request.state;
      return inStep((fresh) => endJob(fresh, { ...request, state, reason: "" }));
    },
  });
  return { ...driven, hasMore: isMixed && driven.stop === null && driven.epoch === null };
}

const isRenewal = (question: ScannedQuestion): boolean => question.isRenewal === true;

function end(world: World, { watch: begun, spentHalves }: Check, { rows, failure, stop }: Driven): void {
  const { store, clock } = world;
  const properties = store.all();
  const watch = readWatch(properties, begun.jobId);
  // Somebody has ended the watch, or its job was undone.
  if (!watch || watch.by !== begun.by) return;
  const isStopped = stop !== null && !NO_FAILURE.includes(stop.code);
  const isFailure = isStopped || failure !== "";
  // A check that found nothing to do neither counts as a failure nor ends a row of failures.
  const failures = isFailure ? watch.failures + 1 : rows > 0 ? 0 : watch.failures;
  const isHopeless = isStopped && FOR_A_PERSON.includes(stop.code);
  const isPaused = isHopeless || (isFailure && failures >= MAX_FAILURES);
  const why = stop?.code === "CAP_REACHED" ? spentToday(properties, begun.jobId) : (stop?.message ?? failure);
  const halves = Math.max(0, spentOfJob(properties, begun.jobId) - spentHalves);
  addToLog(world, begun.jobId, { atMs: clock.nowMs(), rows, halves, why });
  writeWatch(world, {
    ...watch,
    busyUntilMs: 0,
    failures,
    reason: isPaused && !isHopeless ? `${failures} checks in a row have failed. ${why}` : why,
    state: isPaused ? "paused" : watch.state,
  });
}

function spentToday(properties: Record<string, string>, jobId: string): string {
  const [job, standing] = [readJob(properties, jobId), readStanding(properties, jobId)];
  return job && standing && !spentBy(job.choices.kind, standing.ledger).isExact ? PERHAPS_SPENT : SPENT_TODAY;
}
