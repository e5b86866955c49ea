import type { ClockTriggers } from "../google";
import { readStanding } from "../jobs/credits";
import { endJob } from "../jobs/end";
import { underLock, type World } from "../jobs/record";
import { listJobs } from "../jobs/view-jobs";
import type { JobView } from "../jobs/views";
import { parse } from "../json";
import { isRefused, type Refusal } from "../result";
import { DAY_MS, LATEST_MS, MAX_A_DAY_MS } from "./limits";
import { listWatches, viewWatch, type Watch, type WatchView } from "./watch";

interface LastRun {
  startedMs: number;
  endedMs: number;
  done: number;
  /** The reason for an early end; `""` if the work goes on, or all is done. */
  why: string;
}

export interface OwnTrigger {
  uid: string;
  everyMinutes: number;
  /** True if Google permits no other one here, so that it serves jobs and watches. */
  isOnly: boolean;
  /** When it was made, or last began. */
  seenMs: number;
}

export interface UnattendedJob {
  id: string;
  /** The epoch that triggers have driven last. */
  epoch: number;
  /** The stretches taken in this epoch. */
  taken: number[];
  /** True if an execution that has ended found something to do in this epoch. */
  hasWork?: boolean;
  /** The job outlasts this outage of the service or of Google: its beginning, the next try, and the job's epoch. */
  outage: { sinceMs: number; nextMs: number; epoch: number } | null;
}

/** One person's work in this spreadsheet while nobody is there. It is changed only under the document lock. */
export interface Unattended {
  /** One for jobs, which comes often, and one for watches. */
  triggers: OwnTrigger[];
  /** A seat ends at its time, even if its execution was killed. */
  seats: { jobId: string; seat: number; untilMs: number }[];
  /** In the order in which they are driven. */
  jobs: UnattendedJob[];
  last: LastRun | null;
}

const NOTHING_UNATTENDED: Unattended = { triggers: [], seats: [], jobs: [], last: null };

/** The person's name is the same in all spreadsheets, and says nothing about the person. */
const PERSON = "unattended";

const nameOf = (person: string): string => `unattended:${person}`;

/** `null` for somebody who has never let anything go on. */
export const personOf = ({ userStore }: World): string | null => userStore.get(PERSON);

/** The person gets a name now if there is none. */
export function namePerson({ userStore, newId }: World): string {
  const known = userStore.get(PERSON);
  const person = known ?? newId();
  if (known === null) userStore.set(PERSON, person);
  return person;
}

export function readUnattended(world: World): Unattended {
  const person = personOf(world);
  return { ...NOTHING_UNATTENDED, ...(person && parse<Unattended>(world.store.get(nameOf(person)))) };
}

/** True if somebody else's trigger is to go on with a job. */
export function isWithOthers(world: World, jobId: string): boolean {
  const own = nameOf(namePerson(world));
  return Object.entries(world.store.all()).some(
    ([name, text]) =>
      name.startsWith(nameOf("")) &&
      name !== own &&
      parse<Partial<Unattended>>(text)?.jobs?.some(({ id }) => id === jobId),
  );
}

/**
 * Pauses a job that no trigger of this person goes on with, unless somebody else's trigger still can.
 * @returns `null` if there is nothing to pause
 */
export function pauseAlone(world: World, jobId: string, reason: string, ofEpoch?: number): JobView | Refusal | null {
  const standing = readStanding(world.store.all(), jobId);
  if (standing?.state !== "running" || isWithOthers(world, jobId)) return null;
  const { epoch } = standing;
  if (ofEpoch !== undefined && ofEpoch !== epoch) return null;
  return endJob(world, { jobId, epoch, state: "paused", reason, hasLanded: false });
}

/** To be called under the document lock. */
export function writeUnattended(world: World, unattended: Unattended): void {
  world.store.set(nameOf(namePerson(world)), JSON.stringify(unattended));
}

/**
 * @param work gives `null` if nothing changes and there is nothing to tell; `now` may be what was before
 * @returns what the work tells; `null` if nothing has changed, or the lock was not free
 */
export function changeUnattended<Told>(
  world: World,
  work: (before: Unattended, nowMs: number) => { now: Unattended; told: Told } | null,
): Told | null {
  const nowMs = world.clock.nowMs();
  const changed = underLock(world, () => {
    const before = readUnattended(world);
    const done = work(before, nowMs);
    if (done && done.now !== before) writeUnattended(world, done.now);
    return done?.told ?? null;
  });
  return isRefused(changed) ? null : (changed as Told | null);
}

/** Changes one of the jobs. */
export const withJob = (
  before: Unattended,
  jobId: string,
  change: (job: UnattendedJob) => Partial<UnattendedJob>,
): Unattended => ({
  ...before,
  jobs: before.jobs.map((job) => (job.id === jobId ? { ...job, ...change(job) } : job)),
});

/** A public function (`globals.ts`). */
export const TRIGGER_FUNCTION = "workWhileClosed";

/** Jobs are driven as often as Google permits. */
export const JOB_MINUTES = 1;

/** The hourly trigger also serves work once a day. */
export const triggerFor = ({ triggers }: Unattended, everyMinutes: number): OwnTrigger | undefined =>
  triggers.find((each) => each.isOnly || each.everyMinutes === Math.min(everyMinutes, 60));

/** Removes the triggers that have nothing left to do. @returns what is left, for `writeUnattended` */
export function withoutIdle(world: World, triggers: ClockTriggers, unattended: Unattended): Unattended {
  const watched = watchesOn(world).map(({ everyMinutes }) => everyMinutes);
  const wants = [...unattended.jobs.map(() => JOB_MINUTES), ...watched];
  const needed = wants.map((minutes) => triggerFor(unattended, minutes)?.uid);
  const idle = unattended.triggers.filter(({ uid }) => !needed.includes(uid));
  for (const { uid } of idle) triggers.remove(uid);
  if (idle.length === 0) return unattended;
  return { ...unattended, triggers: unattended.triggers.filter((trigger) => !idle.includes(trigger)) };
}

export const watchesOn = (world: World): Watch[] => {
  const person = personOf(world);
  return listWatches(world.store.all()).filter(({ by, state }) => by === person && state === "on");
};

/** @param dayMs the time at which Google lets triggers of this person run again, if that is still to come */
const nextMs = ({ seenMs, everyMinutes }: OwnTrigger, dayMs: number): number =>
  Math.max(seenMs + everyMinutes * 60_000, dayMs) + LATEST_MS;

const isAtWork = ({ seats }: Unattended, nowMs: number): boolean => seats.some(({ untilMs }) => untilMs > nowMs);

export function isOverdue(world: World, trigger: OwnTrigger, unattended: Unattended): boolean {
  const nowMs = world.clock.nowMs();
  return !isAtWork(unattended, nowMs) && nextMs(trigger, dayOverMs(world)) < nowMs;
}

export interface UnattendedView extends Pick<Unattended, "last"> {
  everyMinutes: number;
  jobs: string[];
  isAtWork: boolean;
  /** The latest time of the next beginning, in milliseconds since 1970. */
  nextMs: number;
  isOverdue: boolean;
  /** True if Google did not open this spreadsheet for the person's trigger, so nothing of theirs can go on. */
  isShutOut: boolean;
  /** The watches of everybody. */
  watches: WatchView[];
  all: JobView[];
}

export function viewUnattended(world: World): UnattendedView {
  const unattended = readUnattended(world);
  const { triggers, last, jobs } = unattended;
  const now = world.clock.nowMs();
  const person = personOf(world);
  const trigger = triggerFor(unattended, JOB_MINUTES);
  const shutOut = world.userStore.get(SHUT_OUT);
  const properties = world.store.all();
  const dayMs = dayOverMs(world);
  return {
    everyMinutes: trigger?.everyMinutes ?? 0,
    last: last && dayMs > now ? { ...last, why: last.why || TIME_IS_UP } : last,
    jobs: trigger ? jobs.map(({ id }) => id) : [],
    isAtWork: isAtWork(unattended, now),
    nextMs: trigger ? nextMs(trigger, dayMs) : 0,
    isOverdue: trigger !== undefined && isOverdue(world, trigger, unattended),
    isShutOut: triggers.some(({ uid }) => uid === shutOut),
    watches: listWatches(properties).map((watch) => {
      const isYours = watch.by === person;
      const own = isYours ? triggerFor(unattended, watch.everyMinutes) : undefined;
      return viewWatch(watch, properties, {
        nowMs: now,
        isYours,
        triggerMs: own ? nextMs(own, dayMs) : 0,
        isOverdue: own === undefined || isOverdue(world, own, unattended),
      });
    }),
    all: listJobs(world),
  };
}

/** Names the trigger that has found no spreadsheet. Then only the person's own properties can be read. */
const SHUT_OUT = "unattendedShutOut";

/** @param userStore of the person whose trigger it is */
export const noteShutOut = (userStore: World["userStore"], uid: string): void => userStore.set(SHUT_OUT, uid);

const DAY = "unattendedDay";

const TIME_IS_UP = "Google's time for today is used up.";

interface Day {
  sinceMs: number;
  usedMs: number;
}

function readDay({ userStore, clock }: World): Day {
  const day = lastDay(userStore);
  return day && clock.nowMs() - day.sinceMs < DAY_MS ? day : { sinceMs: clock.nowMs(), usedMs: 0 };
}

const lastDay = (userStore: World["userStore"]): Day | null => parse<Day>(userStore.get(DAY));

/** Google counts this time for each person, over all their spreadsheets. */
export const leftTodayMs = (world: World): number => MAX_A_DAY_MS - readDay(world).usedMs;

/** The end of the last day if its time was used up, even if it is over; else 0. */
function dayOverMs({ userStore }: World): number {
  const day = lastDay(userStore);
  return day && day.usedMs >= MAX_A_DAY_MS ? day.sinceMs + DAY_MS : 0;
}

/** To be called under the document lock. @param ms what was used, below 0 if less was used than counted before */
export function countToday(world: World, ms: number): void {
  const day = readDay(world);
  world.userStore.set(DAY, JSON.stringify({ ...day, usedMs: Math.max(0, day.usedMs + ms) }));
}
