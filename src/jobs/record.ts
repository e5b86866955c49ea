import type { PaidService } from "../asking/paid-service";
import type { Store } from "../google";
import { parse } from "../json";
import type { MadeColumns } from "../lists/column-places";
import { isRefused, type Refusal, refusal } from "../result";
import type { VerdictSwitches } from "../service/verdict";
import type { OpenSpreadsheet } from "../sheet/table";
import { billNames, close, readStanding, type Standing, writeStanding } from "./credits";
import { underLock } from "./locks";
import { keepPast, pastOf } from "./past-jobs";
import type { ChoicesOf, JobChoices, KindName } from "./protocol";

/** The service with a key, and how the person whose key it is wants addresses judged. */
export interface JobService extends PaidService {
  verdictSwitches: VerdictSwitches;
}

/** Everything a job needs of the world, in one execution. */
export interface World extends OpenSpreadsheet {
  /** Properties of the person at the keyboard. */
  userStore: Store;
  /** The setting of that person: an email that was VALID when it was found, longer ago than this, is told apart. */
  validForDays(): number;
  /** How that person wants addresses judged. */
  verdictSwitches(): VerdictSwitches;
  /** The service with the key of the person at the keyboard. @throws ServiceError with `NO_API_KEY` */
  openService(): JobService;
}

/** The columns of a list beside its inputs, by their marks. */
export interface ColumnPlace {
  sheetId: number;
  group: string;
}

/** The list that a job appends to. */
export interface ListPlace extends ColumnPlace {
  /** The sheet did not exist before: undoing may take it away. */
  hasMadeSheet: boolean;
  /** Of found emails: what the cells of each are, also when a later version of this script writes others. */
  columns?: string[];
}

/** A column that is found by its mark, wherever it is moved. */
export interface MarkedColumn {
  sheetId: number;
  mark: string;
}

/** A job as it was started; it is written once, unless more pages are wanted later. */
export interface JobRecord {
  id: string;
  /** Without a long search, which is kept in pieces. */
  choices: JobChoices;
  /** The job in a line: the header of its column or its letter, or the search. */
  title: string;
  startedMs: number;
  /** Questions that the dry run has counted; `null` if it could not. */
  toAsk: number | null;
  /** The input column with its results; `null` for lists of companies. */
  place: ColumnPlace | null;
  /** The list it appends to; `null` when it appends none. */
  list: ListPlace | null;
  /** The column whose companies are left out; missing in jobs that were started before there was such a choice. */
  leaveOut?: MarkedColumn | null;
}

export type JobOf<Kind extends KindName> = JobRecord & { choices: ChoicesOf<Kind> } & Places<Kind>;

export type Job = JobOf<KindName>;

/** Kinds with a list of their own; all others write beside the inputs alone. */
interface ListPlaces {
  find: { place: ColumnPlace; list: ListPlace };
  companies: { list: ListPlace };
}

type Places<Kind extends KindName> = Kind extends keyof ListPlaces ? ListPlaces[Kind] : { place: ColumnPlace };

const INDEX = "jobs";
const recordName = (id: string): string => `job:${id}`;
/** The property in which the writer of a job keeps its progress; each kind has its own shape. */
export const writtenName = (id: string): string => `written:${id}`;

/** The property of a watch: its job goes on with new rows of its column, again and again. */
export const watchName = (id: string): string => `watch:${id}`;

/** The property of the line in the note of a header that tells of a job's end. */
export const notedName = (id: string): string => `noted:${id}`;

const madeName = (id: string): string => `made:${id}`;

/** Marks of the columns that a job has made, which undoing takes away; `null` while they are still to be made. */
export const readMade = (properties: Record<string, string>, id: string): string[] | null =>
  parse<string[]>(properties[madeName(id)]);

/** Adds to what a job has made: an execution that finds the columns of an earlier one has made none itself. */
export function rememberMade(store: Pick<Store, "get" | "set">, id: string, marks: string[]): void {
  const before = parse<string[]>(store.get(madeName(id))) ?? [];
  store.set(madeName(id), JSON.stringify([...new Set([...before, ...marks])]));
}

/** The memory of what a job makes; that of any other job tells as well what an attempt has made. */
export const madeColumns = (store: Pick<Store, "get" | "set" | "all">, id: string): MadeColumns => ({
  remember: (marks) => rememberMade(store, id, marks),
  isRemembered(marks) {
    const kept = Object.entries(store.all()).flatMap(([name, text]) =>
      name.startsWith(madeName("")) ? (parse<string[]>(text) ?? []) : [],
    );
    return marks.every((mark) => kept.includes(mark));
  },
});

/** The property of a job whose rows were chosen by their place, until they are tagged. */
export const untaggedName = (id: string): string => `untagged:${id}`;

/** Only the last jobs can be undone: a property store holds 500 KB, of which one job takes up to 160. */
const KEPT_JOBS = 12;

/** A store of so few characters has room for another job, even if each of them takes 3 bytes. */
const ROOM_BELOW_CHARACTERS = 100_000;

/** True if a write that failed did not fail for want of room. */
export const hasRoom = (properties: Record<string, string>): boolean =>
  JSON.stringify(properties).length < ROOM_BELOW_CHARACTERS;

/** `null` when it was undone or forgotten. */
export const readJob = (properties: Record<string, string>, id: string): Job | null =>
  parse<Job>(properties[recordName(id)]);

/** The kept jobs, the youngest first. */
export function listRecords(properties: Record<string, string>): Job[] {
  return idsOf(properties).flatMap((id) => readJob(properties, id) ?? []);
}

/** The other kept jobs of its kind over the same column, the youngest first. */
export const othersOfColumn = (properties: Record<string, string>, { id, place }: Job): Job[] =>
  listRecords(properties).filter((other) => other.id !== id && place && other.place?.group === place.group);

/** True for a job that is not over, or that goes on again and again. */
export const isToGoOn = (properties: Record<string, string>, id: string): boolean =>
  watchName(id) in properties || ["running", "paused"].includes(readStanding(properties, id)?.state ?? "");

/** True if no other job that is kept appends to the same list. */
export const isLastOfList = (properties: Record<string, string>, { id, list, choices }: Job): boolean =>
  listRecords(properties).every(
    (other) => other.id === id || other.choices.kind !== choices.kind || other.list?.sheetId !== list?.sheetId,
  );

/**
 * Keeps a new job, and forgets the oldest ones to make room; to be called under the document lock.
 * @returns those that were forgotten before they had any result
 * @throws Google's words when there is no room even so, or it has failed for a moment
 */
export function addJob(store: Store, record: Job, standing: Standing, also: Record<string, string>): Job[] {
  const properties = store.all();
  const before = idsOf(properties);
  const isWatched = (id: string): boolean => watchName(id) in properties;
  const gone = before.filter((id) => !isWatched(id)).slice(KEPT_JOBS - 1);
  const kept = before.filter((id) => !gone.includes(id));
  const hasDone = (id: string): boolean => (readStanding(properties, id)?.done ?? 0) > 0;
  const pastOfId = (id: string) => {
    const job = readJob(properties, id);
    return job && pastOf(properties, job, false);
  };
  let past = keepPast(properties, gone.map(pastOfId));
  for (const id of gone) forget(store, properties, id);
  for (;;) {
    try {
      // The entries of a job come before the index: without it nobody would ever remove them.
      store.setAll({
        ...also,
        ...past,
        [recordName(record.id)]: JSON.stringify(record),
        ...writeStanding(record.id, standing),
        [INDEX]: JSON.stringify([record.id, ...kept]),
      });
      return gone.flatMap((id) => (hasDone(id) ? [] : (readJob(properties, id) ?? [])));
    } catch (thrown) {
      // The new job needs the room more.
      past = {};
      const oldest = hasRoom(properties) ? undefined : [...kept].reverse().find((id) => !isWatched(id));
      forget(store, { ...properties, ...also }, record.id);
      if (oldest === undefined) throw thrown;
      gone.push(...kept.splice(kept.indexOf(oldest), 1));
      forget(store, properties, oldest);
    }
  }
}

/** Forgets a job with everything that is kept of it; to be called under the document lock. */
export function removeJob(store: Store, id: string): void {
  const properties = store.all();
  const job = readJob(properties, id);
  const past = job ? keepPast(properties, [pastOf(properties, job, true)]) : {};
  try {
    // First: what it has spent stays spent. A job that is still known counts as it is.
    if (Object.keys(past).length > 0) store.setAll(past);
  } catch {
    // There is no room for it.
  }
  forget(store, properties, id);
  try {
    // Last: if this execution dies before, later jobs push out what is left of this one.
    store.set(INDEX, JSON.stringify(idsOf(properties).filter((each) => each !== id)));
  } catch {
    // So they do here.
  }
}

/** In the name of every property of a job its id stands after a colon; in some a dot and more follow. */
function forget(store: Store, properties: Record<string, string>, id: string): void {
  const isIts = (name: string): boolean => new RegExp(`^[a-z]+:${id}(?:$|\\.)`).test(name);
  const names = Object.keys(properties).filter((name) => isIts(name) && name !== recordName(id));
  // The record last: as long as it is there, the job can be forgotten again.
  for (const name of names) store.remove(name);
  store.remove(recordName(id));
}

const idsOf = (properties: Record<string, string>): string[] => {
  const ids = parse<unknown>(properties[INDEX]);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
};

/**
 * Changes the standing of a job, under the document lock.
 * @param change gives the new standing, or why it stays as it is
 * @param alter gives the new record, where that changes as well
 */
export const changeStanding = (
  world: Pick<World, "store" | "lock">,
  jobId: string,
  change: (standing: Standing, record: Job) => Standing | Refusal,
  alter = (record: Job): Job => record,
): { record: Job; standing: Standing } | Refusal =>
  underLock(world, () => {
    const { store } = world;
    const properties = store.all();
    const record = readJob(properties, jobId);
    const before = readStanding(properties, jobId);
    if (!record || !before) return refusal("JOB_GONE");
    const changed = change(before, record);
    if (isRefused(changed)) return changed;
    const isOver = changed.state === "finished" && changed.landed === changed.epoch;
    const standing = isOver ? { ...changed, ledger: close(changed.ledger) } : changed;
    const altered = alter(record);
    const kept = altered === record ? {} : { [recordName(jobId)]: JSON.stringify(altered) };
    // They are booked for good, and no driver of these epochs sends another one: they are emptied in the same call, and go
    // the next time, as each takes a call of its own to be removed.
    const booked = standing.landed === standing.epoch ? billNames(properties, jobId) : [];
    const isEmpty = (name: string): boolean => properties[name] === "";
    const emptied = Object.fromEntries(booked.filter((name) => !isEmpty(name)).map((name) => [name, ""]));
    store.setAll({ ...kept, ...writeStanding(jobId, standing), ...emptied });
    for (const name of booked.filter(isEmpty)) store.remove(name);
    return { record: altered, standing };
  });
