import { createDriver, type JobCalls } from "../driver/driver";
import type { ClockTriggers } from "../google";
import { endJob, leaveJob, leftAsTold, resumeJob, viewJob } from "../jobs/end";
import type { World } from "../jobs/record";
import { isRetryable } from "../jobs/rows";
import { step } from "../jobs/step";
import type { JobView, StartedJob, ToldPrice } from "../jobs/views";
import { type Refusal, type Result, refusal } from "../result";

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
 * Drives a job that a person has started until it ends or the time is up. It asks what the dry run has told.
 * @param epoch that a trigger has last driven
 */
export async function driveJob(run: TriggerRun, id: string, epoch: number, untilMs: number): Promise<Driven> {
  const { inStep } = run;
  const seen = inStep((fresh) => viewJob(fresh, id));
  if (!seen.ok || seen.data.state !== "running") return NOTHING_DRIVEN;
  if (isPageDriven(seen.data, epoch)) return { ...NOTHING_DRIVEN, epoch };
  const started = inStep((fresh) => resumeJob(fresh, { jobId: id, withOwnKey: false }));
  const told = inStep((fresh) => leftAsTold(fresh, id));
  if (!started.ok || !told.ok) {
    const stop = (started.ok ? told : started) as Refusal;
    return { ...NOTHING_DRIVEN, stop, epoch: stop.code === "BUSY" ? epoch : null };
  }
  const { job, scan } = started.data;
  const { price, questions } = told.data;
  // A page that was closed has not counted its last write.
  const done = questions === null || job.toAsk === null ? job.done : Math.max(job.done, job.toAsk - questions);
  return await drive(run, { job: { ...job, done }, scan }, price, untilMs, {
    async end(request) {
      const reason = request.state === "finished" ? FINISHED : request.reason;
      return inStep((fresh) => endJob(fresh, { ...request, reason }));
    },
  });
}

/** True while another driver than an execution of ours has asked lately. */
export const isPageDriven = ({ isActive, epoch, state }: JobView, ownEpoch: number): boolean =>
  state === "running" && isActive && epoch !== ownEpoch;

/**
 * Runs the driver of the page in one execution.
 * @param price the price that the person was told; `null` if the job's limit alone counts
 * @param ending how the job is left when it has ended before the time is up
 */
export async function drive(
  { world: { clock }, inStep }: TriggerRun,
  { job, scan }: StartedJob,
  price: ToldPrice | null,
  untilMs: number,
  ending: Pick<JobCalls, "end">,
): Promise<Driven> {
  let isTimeUp = false;
  const calls: JobCalls = {
    async step(request) {
      if (!isTimeUp && clock.nowMs() >= untilMs) {
        isTimeUp = true;
        driver.pause();
      }
      return isTimeUp && request.do !== "write" ? refusal("JOB_PAUSED") : inStep((fresh) => step(fresh, request));
    },
    async end(request) {
      const isLeft = isTimeUp && request.state === "paused";
      return isLeft ? inStep((fresh) => leaveJob(fresh, request)) : ending.end(request);
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
  });
  const { state, stop, progress } = await driver.run();
  const { done, rows, byStatus } = progress;
  const texts = Object.keys(byStatus);
  const failure = texts.every(isRetryable) ? (texts[0] ?? "") : "";
  if (state === "paused" && (isTimeUp || stop?.code === "JOB_TAKEN_OVER"))
    return { done, rows, failure, stop: null, epoch: job.epoch };
  return { done, rows, failure, stop, epoch: null };
}
