import { createDriver, type JobCalls } from "../driver/driver";
import type { ClockTriggers } from "../google";
import { endJob, leaveJob, leftAsTold, resumeJob, viewJob } from "../jobs/end";
import { awaitWrites, isBeingWritten, whileWritingAlone } from "../jobs/locks";
import type { EndRequest, StepRequest } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { isRetryable } from "../jobs/rows";
import { step } from "../jobs/step";
import type { AskReport, JobView, Scan, StartedJob, StepReport, ToldPrice } from "../jobs/views";
import { nothingWritten } from "../lists/beside";
import { isRefused, type Refusal, type Result, refusal, refuse } from "../result";
import { noteEnd } from "./end-note";
import { TOGETHER } from "./limits";
import { isWithOthers } from "./record";
import { hasOthers, leaveSeat, NOTHING_FOUND, type Seat, takeSeat, takeStretch, tellEpoch } from "./together";

/** Everything that one execution of a trigger works with. */
export interface TriggerRun {
  world: World;
  triggers: ClockTriggers;
  /** Does one step of a job, in a world that is read anew: people change the sheet meanwhile. */
  inStep<Data>(work: (world: World) => Data | Refusal): Result<Data>;
}

/** What one execution has done for a job. */
export interface Driven {
  /** Questions whose results it has put into the sheet. */
  done: number;
  /** Rows that have got a result. */
  rows: number;
  /** What stands beside them, if all have failed; `""` if one has not. */
  failure: string;
  /** Why it ended early; `null` if it goes on later, or all is done. */
  stop: Refusal | null;
  /** The epoch that was driven last, if there is more to be done without the person. */
  epoch: number | null;
}

/** Nothing was to be done, or could be. */
export const NOTHING_DRIVEN: Driven = { done: 0, rows: 0, failure: "", stop: null, epoch: null };

/** Told at the next opening. */
const FINISHED = "Finished while the sidebar was closed.";

/**
 * Drives a job that a person has started until it ends or the time is up, beside other executions that drive it. It asks
 * what the dry run has told.
 * @param epoch that triggers have last driven
 */
export async function driveJob(run: TriggerRun, id: string, epoch: number, untilMs: number): Promise<Driven> {
  const { world, inStep } = run;
  const seen = inStep((fresh) => viewJob(fresh, id));
  if (!seen.ok) return NOTHING_DRIVEN;
  if (seen.data.state !== "running") return { ...NOTHING_DRIVEN, stop: pauseOf(seen.data) };
  const seat = takeSeat(world, id, seen.data.kind);
  if (seat === null) return { ...NOTHING_DRIVEN, epoch };
  try {
    const driven = await driveFrom(run, seat, untilMs);
    // A person who ends it knows.
    if (driven.epoch === null) inStep((fresh) => noteEnd(fresh, id));
    return driven;
  } finally {
    leaveSeat(world, seat);
  }
}

async function driveFrom(run: TriggerRun, seat: Seat, untilMs: number): Promise<Driven> {
  const { world, inStep } = run;
  const { jobId, isFirst, epoch } = seat;
  const started = isFirst ? inStep((fresh) => beginFirst(fresh, seat)) : inStep((fresh) => join(fresh, seat));
  if (started.ok && started.data === null) return { ...NOTHING_DRIVEN, epoch };
  const told = inStep((fresh) => leftAsTold(fresh, jobId));
  if (!started.ok || !told.ok) {
    const stop = (started.ok ? told : started) as Refusal;
    // If nobody can go on with it, the first one of the next minute meets the same.
    if (stop.code === "BUSY" || !isFirst) return { ...NOTHING_DRIVEN, stop, epoch };
    inStep((fresh) => pauseJob(fresh, jobId, stop.message));
    return { ...NOTHING_DRIVEN, stop };
  }
  const { job, scan } = started.data as StartedJob;
  const { mostHalves, questions } = told.data;
  // What others ask beside it counts as well: the server looks after that.
  const price = isFirst ? told.data.price : null;
  // A page that was closed has not counted its last write.
  const doneOf = (left: number | null): number =>
    left === null || job.toAsk === null ? job.done : Math.max(job.done, job.toAsk - left);
  let isLeft = false;
  const driven = await drive(run, { job: { ...job, done: doneOf(questions) }, scan }, price, untilMs, {
    step(request) {
      if (request.do === "ask") {
        const together = { seat: seat.seat, mostHalves };
        const asked = inStep((fresh) => step(fresh, { ...request, lane: seat.seat, together }));
        return isShort(asked, job, mostHalves) ? { ...asked, data: { ...asked.data, stop: MORE_THAN_TOLD } } : asked;
      }
      if (request.do === "scan") {
        // Later passes are for the last one that is left.
        if (request.stretches > 1 && hasOthers(world, seat)) return { ok: true, data: NOTHING_FOUND };
        const stretch = request.stretches > 1 ? request.stretch : takeStretch(world, seat, request.stretch);
        return inStep((fresh) => step(fresh, { ...request, stretch }));
      }
      if (request.do === "write")
        return inStep((fresh) => {
          // One that was killed while it wrote is waited for: to give up would pause the job for all of them.
          awaitWrites(fresh, jobId, untilMs);
          return whileWritingAlone(fresh, jobId, () => step(fresh, request)) ?? BUSY_WRITE;
        });
      return inStep((fresh) => step(fresh, request));
    },
    end(request, isTimeUp) {
      const isLast = !hasOthers(world, seat);
      const isOver = request.state === "finished";
      isLeft = isTimeUp || (isOver && !isLast);
      // Each execution has counted only what it has done itself.
      const counted = TOGETHER.includes(job.kind) ? inStep((fresh) => leftAsTold(fresh, jobId)) : null;
      const done = counted?.ok ? doneOf(counted.data.questions) : request.done;
      const now = { ...request, done, hasLanded: request.hasLanded && isLast };
      if (isLeft) return inStep((fresh) => leaveJob(fresh, now));
      return inStep((fresh) => endJob(fresh, { ...now, reason: isOver ? FINISHED : request.reason }));
    },
  });
  return isLeft && driven.stop === null ? { ...driven, epoch: job.epoch } : driven;
}

/** Goes on with a job that no other execution drives. @returns `null` if a page does */
function beginFirst(world: World, { jobId, epoch, own }: Seat): StartedJob | null | Refusal {
  const seen = viewJob(world, jobId);
  if (isRefused(seen)) return seen;
  // The first write of a page may take longer than a minute on a slow Google.
  if (isPageDriven(seen, epoch) || isBeingWritten(world, jobId)) return null;
  const started = resumeJob(world, { jobId, withOwnKey: false }, seen.epoch);
  if (isRefused(started)) return started.code === "JOB_TAKEN_OVER" ? null : started;
  tellEpoch(world, jobId, started.job.epoch);
  own.push(0);
  return started;
}

/** No trigger goes on with the job: it says why, unless that of somebody else is still to do so. */
function pauseJob(world: World, jobId: string, reason: string): null {
  const seen = viewJob(world, jobId);
  if (!isRefused(seen) && seen.state === "running" && !isWithOthers(world, jobId))
    endJob(world, { jobId, epoch: seen.epoch, state: "paused", reason, hasLanded: false });
  return null;
}

/** Goes on with other rows of a job that another execution drives. @returns `null` if it is driven by others now */
function join(world: World, seat: Seat): StartedJob | null | Refusal {
  const { jobId, epoch } = seat;
  const job = viewJob(world, jobId);
  if (isRefused(job)) return job;
  if (job.epoch !== epoch || job.state !== "running" || !job.isYourKey) return null;
  const stretch = takeStretch(world, seat, 0);
  const scan = step(world, { do: "scan", jobId, epoch, stretch, stretches: 1, waitMs: 0 });
  return isRefused(scan) ? scan : { job, scan: scan as Scan & StepReport };
}

const MORE_THAN_TOLD = refuse(
  "MORE_THAN_TOLD",
  "The list has changed since the cost was told: what is left could exceed it.",
  "Resume to do it, too: it says what it costs.",
);

/** True if what was told is spent, and not the limit of the job. */
const isShort = (
  asked: Result<StepReport>,
  { capHalves }: JobView,
  mostHalves: number | null,
): asked is { ok: true; data: AskReport } =>
  asked.ok &&
  asked.data.do === "ask" &&
  asked.data.stop?.code === "CAP_REACHED" &&
  mostHalves !== null &&
  (capHalves === null || mostHalves < capHalves);

const BUSY_WRITE: StepReport = { do: "write", ...nothingWritten(), written: null, isBusy: true, stop: null };

/** True while another driver than an execution of ours has asked lately. */
export const isPageDriven = ({ isActive, epoch, state }: JobView, ownEpoch: number): boolean =>
  state === "running" && isActive && epoch !== ownEpoch;

/** What its calls do. */
interface Ways {
  step(request: StepRequest): Result<StepReport>;
  /** @param isTimeUp the job is to go on later */
  end(request: EndRequest, isTimeUp: boolean): Result<JobView>;
}

/**
 * Runs the driver of the page in one execution.
 * @param price the price that the person was told; `null` if the job's limit alone counts
 */
export async function drive(
  { world: { clock } }: TriggerRun,
  { job, scan }: StartedJob,
  price: ToldPrice | null,
  untilMs: number,
  ways: Ways,
): Promise<Driven> {
  let isTimeUp = false;
  const calls: JobCalls = {
    async step(request) {
      if (!isTimeUp && clock.nowMs() >= untilMs) {
        isTimeUp = true;
        driver.pause();
      }
      return isTimeUp && request.do !== "write" ? refusal("JOB_PAUSED") : ways.step(request);
    },
    async end(request) {
      return ways.end(request, isTimeUp && request.state === "paused");
    },
  };
  const driver = createDriver({
    job,
    scan,
    calls,
    nowMs: clock.nowMs,
    sleep: async (ms) => clock.sleep(ms),
    price,
    // Each call ends before the next one can begin.
    lanes: 1,
    isUnwatched: true,
  });
  const { state, stop, progress, job: left } = await driver.run();
  const { done, rows, byStatus } = progress;
  const texts = Object.keys(byStatus);
  const failure = texts.every(isRetryable) ? (texts[0] ?? "") : "";
  const pause = left?.epoch === job.epoch ? pauseOf(left) : null;
  if (state === "paused" && !pause && (isTimeUp || stop?.code === "JOB_TAKEN_OVER"))
    return { done, rows, failure, stop: null, epoch: job.epoch };
  return { done, rows, failure, stop: pause ?? stop, epoch: null };
}

/** Why a job was paused, by whatever execution; `null` if it was not, or by a person. */
const pauseOf = ({ state, reason }: JobView): Refusal | null =>
  state === "paused" && reason !== "" ? refuse("JOB_PAUSED", reason, "") : null;
