import { whenSheetsAreFree } from "../lists/sheet-lease";
import { takeOutHelpers } from "../lists/visible-rows";
import { cut, isRefused, type Refusal, refusal } from "../result";
import { unlessGoogleFails } from "../sheet/table";
import { readStanding, type Standing, writeStanding } from "./credits";
import { leaveToOthers } from "./kinds/made-columns";
import { unpinLeftOut } from "./leave-out";
import type { EndRequest, StepRequest, UndoRequest } from "./protocol";
import {
  changeStanding,
  isEndedWatch,
  type Job,
  listRecords,
  readJob,
  removeJob,
  sheetsOf,
  underLock,
  type World,
  watchName,
  worksIn,
} from "./record";
import { awaitWrites, brake, kindOf, step } from "./step";
import { viewOf } from "./view-jobs";
import type { JobView, StepReport, UndoView, WriteReport } from "./views";

/** A page sends these words, and everybody sees them. */
const MAX_REASON_CHARACTERS = 200;

/**
 * Pauses, stops or finishes a job. Nothing of its epoch is asked any more, but answers on their way are written. A
 * driver of an earlier epoch changes nothing.
 */
export function endJob(world: World, request: EndRequest): JobView | Refusal {
  const { jobId, epoch, state, reason } = request;
  // Whoever has finished has nothing left to ask.
  if (state !== "finished") brake(world, jobId, epoch);
  const changed = changeStanding(world, jobId, (standing) => {
    if (standing.epoch !== epoch) return standing;
    // Other drivers of the epoch learn only that the job is paused, so the first reason counts.
    const words = (standing.state === state && standing.reason) || reason;
    // The last execution may have finished just before somebody paused.
    const isOver = standing.state === "finished" && state === "paused";
    const ended = isOver ? {} : { state, reason: cut(words, MAX_REASON_CHARACTERS) };
    return { ...landed(standing, request), ...ended };
  });
  if (isRefused(changed)) return changed;
  const { record, standing, properties } = changed;
  takeOutHelpers(world, properties);
  // A driver knows the names of the sheets, and that this epoch has its key. Reading them would take more calls.
  const isKnown = state === "finished" && standing.state === state && standing.epoch === epoch;
  const { keyFingerprint: fingerprint } = standing;
  return viewOf(world, record, properties, isKnown ? { fingerprint, nameOf: () => "" } : {});
}

/** Makes one call of a job's driver. A write that leaves nothing to do also ends the job, if the driver wants it. */
export function stepJob(world: World, request: StepRequest): StepReport | Refusal {
  const beganMs = world.clock.nowMs();
  const report = step(world, request);
  if (isRefused(report) || report.do !== "write" || request.do !== "write" || !request.end) return report;
  const { end } = request;
  const mayEnd = leavesNothing(report) && world.clock.nowMs() - beganMs <= end.withinMs;
  // If Google fails, the driver ends the job.
  const ended = mayEnd ? unlessGoogleFails(() => endJob(world, end)) : null;
  return !ended || isRefused(ended) ? report : { ...report, ended };
}

const leavesNothing = ({ isBusy, isDisturbed, stop, leftKeys, lostKeys }: WriteReport): boolean =>
  !isBusy && !isDisturbed && stop === null && leftKeys.length + lostKeys.length === 0;

/** The job stays running for the next driver, and nothing of its epoch is on its way. */
export function leaveJob(world: World, request: EndRequest): JobView | Refusal {
  const changed = changeStanding(world, request.jobId, (standing) =>
    standing.epoch === request.epoch ? landed(standing, request) : standing,
  );
  return isRefused(changed) ? changed : viewOf(world, changed.record, changed.properties);
}

const landed = (standing: Standing, { epoch, hasLanded, done }: EndRequest): Standing => ({
  ...standing,
  landed: hasLanded ? epoch : standing.landed,
  done: done ?? standing.done,
});

/**
 * Deletes the columns and sheets that a job has made, and clears its rows elsewhere. Cells that people have filled are
 * counted first, and stay unless the request says otherwise. Spent credits do not come back.
 */
export function undoJob(world: World, request: UndoRequest): UndoView | Refusal {
  const properties = world.store.all();
  const job = readJob(properties, request.jobId);
  if (!job) return refusal("JOB_GONE");
  const undone = request.do === "look" ? kindOf(job.choices.kind).undo(world, job, request) : undo(world, job, request);
  if (isRefused(undone)) return undone;
  const ended = endedBy(properties, job, undone.removesSheet);
  const endedWatches = ended.filter(({ id }) => watchName(id) in properties).length;
  return { ...undone, endedWatches, endedJobs: ended.length - endedWatches };
}

function undo(world: World, job: Job, request: UndoRequest): UndoView | Refusal {
  takeOutHelpers(world, world.store.all());
  const stopped = changeStanding(world, job.id, (standing) => {
    brake(world, job.id, standing.epoch);
    // A check in between would do the rows again.
    for (const { id } of endedBy(world.store.all(), job, false)) endWatch(world, id);
    const state = standing.state === "finished" ? "finished" : "stopped";
    return { ...standing, state, epoch: standing.epoch + 1, isUndoing: true };
  });
  // If the job is gone here, an execution died while it forgot the job: the rest goes now.
  if (isRefused(stopped) && stopped.code !== "JOB_GONE") return stopped;
  awaitWrites(world, job.id);
  return whenSheetsAreFree(world, sheetsOf(job), (leased) => takeOut(leased, request));
}

/** The sheets are leased. Somebody may have undone or resumed the job before that. */
function takeOut(world: World, request: UndoRequest): UndoView | Refusal {
  const { store } = world;
  const properties = store.all();
  const job = readJob(properties, request.jobId);
  if (!job) return refusal("JOB_GONE");
  if (readStanding(properties, job.id)?.isUndoing === false) return refusal("JOB_TAKEN_OVER");
  const kind = kindOf(job.choices.kind);
  const undone = kind.undo(world, job, request);
  if (isRefused(undone)) return undone;
  const forgotten = underLock(world, () => {
    for (const { id } of undone.removesSheet ? endedBy(properties, job, true) : []) endWatch(world, id);
    kind.forget?.(world, job);
    unpinLeftOut(world, job);
    leaveToOthers(store, job, undone.removedFields);
    removeJob(store, job.id);
  });
  if (isRefused(forgotten)) return forgotten;
  return undone;
}

/**
 * A check at work asks nothing more, and one that still reads the sheet does not begin to ask. What is on its way is
 * written. To be called under the document lock.
 */
export function endWatch(world: World, jobId: string): void {
  const properties = world.store.all();
  const standing = readStanding(properties, jobId);
  if (watchName(jobId) in properties && standing?.state === "running") {
    brake(world, jobId, standing.epoch);
    world.store.setAll(writeStanding(jobId, { ...standing, state: "finished", reason: "" }));
  }
  world.store.remove(watchName(jobId));
}

/** What an undo ends besides its own job: checks for new rows, and all that goes on in a sheet that it deletes. */
const endedBy = (properties: Record<string, string>, job: Job, removesSheet: boolean): Job[] =>
  listRecords(properties).filter(
    (other) =>
      isEndedWatch(properties, job, other) ||
      (removesSheet && other.id !== job.id && worksIn(properties, other, job.list?.sheetId)),
  );
