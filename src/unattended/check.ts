import { closeUnanswered, type Spent } from "../jobs/credits";
import { endJob } from "../jobs/end";
import { changeStanding, readJob, readKnown, underLock, type World } from "../jobs/record";
import { resumeJob, scanAnew } from "../jobs/resume";
import { isRunWithOtherKey, step } from "../jobs/step";
import { viewJob } from "../jobs/view-jobs";
import { type Scan, type StepReport, settledOf } from "../jobs/views";
import { isRefused, type Refusal, refusal } from "../result";
import { type Driven, drive, isPageDriven, NOTHING_DRIVEN, type TriggerRun } from "./drive";
import { RUN_LEASE_MS } from "./limits";
import {
  addToLog,
  afterTrying,
  inItsDay,
  isDue,
  isInVain,
  MAX_FAILURES,
  minutesBetween,
  readWatch,
  spentOfJob,
  spentToday,
  type Watch,
  writeWatch,
} from "./watch";

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
  "SHEET_FULL",
  "JOB_GONE",
  "JOB_STOPPED",
];

/** Stops that are no failures: others work with the job, or its credits for today are spent. */
const HARMLESS_STOPS = ["CAP_REACHED", "JOB_TAKEN_OVER", "JOB_PAUSED", "JOB_FINISHED"];

/** Nothing tells rows that are gone from those with merged cells; only the latter are found again by each check. */
const lostText = (count: number): string =>
  count === 0
    ? ""
    : `${count === 1 ? "One result has" : `${count} results have`} found no place. If there are merged cells in the way, unmerge them.`;

const refusedText = (count: number): string =>
  count === 0
    ? ""
    : `${count === 1 ? "One cell" : `${count} cells`} did not accept the result: a data validation rule refuses it, or the cell is merged.`;

interface Check {
  watch: Watch;
  isNewDay: boolean;
  /** The most that its job may have spent in all until the end of this day. */
  capHalves: number;
  /** Before it has begun. */
  spent: Spent;
}

/**
 * Looks for new rows of one watch, and does them. A second execution at the same time leaves the watch alone.
 * @param triggerMinutes how often its trigger comes @returns the questions whose results came into the sheet
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
    const known = readKnown(properties, jobId);
    // Its next look comes with its next trigger.
    if (!isRefused(known) && isRunWithOtherKey(properties, known.job, known.standing.keyFingerprint, nowMs))
      return null;
    if (before?.state !== "on" || before.busyUntilMs > nowMs || !isDue(before, triggerMinutes, nowMs)) return null;
    const spent = spentOfJob(properties, jobId);
    const watch = { ...inItsDay(before, spent.halves, nowMs), checkedMs: nowMs, busyUntilMs: nowMs + RUN_LEASE_MS };
    writeWatch(world, watch);
    const isNewDay = watch.dayFromMs !== before.dayFromMs;
    return { watch, isNewDay, capHalves: watch.spentBefore + watch.halvesADay, spent };
  });
}

/** `tried` are the inputs of the rows that it has tried to do, one for each row, be it with results that others have. */
type Checked = Driven & { tried: string[] };

const NOTHING_DONE: Checked = { ...NOTHING_DRIVEN, tried: [] };

/** Does new rows before renewals, which count as if they cost something and could keep new rows waiting for ever. */
async function doRows(
  run: TriggerRun,
  { watch, isNewDay, capHalves, spent }: Check,
  untilMs: number,
): Promise<Checked> {
  const { inStep, world } = run;
  const { jobId } = watch;
  // What had no answer yesterday counts among yesterday's credits, and today's once more if it is asked again.
  if (isNewDay)
    inStep((fresh) => changeStanding(fresh, jobId, (now) => ({ ...now, ledger: closeUnanswered(now.ledger) })));
  const seen = inStep((fresh) => viewJob(fresh, jobId));
  if (!seen.ok) return { ...NOTHING_DONE, stop: seen };
  if (isPageDriven(seen.data, 0)) return NOTHING_DONE;
  if (seen.data.state === "stopped") return { ...NOTHING_DONE, stop: refusal("JOB_STOPPED") };
  const found = inStep((fresh) => scanAnew(fresh, jobId));
  if (!found.ok) return { ...NOTHING_DONE, stop: found };
  const { ask, write } = found.data;
  if (ask.length + write.length === 0) return NOTHING_DONE;
  const keys = [...ask.map(({ key }) => key), ...write.flatMap(({ key, rows }) => rows.map(() => key))].sort();
  if (isInVain(watch, keys, world.clock.nowMs())) return { ...NOTHING_DONE, lost: new Set(keys).size };
  // What is held was asked today, and costs nothing more when it is asked again.
  const leftHalves = capHalves - spent.halves + seen.data.spent.heldHalves;
  if (write.length === 0 && leftHalves < seen.data.halvesPerQuestion)
    return { ...NOTHING_DONE, stop: refusal("CAP_REACHED") };
  const started = inStep((fresh) =>
    resumeJob(fresh, { jobId, withOwnKey: false }, ({ epoch }) =>
      epoch === seen.data.epoch ? capOf(fresh, watch) : refusal("JOB_TAKEN_OVER"),
    ),
  );
  if (!started.ok && started.code === "JOB_TAKEN_OVER") return NOTHING_DONE;
  if (!started.ok) return { ...NOTHING_DONE, stop: started };
  const hasNew = ask.some(({ isRenewal }) => !isRenewal);
  const newFirst = <Found extends Scan>(scan: Found): Found => ({
    ...scan,
    ask: scan.ask.filter(({ isRenewal }) => !isRenewal || !hasNew),
  });
  const { job, scan } = started.data;
  const driven = await drive(run, { job, scan: newFirst(scan) }, null, untilMs, {
    // A watch has its own way to wait.
    isPatient: false,
    step(request) {
      const made = inStep((fresh) => step(fresh, request));
      // Only the first pass scans single stretches. It has found something, so another one follows.
      const isFirstPass = request.do === "scan" && request.stretches === 1;
      return isFirstPass && made.ok ? { ...made, data: newFirst(made.data as Scan & StepReport) } : made;
    },
    // Between two checks the job of a watch is over, so that nobody is asked to resume it.
    end(request) {
      const state = request.state === "paused" ? "finished" : request.state;
      return inStep((fresh) => endJob(fresh, { ...request, state, reason: "" }));
    },
  });
  return { ...driven, tried: keys };
}

/** People may have changed or ended the watch since its check began. */
function capOf({ store }: World, { jobId, by }: Watch): number | Refusal {
  const now = readWatch(store.all(), jobId);
  return now?.by === by ? now.spentBefore + now.halvesADay : refusal("JOB_FINISHED");
}

function end(
  world: World,
  { watch: begun, isNewDay, spent }: Check,
  { rows, lost, refusedCells, failure, stop, tried }: Checked,
): void {
  const { store, clock } = world;
  const properties = store.all();
  const watch = readWatch(properties, begun.jobId);
  // Somebody has ended the watch, or its job was undone.
  if (!watch || watch.by !== begun.by) return;
  const isStopped = stop !== null && !HARMLESS_STOPS.includes(stop.code);
  const isFailure = isStopped || failure !== "";
  // A check that found nothing to do is no failure. It ends the long waits, but not the row of failures.
  const failures = isFailure ? watch.failures + 1 : rows > 0 ? 0 : Math.min(watch.failures, MAX_FAILURES - 1);
  // Where nothing can be written, Google may have failed for some minutes, but hardly twice in a row.
  const isRefusedAgain = ["COLUMNS_REFUSED", "NOT_WRITTEN"].includes(stop?.code ?? "") && failures > 1;
  const isHopeless = isStopped && (isRefusedAgain || FOR_A_PERSON.includes(stop.code));
  const ended: Watch = { ...watch, busyUntilMs: 0, failures, state: isHopeless ? "paused" : watch.state };
  const hours = minutesBetween(ended) / 60;
  const kind = readJob(properties, begun.jobId)?.choices.kind;
  const why =
    stop?.code === "CAP_REACHED"
      ? spentToday(kind)
      : (stop?.message ?? (failure || lostText(lost) || refusedText(refusedCells)));
  // What has lost its answer counts in full on a new day. Asked again, a search tells its cost, and a verification that it was charged.
  const before = isNewDay && kind !== "verify" ? spent.halves : settledOf(spent);
  const halves = Math.max(0, settledOf(spentOfJob(properties, begun.jobId)) - before);
  addToLog(world, begun.jobId, { atMs: clock.nowMs(), rows, halves, why });
  const looksRarely = !isHopeless && failures >= MAX_FAILURES;
  const told = looksRarely
    ? `${failures} checks in a row have failed: it tries again every ${hours} hours. ${why}`
    : why;
  const hasLost = lost > 0 && !isFailure;
  const after = tried.length > 0 ? afterTrying(ended, tried, hasLost, clock.nowMs()) : ended;
  // Nothing is tried again before somebody presses this button.
  const remedy = stop?.remedy.replace("try again", "press Resume");
  writeWatch(world, { ...after, reason: isHopeless ? `${told} ${remedy}`.trim() : told });
}
