import { createDriver, type DriverEnd, type JobCalls } from "../driver/driver";
import type { ClockTriggers } from "../google";
import { endJob, leaveJob, leftAsTold, resumeJob, viewJob } from "../jobs/end";
import { underLock, type World } from "../jobs/record";
import { step } from "../jobs/step";
import { isRefused, type Refusal, type Result, refusal } from "../result";
import { RUN_MS } from "./limits";
import { countToday, leftTodayMs, readUnattended, type Unattended, writeUnattended } from "./record";

/** Told at the next opening. */
const FINISHED = "Finished while the sidebar was closed.";

/** Longer than any execution lives. */
const LEASE_MS = 6.5 * 60_000;

/** Everything that one execution of a trigger works with. */
export interface TriggerRun {
  world: World;
  triggers: ClockTriggers;
  /** Does one step of a job, in a world that is read anew: people change the sheet meanwhile. */
  inStep<Data>(work: (world: World) => Data | Refusal): Result<Data>;
}

/** The id of the trigger whose event this is; `null` if it is none, as in a cell. */
export function triggerOf(event: unknown): string | null {
  const uid = typeof event === "object" && event !== null ? (event as { triggerUid?: unknown }).triggerUid : null;
  return typeof uid === "string" ? uid : null;
}

/**
 * One execution of a person's trigger in this spreadsheet: drives their unattended jobs one after the other, as the page
 * does, until its time is up. An execution that begins meanwhile ends at once. When no job is left it removes the trigger.
 * @param uid of the trigger whose event it is: nothing is done for any other than the person's own
 */
export async function runTrigger(run: TriggerRun, uid: string): Promise<void> {
  const { world } = run;
  const startedMs = world.clock.nowMs();
  const taken = takeLease(world, uid);
  if (taken === null) return;
  const untilMs = startedMs + Math.min(RUN_MS, leftTodayMs(world));
  const report = { done: 0, why: untilMs <= startedMs ? "Google's time for today is used up." : "" };
  const left: Unattended["jobs"] = [];
  for (const job of taken.jobs) {
    const isDue = world.clock.nowMs() < untilMs;
    const epoch = isDue ? await drive(run, job, untilMs, report) : job.epoch;
    if (epoch !== null) left.push({ ...job, epoch });
  }
  underLock(world, () => {
    const now = readUnattended(world);
    if (now.uid !== uid) return;
    const last = { startedMs, endedMs: world.clock.nowMs(), ...report };
    // Jobs may have come, or gone, meanwhile.
    const jobs = now.jobs.flatMap((job) => {
      const wasTaken = taken.jobs.some(({ id }) => id === job.id);
      return wasTaken ? left.filter(({ id }) => id === job.id) : [job];
    });
    const isOver = jobs.length === 0;
    if (isOver) run.triggers.remove(uid);
    writeUnattended(world, { ...now, jobs, last, busyUntilMs: 0, uid: isOver ? null : uid });
  });
  countToday(world, world.clock.nowMs() - startedMs);
}

/** Makes this execution the only one at work for the person. @returns `null` if it may not begin */
function takeLease(world: World, uid: string): Unattended | null {
  const nowMs = world.clock.nowMs();
  const taken = underLock(world, () => {
    const unattended = readUnattended(world);
    if (unattended.uid !== uid || unattended.busyUntilMs > nowMs) return null;
    writeUnattended(world, { ...unattended, seenMs: nowMs, busyUntilMs: nowMs + LEASE_MS });
    return unattended;
  });
  return taken === null || isRefused(taken) ? null : taken;
}

/**
 * Drives one job until it ends or the time is up.
 * @param report is told what was done, and why the job has ended early
 * @returns the epoch that was driven; `null` if there is nothing left to be done without the person
 */
async function drive(
  { world, inStep }: TriggerRun,
  { id, epoch }: Unattended["jobs"][number],
  untilMs: number,
  report: { done: number; why: string },
): Promise<number | null> {
  const { clock } = world;
  const seen = inStep((fresh) => viewJob(fresh, id));
  if (!seen.ok || seen.data.state !== "running") return null;
  // A page drives it.
  if (seen.data.isActive && seen.data.epoch !== epoch) return epoch;
  const started = inStep((fresh) => resumeJob(fresh, { jobId: id, withOwnKey: false }));
  const told = inStep((fresh) => leftAsTold(fresh, id));
  if (!started.ok || !told.ok) {
    const { code, message } = (started.ok ? told : started) as Refusal;
    report.why = message;
    return code === "BUSY" ? epoch : null;
  }
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
      if (isTimeUp && request.state === "paused") return inStep((fresh) => leaveJob(fresh, request));
      const reason = request.state === "finished" ? FINISHED : request.reason;
      return inStep((fresh) => endJob(fresh, { ...request, reason }));
    },
  };
  const { job, scan } = started.data;
  const { price, questions } = told.data;
  // A page that was closed has not counted its last write.
  const done = questions === null || job.toAsk === null ? job.done : Math.max(job.done, job.toAsk - questions);
  const driver = createDriver({
    job: { ...job, done },
    scan,
    calls,
    nowMs: clock.nowMs,
    sleep: async (ms) => clock.sleep(ms),
    price,
    // Each call ends before the next one can begin.
    lanes: 1,
  });
  const { state, stop, progress }: DriverEnd = await driver.run();
  report.done += progress.done;
  if (state === "paused" && (isTimeUp || stop?.code === "JOB_TAKEN_OVER")) return job.epoch;
  if (stop) report.why = stop.message;
  return null;
}
