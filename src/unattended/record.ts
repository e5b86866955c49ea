import type { World } from "../jobs/record";
import { parse } from "../json";
import { MOST_A_DAY_MS } from "./limits";

/** A trigger that is later than this was dropped by Google, which tells nobody (google.trigger-delay). */
const LATEST_MS = 15 * 60_000;

/** What a person's trigger has last done in this spreadsheet. */
export interface LastRun {
  startedMs: number;
  endedMs: number;
  /** Questions whose results it has put into the sheet. */
  done: number;
  /** Why it has stopped before the end; `""` if it goes on, or all is done. */
  why: string;
}

/** What goes on in this spreadsheet for one person while nobody is there; changed only under the document lock. */
export interface Unattended {
  /** The trigger's id; `null` if there is none. */
  uid: string | null;
  everyMinutes: number;
  /** When it was made, or last began, whichever is later. */
  seenMs: number;
  /** An execution of it is at work until then at the latest: one that was killed leaves no more than this time. */
  busyUntilMs: number;
  /** In the order in which they are driven, with the epoch that the trigger has last driven. */
  jobs: { id: string; epoch: number }[];
  last: LastRun | null;
}

const NOTHING: Unattended = { uid: null, everyMinutes: 0, seenMs: 0, busyUntilMs: 0, jobs: [], last: null };

/** The person's name among the properties of all spreadsheets; it says nothing about them. */
const PERSON = "unattended";

const nameOf = (person: string): string => `unattended:${person}`;

export function readUnattended({ store, userStore }: World): Unattended {
  const person = userStore.get(PERSON);
  return (person && parse<Unattended>(store.get(nameOf(person)))) || NOTHING;
}

/** To be called under the document lock. */
export function writeUnattended({ store, userStore, newId }: World, unattended: Unattended): void {
  const known = userStore.get(PERSON);
  const person = known ?? newId();
  if (known === null) userStore.set(PERSON, person);
  store.set(nameOf(person), JSON.stringify(unattended));
}

/** What the sidebar shows of it. */
export interface UnattendedView extends Pick<Unattended, "everyMinutes" | "last"> {
  /** Ids of the jobs that go on while nobody is there. */
  jobs: string[];
  isAtWork: boolean;
  /** When it begins the next time at the latest, in milliseconds since 1970. */
  nextMs: number;
  /** It should have begun long ago. */
  isOverdue: boolean;
  /** Google did not open this person's spreadsheet for a trigger: none of theirs can go on. */
  isShutOut: boolean;
}

export function viewUnattended(world: World): UnattendedView {
  const { everyMinutes, last, jobs, busyUntilMs, seenMs, uid } = readUnattended(world);
  const now = world.clock.nowMs();
  const nextMs = seenMs + everyMinutes * 60_000 + LATEST_MS;
  const isAtWork = busyUntilMs > now;
  return {
    everyMinutes,
    last,
    jobs: uid === null ? [] : jobs.map(({ id }) => id),
    isAtWork,
    nextMs,
    isOverdue: uid !== null && !isAtWork && nextMs < now,
    isShutOut: uid !== null && world.userStore.get(SHUT_OUT) === uid,
  };
}

/** The id of a trigger that has found no spreadsheet: only the person's own properties are there then. */
const SHUT_OUT = "unattendedShutOut";

/** @param userStore of the person at the trigger */
export const noteShutOut = (userStore: World["userStore"], uid: string): void => userStore.set(SHUT_OUT, uid);

const DAY = "unattendedDay";
const DAY_MS = 24 * 3_600_000;

interface Day {
  sinceMs: number;
  usedMs: number;
}

function readDay({ userStore, clock }: World): Day {
  const day = parse<Day>(userStore.get(DAY));
  return day && clock.nowMs() - day.sinceMs < DAY_MS ? day : { sinceMs: clock.nowMs(), usedMs: 0 };
}

/** The time that triggers of this person may still run today, in all their spreadsheets. */
export const leftTodayMs = (world: World): number => MOST_A_DAY_MS - readDay(world).usedMs;

export function countToday(world: World, usedMs: number): void {
  const day = readDay(world);
  world.userStore.set(DAY, JSON.stringify({ ...day, usedMs: day.usedMs + usedMs }));
}
