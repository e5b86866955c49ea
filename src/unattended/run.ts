import { underLock } from "../jobs/locks";
import type { World } from "../jobs/record";
import { isRefused } from "../result";
import { checkColumn } from "./check";
import { driveJob, type TriggerRun } from "./drive";
import { LEASE_MS, RUN_MS } from "./limits";
import {
  countToday,
  isNeeded,
  leftTodayMs,
  readUnattended,
  type Unattended,
  watchesOn,
  writeUnattended,
} from "./record";

/** The id of the trigger whose event this is; `null` if it is none, as in a cell. */
export function triggerOf(event: unknown): string | null {
  const uid = typeof event === "object" && event !== null ? (event as { triggerUid?: unknown }).triggerUid : null;
  return typeof uid === "string" ? uid : null;
}

const TIME_IS_UP = "Google's time for today is used up.";

/**
 * One execution of a trigger of a person in this spreadsheet: drives their unattended jobs one after the other, as the page
 * does, and then looks for new rows where it is to, until its time is up. It removes triggers that have nothing left to do.
 * @param uid of the trigger whose event it is: nothing is done for any other than the person's own
 */
export async function runTrigger(run: TriggerRun, uid: string): Promise<void> {
  const { world } = run;
  const startedMs = world.clock.nowMs();
  if (!noteBegun(world, uid)) return;
  const untilMs = startedMs + Math.min(RUN_MS, leftTodayMs(world));
  await doJobs(run, startedMs, untilMs);
  for (const { jobId } of watchesOn(world)) if (world.clock.nowMs() < untilMs) await checkColumn(run, jobId, untilMs);
  underLock(world, () => removeIdle(run));
  countToday(world, world.clock.nowMs() - startedMs);
}

/** @returns false for a trigger that is not the person's own */
function noteBegun(world: World, uid: string): boolean {
  const noted = underLock(world, () => {
    const now = readUnattended(world);
    if (!now.triggers.some((trigger) => trigger.uid === uid)) return false;
    const seenMs = world.clock.nowMs();
    writeUnattended(world, {
      ...now,
      triggers: now.triggers.map((trigger) => (trigger.uid === uid ? { ...trigger, seenMs } : trigger)),
    });
    return true;
  });
  return noted === true;
}

/** Drives the jobs. An execution that begins meanwhile leaves them to this one. */
async function doJobs(run: TriggerRun, startedMs: number, untilMs: number): Promise<void> {
  const { world } = run;
  const taken = takeLease(world);
  if (taken === null) return;
  const report = { done: 0, why: untilMs <= startedMs ? TIME_IS_UP : "" };
  const left: Unattended["jobs"] = [];
  for (const { id, epoch: before } of taken.jobs) {
    if (world.clock.nowMs() >= untilMs) {
      left.push({ id, epoch: before });
      continue;
    }
    const { done, stop, epoch } = await driveJob(run, id, before, untilMs);
    report.done += done;
    if (stop) report.why = stop.message;
    if (epoch !== null) left.push({ id, epoch });
  }
  underLock(world, () => {
    const now = readUnattended(world);
    const last = { startedMs, endedMs: world.clock.nowMs(), ...report };
    // Jobs may have come, or gone, meanwhile.
    const jobs = now.jobs.flatMap((job) => {
      const wasTaken = taken.jobs.some(({ id }) => id === job.id);
      return wasTaken ? left.filter(({ id }) => id === job.id) : [job];
    });
    writeUnattended(world, { ...now, jobs, last, busyUntilMs: 0 });
  });
}

/** Makes this execution the only one that drives the person's jobs. @returns `null` if there is nothing for it to do */
function takeLease(world: World): Unattended | null {
  const nowMs = world.clock.nowMs();
  const taken = underLock(world, () => {
    const unattended = readUnattended(world);
    if (unattended.jobs.length === 0 || unattended.busyUntilMs > nowMs) return null;
    writeUnattended(world, { ...unattended, busyUntilMs: nowMs + LEASE_MS });
    return unattended;
  });
  return taken === null || isRefused(taken) ? null : taken;
}

function removeIdle({ world, triggers }: TriggerRun): void {
  const now = readUnattended(world);
  const watches = watchesOn(world);
  const idle = now.triggers.filter((trigger) => !isNeeded(trigger, now, watches));
  if (idle.length === 0) return;
  for (const { uid } of idle) triggers.remove(uid);
  writeUnattended(world, { ...now, triggers: now.triggers.filter((trigger) => !idle.includes(trigger)) });
}
