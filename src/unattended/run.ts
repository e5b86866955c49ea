import { readStanding } from "../jobs/credits";
import { underLock, type World } from "../jobs/record";
import { isRefused } from "../result";
import { checkColumn } from "./check";
import { type Driven, driveJob, type TriedJob, type TriggerRun } from "./drive";
import { OUTAGE_PATIENCE_MS, OUTAGE_PAUSE_FACTOR, OUTAGE_PAUSE_SHARE, RUN_MS, SHOWN_EVERY_MS } from "./limits";
import {
  changeUnattended,
  countToday,
  leftTodayMs,
  type OwnTrigger,
  readUnattended,
  TRIGGER_FUNCTION,
  triggerFor,
  type Unattended,
  type UnattendedJob,
  watchesOn,
  withJob,
  withoutIdle,
  writeUnattended,
} from "./record";

/** `null` if this is not a trigger's event, as in a cell. */
export function triggerOf(event: unknown): string | null {
  const uid = (event as { triggerUid?: unknown } | null | undefined)?.triggerUid;
  return typeof uid === "string" ? uid : null;
}

/**
 * Drives the jobs of a trigger's person one after the other, then looks for new rows of the watches that are due, until
 * the time is up. It removes triggers that have nothing left to do.
 * @param uid nothing is done for a trigger that is not the person's own
 */
export async function runTrigger(run: TriggerRun, uid: string): Promise<void> {
  const { world } = run;
  const startedMs = world.clock.nowMs();
  // Google comes all the same, and counts this time as well.
  if (leftTodayMs(world) <= 0 || isWaiting(readUnattended(world), uid, startedMs)) return;
  const begun = noteBegun(run, uid);
  const mayTakeMs = begun && underLock(world, () => reserveToday(world));
  if (!begun || mayTakeMs === null || isRefused(mayTakeMs)) return;
  const untilMs = startedMs + mayTakeMs;
  try {
    await doJobs(run, startedMs, untilMs);
    for (const { jobId, everyMinutes } of watchesOn(world)) {
      const isIts = triggerFor(readUnattended(world), everyMinutes)?.uid === uid;
      if (isIts && world.clock.nowMs() < untilMs) await checkColumn(run, jobId, begun.everyMinutes, untilMs);
    }
  } finally {
    // Google may have failed at any call. The time that was not needed is there for the next execution all the same.
    giveBackToday(world, untilMs);
  }
  changeUnattended(world, (now) => ({ now: withoutIdle(world, run.triggers, now), told: null }));
}

/** Takes the time that the execution may need from that of the day, because others begin before it ends. */
function reserveToday(world: World): number {
  const mayTakeMs = Math.max(0, Math.min(RUN_MS, leftTodayMs(world)));
  countToday(world, mayTakeMs);
  return mayTakeMs;
}

function giveBackToday(world: World, untilMs: number, isAgain = false): void {
  try {
    underLock(world, () => countToday(world, world.clock.nowMs() - untilMs));
  } catch (thrown) {
    if (isAgain) throw thrown;
    giveBackToday(world, untilMs, true);
  }
}

/** True if all jobs wait for the end of an outage, and the trigger has shown lately that it still comes. */
const isWaiting = ({ triggers, jobs }: Unattended, uid: string, nowMs: number): boolean =>
  jobs.length > 0 &&
  jobs.every(({ outage }) => outage !== null && outage.nextMs > nowMs) &&
  triggers.some((each) => each.uid === uid && nowMs - each.seenMs < SHOWN_EVERY_MS);

/** @returns `null` for a trigger that is not the person's own */
const noteBegun = ({ world, triggers: google }: TriggerRun, uid: string): OwnTrigger | null =>
  changeUnattended(world, (now, seenMs) => {
    const own = now.triggers.find((trigger) => trigger.uid === uid);
    // Whoever makes a trigger notes it under the same lock, so an execution that has made this one died before that.
    if (!own && google.ofSheet(TRIGGER_FUNCTION).includes(uid)) google.remove(uid);
    if (!own) return null;
    const triggers = now.triggers.map((trigger) => (trigger === own ? { ...trigger, seenMs } : trigger));
    return { now: { ...now, triggers }, told: own };
  });

async function doJobs(run: TriggerRun, startedMs: number, untilMs: number): Promise<void> {
  const { world } = run;
  const report = { done: 0, why: "" };
  const tried = new Map<string, Tried>();
  for (const { id } of readUnattended(world).jobs) {
    const triedMs = world.clock.nowMs();
    const job = triedMs < untilMs ? noteTry(world, id) : null;
    if (!job) continue;
    const driven = await driveJob(run, job, untilMs);
    const { done, stop, isOutage, failure } = driven;
    report.done += done;
    if (stop) report.why = stop.message;
    else if (isOutage) report.why = failure;
    tried.set(id, { ...driven, tookMs: world.clock.nowMs() - triedMs });
  }
  if (tried.size === 0) return;
  underLock(world, () => {
    const before = readUnattended(world);
    const jobs = afterTries(world, before.jobs, tried, startedMs);
    // An execution that has found all seats taken has nothing to report.
    const isTold = report.done > 0 || report.why !== "" || jobs.length < before.jobs.length;
    const last = isTold ? { startedMs, endedMs: world.clock.nowMs(), ...report } : before.last;
    writeUnattended(world, { ...before, jobs, last });
  });
}

type Tried = Driven & { tookMs: number };

/** Jobs may have been added or dropped meanwhile. @returns those that are not over for triggers */
function afterTries(
  world: World,
  jobs: UnattendedJob[],
  tried: Map<string, Tried>,
  startedMs: number,
): UnattendedJob[] {
  const properties = world.store.all();
  const nowMs = world.clock.nowMs();
  const hasAsked = (id: string): boolean => (tried.get(id)?.done ?? 0) > 0;
  // The others need not wait for their own tries to learn that the outage is over.
  const isBack = jobs.some(({ id, outage }) => outage && hasAsked(id));
  const after = jobs.map((job, at) => {
    const { id } = job;
    const { isOutage = false, tookMs = 0 } = tried.get(id) ?? {};
    const same = hasAsked(id) ? null : job.outage;
    if (!isOutage) return { ...job, outage: same && (isBack || tried.has(id)) ? { ...same, nextMs: 0 } : same };
    const sinceMs = same?.sinceMs ?? startedMs;
    // All jobs wait in turn, so that they take no more of Google's time than one alone, and learn of its end as soon.
    const pauses = same ? jobs.length : at + 1;
    const nextMs = nowMs + pauses * pauseMs(tookMs, nowMs - sinceMs);
    return { ...job, outage: { sinceMs, nextMs, epoch: readStanding(properties, id)?.epoch ?? 0 } };
  });
  return after.filter(({ id }) => tried.get(id)?.epoch !== null);
}

const pauseMs = (tookMs: number, lastedMs: number): number =>
  Math.max(OUTAGE_PAUSE_FACTOR * tookMs, OUTAGE_PAUSE_SHARE * lastedMs);

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
    const hasPageDriven = ![epoch, outage.epoch].includes(readStanding(world.store.all(), id)?.epoch ?? 0);
    if (!hasPageDriven && nowMs < outage.nextMs) return null;
    const tried = hasPageDriven ? null : { ...outage, nextMs: nowMs + pauseMs(RUN_MS, 0) };
    const isPatient = hasPageDriven || nowMs - outage.sinceMs < OUTAGE_PATIENCE_MS;
    return { now: withJob(now, id, () => ({ outage: tried })), told: { id, epoch, isPatient } };
  });
