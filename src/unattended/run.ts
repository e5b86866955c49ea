import { readStanding } from "../jobs/credits";
import { underLock, type World } from "../jobs/record";
import { checkColumn } from "./check";
import { driveJob, NOTHING_DRIVEN, type TriedJob, type TriggerRun } from "./drive";
import { OUTAGE_PATIENCE_MS, OUTAGE_PAUSE_FACTOR, RUN_MS } from "./limits";
import {
  changeUnattended,
  countToday,
  leftTodayMs,
  type OwnTrigger,
  readUnattended,
  triggerFor,
  type UnattendedJob,
  watchesOn,
  withJob,
  withoutIdle,
  writeUnattended,
} from "./record";

/** `null` if this is not a trigger's event, as in a cell. */
export function triggerOf(event: unknown): string | null {
  const uid = typeof event === "object" && event !== null ? (event as { triggerUid?: unknown }).triggerUid : null;
  return typeof uid === "string" ? uid : null;
}

type Outage = UnattendedJob["outage"];

const GOES_ON = { ...NOTHING_DRIVEN, epoch: 0 };

const TIME_IS_UP = "Google's time for today is used up.";

/**
 * Drives the jobs of a trigger's person one after the other, then looks for new rows of the watches that are due, until
 * the time is up. It removes triggers that have nothing left to do.
 * @param uid nothing is done for a trigger that is not the person's own
 */
export async function runTrigger(run: TriggerRun, uid: string): Promise<void> {
  const { world } = run;
  const startedMs = world.clock.nowMs();
  const trigger = noteBegun(world, uid);
  if (!trigger) return;
  const untilMs = startedMs + Math.min(RUN_MS, leftTodayMs(world));
  await doJobs(run, startedMs, untilMs);
  for (const { jobId, everyMinutes } of watchesOn(world)) {
    const isIts = triggerFor(readUnattended(world), everyMinutes)?.uid === uid;
    if (isIts && world.clock.nowMs() < untilMs) await checkColumn(run, jobId, trigger.everyMinutes, untilMs);
  }
  changeUnattended(world, (now) => ({ now: withoutIdle(world, run.triggers, now), told: null }));
  countToday(world, world.clock.nowMs() - startedMs);
}

/** @returns `null` for a trigger that is not the person's own */
const noteBegun = (world: World, uid: string): OwnTrigger | null =>
  changeUnattended(world, (now, seenMs) => {
    const own = now.triggers.find((trigger) => trigger.uid === uid);
    const triggers = now.triggers.map((trigger) => (trigger === own ? { ...trigger, seenMs } : trigger));
    return own ? { now: { ...now, triggers }, told: own } : null;
  });

async function doJobs(run: TriggerRun, startedMs: number, untilMs: number): Promise<void> {
  const { world } = run;
  const { jobs } = readUnattended(world);
  if (jobs.length === 0) return;
  const report = { done: 0, why: untilMs <= startedMs ? TIME_IS_UP : "" };
  const left = new Map<string, Tried | null>();
  for (const { id } of jobs) {
    const triedMs = world.clock.nowMs();
    const job = triedMs < untilMs ? noteTry(world, id) : null;
    const { done, stop, epoch, isOutage, failure } = job ? await driveJob(run, job, untilMs) : GOES_ON;
    report.done += done;
    if (stop) report.why = stop.message;
    else if (isOutage) report.why = failure;
    const nextMs = isOutage ? nextTryMs(world, world.clock.nowMs() - triedMs) : null;
    if (epoch !== null) left.set(id, job && { done, nextMs });
  }
  underLock(world, () => {
    const now = readUnattended(world);
    // An execution that has found all seats taken has nothing to report.
    const isTold = report.done > 0 || report.why !== "" || left.size < jobs.length;
    const last = isTold ? { startedMs, endedMs: world.clock.nowMs(), ...report } : now.last;
    // Jobs may have been added or dropped meanwhile.
    const isOver = (id: string): boolean => jobs.some((job) => job.id === id) && !left.has(id);
    const properties = world.store.all();
    const goOn = now.jobs
      .filter(({ id }) => !isOver(id))
      .map((job) => {
        const epoch = readStanding(properties, job.id)?.epoch ?? 0;
        return { ...job, outage: outageAfter(job.outage, left.get(job.id), startedMs, epoch) };
      });
    writeUnattended(world, { ...now, jobs: goOn, last });
  });
}

interface Tried {
  done: number;
  /** The next try during an outage; `null` if there is none. */
  nextMs: number | null;
}

function outageAfter(before: Outage, tried: Tried | null | undefined, startedMs: number, epoch: number): Outage {
  if (!tried) return before;
  const same = tried.done > 0 ? null : before;
  if (tried.nextMs !== null) return { sinceMs: same?.sinceMs ?? startedMs, nextMs: tried.nextMs, epoch };
  // Nothing was asked, because others drive the job or write.
  return same && { ...same, nextMs: 0 };
}

const nextTryMs = ({ clock }: World, tookMs: number): number => clock.nowMs() + OUTAGE_PAUSE_FACTOR * tookMs;

/**
 * Notes a try during an outage before it is made: executions that begin meanwhile leave the job alone, and one that
 * Google ends counts in full. A page that has driven the job since then has ended the outage.
 * @returns `null` if the job is over for triggers, or its next try is not due
 */
const noteTry = (world: World, id: string): TriedJob | null =>
  changeUnattended(world, (now, nowMs) => {
    const job = now.jobs.find((each) => each.id === id);
    if (!job) return null;
    const { epoch, outage } = job;
    if (!outage) return { now, told: { id, epoch, isPatient: true } };
    const hasPageDriven = readStanding(world.store.all(), id)?.epoch !== outage.epoch;
    if (!hasPageDriven && nowMs < outage.nextMs) return null;
    const tried = hasPageDriven ? null : { ...outage, nextMs: nextTryMs(world, RUN_MS) };
    const isPatient = hasPageDriven || nowMs - outage.sinceMs < OUTAGE_PATIENCE_MS;
    return { now: withJob(now, id, () => ({ outage: tried })), told: { id, epoch, isPatient } };
  });
