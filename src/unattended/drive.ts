import { createDriver, type JobCalls } from "../driver/driver";
import { isOfGoogle } from "../driver/failures";
import type { ClockTriggers } from "../google";
import { endJob, leaveJob } from "../jobs/end";
import { readLeftOutAnew } from "../jobs/leave-out";
import type { AskRequest, EndRequest, ScanRequest, StepRequest, WriteRequest } from "../jobs/protocol";
import { readJob, type World } from "../jobs/record";
import { resumeJob } from "../jobs/resume";
import { isRetryable } from "../jobs/rows";
import { awaitWrites, hasWrittenForLong, isBeingWritten, step, whileWritingAlone } from "../jobs/step";
import { leftWithinToldPrice } from "../jobs/summary";
import { viewJob } from "../jobs/view-jobs";
import type { AskReport, JobView, Scan, StartedJob, StepReport, ToldPrice } from "../jobs/views";
import { nothingWritten } from "../lists/beside";
import { isRefused, moreThanTold, type Refusal, type Result, refusal, refuse } from "../result";
import { type Keys, NO_KEYS } from "../service/input-problems";
import { numbersBetween } from "../sheet/table";
import { noteEnd } from "./end-note";
import { TOGETHER } from "./limits";
import { isWithOthers, pauseAlone, readUnattended } from "./record";
import { giveUpSeat, hasOthers, NOTHING_FOUND, type Seat, takeSeat, takeStretch, tellEpoch } from "./together";

export interface TriggerRun {
  world: World;
  triggers: ClockTriggers;
  /** The world is read anew for each step, because people change the sheet meanwhile. */
  inStep<Data>(work: (world: World) => Data | Refusal): Result<Data>;
}

export const NOTHING_DRIVEN = {
  done: 0,
  rows: 0,
  /** Inputs without a place for their results: their rows are gone or have merged cells. */
  lost: 0,
  /** Cells that have refused their results, or are merged. */
  refusedCells: 0,
  /** The text beside the rows, if all have failed; `""` if one has not. */
  failure: "",
  /** The reason for an early end; `null` if the job goes on later, or all is done. */
  stop: null as Refusal | null,
  /** The last epoch that a trigger drove; `null` if triggers have nothing left to do. */
  epoch: null as number | null,
  /** True if it goes on later because the service or Google is out, or the column to leave out shows errors. */
  isOutage: false,
};
export type Driven = typeof NOTHING_DRIVEN;

/** The sidebar shows it when it is opened next. */
const FINISHED = "Finished while the sidebar was closed.";

export interface TriedJob {
  id: string;
  /** The epoch that triggers have driven last. */
  epoch: number;
  /** True if an outage does not end the job. */
  isPatient: boolean;
}

/** Drives a job until it ends or the time is up, perhaps beside other executions. It asks only what was told. */
export async function driveJob(run: TriggerRun, { id, epoch, isPatient }: TriedJob, untilMs: number): Promise<Driven> {
  const { world, inStep } = run;
  const seen = inStep((fresh) => viewJob(fresh, id));
  if (!seen.ok && seen.code === "JOB_GONE") return NOTHING_DRIVEN;
  if (!seen.ok) return notBegun(run, { jobId: id, isFirst: true, epoch }, isPatient, seen);
  if (seen.data.state !== "running") return { ...NOTHING_DRIVEN, stop: pauseOf(seen.data) };
  const seat = takeSeat(world, id, seen.data.kind);
  if (seat === null) return { ...NOTHING_DRIVEN, epoch };
  try {
    const driven = await driveFrom(run, seat, isPatient, untilMs);
    // If a person has ended the job, that person knows.
    if (driven.epoch === null) inStep((fresh) => noteEnd(fresh, id));
    return driven;
  } finally {
    if (!seat.isGivenUp) giveUpSeat(world, seat, false, false);
  }
}

async function driveFrom(run: TriggerRun, seat: Seat, isPatient: boolean, untilMs: number): Promise<Driven> {
  const { inStep } = run;
  const { jobId, isFirst, epoch } = seat;
  const started = isFirst ? inStep((fresh) => beginFirst(fresh, seat)) : inStep((fresh) => join(fresh, seat));
  if (started.ok && started.data === null) return { ...NOTHING_DRIVEN, epoch };
  const told = inStep((fresh) => leftWithinToldPrice(fresh, jobId));
  if (!started.ok || !told.ok) return notBegun(run, seat, isPatient, (started.ok ? told : started) as Refusal);
  const { job, scan } = started.data as StartedJob;
  const { mostHalves, questions } = told.data;
  const seen = { stretches: scan.stretches, hasWork: isWork(scan), hasSeenAll: isFirst };
  const part: Part = { ...run, seat, job, mostHalves, ...seen, isLeft: false };
  // What other executions ask counts as well, so the server watches the price.
  const price = isFirst ? told.data.price : null;
  const driven = await drive(run, { job: { ...job, done: doneOf(job, questions) }, scan }, price, untilMs, {
    isPatient,
    step(request) {
      if (request.do === "ask") return askWithOthers(part, request);
      if (request.do === "scan") return scanWithOthers(part, request);
      if (request.do === "write") return inStep((fresh) => writeAlone(fresh, request, untilMs));
      return inStep((fresh) => step(fresh, request));
    },
    end: (request, isForLater) => endOrLeave(part, request, isForLater),
  });
  return part.isLeft && driven.stop === null ? { ...driven, epoch: job.epoch } : driven;
}

function notBegun(
  { inStep }: TriggerRun,
  { jobId, isFirst, epoch }: Pick<Seat, "jobId" | "isFirst" | "epoch">,
  isPatient: boolean,
  stop: Refusal,
): Driven {
  // If nobody can go on with the job, the first execution of the next minute gets the same refusal and pauses it.
  if (stop.code === "BUSY" || !isFirst) return { ...NOTHING_DRIVEN, stop, epoch };
  // The column to leave out is often filled by a formula, which may be loading at this moment.
  if (isPatient && (stop.code === "LEFT_OUT_SHRUNK" || isOfGoogle(stop)))
    return { ...NOTHING_DRIVEN, failure: `${stop.message} ${stop.remedy}`, epoch, isOutage: true };
  const paused = inStep((fresh) => pauseAlone(fresh, jobId, stop.message));
  const isOver = paused.ok || paused.code === "JOB_GONE";
  return { ...NOTHING_DRIVEN, stop, epoch: isOver ? null : epoch };
}

/** What one execution does of a job that it drives, perhaps beside others. */
interface Part extends TriggerRun {
  seat: Seat;
  job: JobView;
  mostHalves: number | null;
  stretches: number;
  hasWork: boolean;
  /** True if no stretch of its last pass was left to others, who may end for now without having done it. */
  hasSeenAll: boolean;
  isLeft: boolean;
}

function askWithOthers({ inStep, seat: { seat }, job, mostHalves }: Part, request: AskRequest) {
  const together = { seat, mostHalves };
  const asked = inStep((fresh) => step(fresh, { ...request, lane: seat, together }));
  return isShort(asked, job, mostHalves)
    ? { ...asked, data: { ...asked.data, stop: moreThanTold("what is left") } }
    : asked;
}

function scanWithOthers(part: Part, request: ScanRequest): Result<ScanReport> {
  const { world, inStep, seat } = part;
  // Only the last execution that is left makes later passes.
  const isLaterPass = request.stretches > 1;
  if (isLaterPass && request.stretch === 0) part.hasSeenAll = true;
  if (isLaterPass && hasOthers(world, seat)) {
    part.hasSeenAll = false;
    return { ok: true, data: NOTHING_FOUND };
  }
  const stretch = isLaterPass ? request.stretch : takeStretch(world, seat, request.stretch);
  part.hasSeenAll &&= stretch === request.stretch;
  const scanned = inStep((fresh) => step(fresh, { ...request, stretch }) as ScanReport | Refusal);
  if (scanned.ok) {
    part.stretches = Math.max(part.stretches, scanned.data.stretches);
    part.hasWork ||= isWork(scanned.data);
  }
  return scanned;
}

function writeAlone(world: World, request: WriteRequest, untilMs: number): StepReport | Refusal {
  // A killed execution that was writing is waited for: to give up would pause the job for all.
  awaitWrites(world, request.jobId, untilMs);
  return whileWritingAlone(world, request.jobId, () => step(world, request)) ?? BUSY_WRITE;
}

/** @param isForLater true if the job is to go on later */
function endOrLeave(part: Part, request: EndRequest, isForLater: boolean): Result<JobView> {
  const { world, inStep, seat, job, stretches } = part;
  const isOver = request.state === "finished";
  const left = isOver ? giveUpSeat(world, seat, true, part.hasWork) : null;
  const isLast = isOver ? left?.isLast === true : !hasOthers(world, seat);
  // If nobody has found work, no result can have been lost: it is enough that all have seen the list together.
  const isListSeen = part.hasSeenAll || (left !== null && !left.hasWork && isWhole(left.taken, stretches));
  part.isLeft = isForLater || (isOver && !(isLast && isListSeen));
  // Each execution has counted only what it has done itself.
  const counted = TOGETHER.includes(job.kind) ? inStep((fresh) => leftWithinToldPrice(fresh, seat.jobId)) : null;
  const done = counted?.ok ? doneOf(job, counted.data.questions) : request.done;
  const now = { ...request, done, hasLanded: request.hasLanded && isLast };
  if (part.isLeft) return inStep((fresh) => leaveJob(fresh, now));
  return inStep((fresh) => endJob(fresh, { ...now, reason: isOver ? FINISHED : request.reason }));
}

/** A page that was closed has not counted its last write. */
const doneOf = ({ done, toAsk }: JobView, left: number | null): number =>
  left === null || toAsk === null ? done : Math.max(done, toAsk - left);

type ScanReport = Extract<StepReport, { do: "scan" }>;

const isWork = ({ ask, write }: Scan): boolean => ask.length + write.length > 0;

const isWhole = (taken: number[], stretches: number): boolean =>
  numbersBetween(0, stretches - 1).every((stretch) => taken.includes(stretch));

/** Others work with the job, or on its column with another key. */
const WAITED_FOR = ["JOB_TAKEN_OVER", "COLUMN_TAKEN"];

/** Goes on with a job that no other execution drives. @returns `null` if others are waited for */
function beginFirst(world: World, { jobId, epoch, own }: Seat): StartedJob | null | Refusal {
  const seen = viewJob(world, jobId);
  if (isRefused(seen)) return seen;
  // If Google is slow, the first write of a page may take longer than a minute.
  if (isPageDriven(seen, epoch) || isBeingWritten(world, jobId)) return null;
  if (seen.epoch !== epoch && hasWrittenForLong(world, jobId)) return null;
  const left = leftOutNow(world, jobId);
  if (isRefused(left)) return left;
  // Somebody may resume the job, or the last execution may end it, at this moment.
  const started = resumeJob(world, { jobId, withOwnKey: false }, ({ epoch: now, state, capHalves }) =>
    now === seen.epoch && state === "running" ? capHalves : refusal("JOB_TAKEN_OVER"),
  );
  if (isRefused(started)) return WAITED_FOR.includes(started.code) ? null : started;
  tellEpoch(world, jobId, started.job.epoch);
  // The person may have said meanwhile that it is to go on no longer.
  if (!isStillToGoOn(world, jobId)) {
    const request = { jobId, epoch: started.job.epoch, state: "paused", reason: "", hasLanded: true } as const;
    if (isWithOthers(world, jobId)) leaveJob(world, request);
    else endJob(world, request);
    return null;
  }
  own.push(0);
  return started;
}

const isStillToGoOn = (world: World, jobId: string): boolean =>
  readUnattended(world).jobs.some(({ id }) => id === jobId);

/** Reads the column to leave out before the job is resumed, because a refusal afterwards would pause it. */
function leftOutNow(world: World, jobId: string): Keys | Refusal {
  const job = readJob(world.store.all(), jobId);
  return job ? readLeftOutAnew(world, job) : NO_KEYS;
}

/** Another execution drives the job. @returns `null` if others have taken it over */
function join(world: World, seat: Seat): StartedJob | null | Refusal {
  const { jobId, epoch } = seat;
  const job = viewJob(world, jobId);
  if (isRefused(job)) return job;
  if (job.epoch !== epoch || job.state !== "running" || !job.isYourKey) return null;
  const stretch = takeStretch(world, seat, 0);
  const scan = step(world, { do: "scan", jobId, epoch, stretch, stretches: 1, waitMs: 0 });
  return isRefused(scan) ? scan : { job, scan: scan as Scan & StepReport };
}

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

const BUSY_WRITE: StepReport = nothingWritten({ do: "write", written: null, isBusy: true, stop: null });

/** True if a driver other than our executions has asked lately. */
export const isPageDriven = ({ isActive, epoch, state }: JobView, ownEpoch: number): boolean =>
  state === "running" && isActive && epoch !== ownEpoch;

interface DriverCalls {
  /** True if the job goes on later when an outage would pause it. */
  isPatient: boolean;
  step(request: StepRequest): Result<StepReport>;
  /** @param isForLater true if the job is to go on later */
  end(request: EndRequest, isForLater: boolean): Result<JobView>;
}

/** @param price the price that the person was told; `null` if only the job's limit counts */
export async function drive(
  { world: { clock } }: TriggerRun,
  { job, scan }: StartedJob,
  price: ToldPrice | null,
  untilMs: number,
  serverCalls: DriverCalls,
): Promise<Driven> {
  let isTimeUp = false;
  let isOutage = false;
  const calls: JobCalls = {
    async step(request) {
      if (!isTimeUp && clock.nowMs() >= untilMs) {
        isTimeUp = true;
        driver.pause();
      }
      return isTimeUp && request.do !== "write" ? refusal("JOB_PAUSED") : serverCalls.step(request);
    },
    async end(request) {
      return serverCalls.end(request, (isTimeUp || isOutage) && request.state === "paused");
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
    onOutage() {
      isOutage = serverCalls.isPatient;
    },
  });
  const { state, stop, progress, job: left } = await driver.run();
  const { done, rows, lost, refusedCells, byStatus } = progress;
  const counts = { done, rows, lost, refusedCells };
  const texts = Object.keys(byStatus);
  const failure = texts.every(isRetryable) ? (texts[0] ?? "") : "";
  const pause = left?.epoch === job.epoch ? pauseOf(left) : null;
  const isForLater = isOutage || isTimeUp || stop?.code === "JOB_TAKEN_OVER";
  if (state === "paused" && !pause && isForLater) {
    const words = isOutage ? stop?.message : undefined;
    return { ...counts, failure: words ?? failure, stop: null, epoch: job.epoch, isOutage };
  }
  // If Google has not let it note the end, the next execution does.
  return { ...counts, failure, stop: pause ?? stop, epoch: left ? null : job.epoch, isOutage: false };
}

/** The reason why a job was paused, by any execution; `null` if it was not paused, or a person did it. */
const pauseOf = ({ state, reason }: JobView): Refusal | null =>
  state === "paused" && reason !== "" ? refuse("JOB_PAUSED", reason, "") : null;
