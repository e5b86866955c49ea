import type { PaidService } from "../asking/reply";
import { type Store, withLock } from "../google";
import { parse, parseTexts } from "../json";
import { awaitSheet } from "../lists/sheet-lease";
import { isRefused, type Refusal, refusal } from "../result";
import type { VerdictSwitches } from "../service/verdict";
import { type OpenSpreadsheet, unlessGoogleFails } from "../sheet/table";
import { billNames, billsOfNobody, close, readStanding, type Standing, writeStanding } from "./credits";
import { keepPast, pastOf } from "./past-jobs";
import { type ChoicesOf, type ColumnKindName, type JobChoices, KIND_NAMES, type KindName } from "./protocol";

export interface JobService extends PaidService {
  verdictSwitches: VerdictSwitches;
}

export interface World extends OpenSpreadsheet {
  userStore: Store;
  /** The user's setting, in days: an email that was found VALID longer ago gets another status. */
  validForDays(): number;
  verdictSwitches(): VerdictSwitches;
  /** Opens the service with the key of the person at the keyboard. @throws ServiceError with `NO_API_KEY` */
  openService(): JobService;
}

/** The lock is needed because two people who start at the same moment must not pin the same column twice. */
const LOCK_WAIT_MS = 30_000;

/** Runs work alone in this document. @returns the refusal `BUSY` if the lock is not free in time */
export const underLock = <Done>({ lock }: Pick<OpenSpreadsheet, "lock">, work: () => Done): Done | Refusal =>
  withLock(lock, LOCK_WAIT_MS, refusal("BUSY"), work);

export interface ColumnPlace {
  sheetId: number;
  group: string;
}

export interface ListPlace extends ColumnPlace {
  /** An undo may take away a sheet that the job has made. */
  hasMadeSheet: boolean;
  /** The columns of found emails at the start, because a later version of this script may write others. */
  columns?: string[];
}

export interface MarkedColumn {
  sheetId: number;
  mark: string;
}

/** A job as it was started. It is written once, unless more pages are wanted later. */
export interface JobRecord {
  id: string;
  /** The choices, without a long search, which is kept in pieces. */
  choices: JobChoices;
  /** The column's header or letter, or the search, in one line. */
  title: string;
  startedMs: number;
  /** Questions counted by the dry run; `null` if it could not count. */
  toAsk: number | null;
  /** The input column with its results; `null` for lists of companies. */
  place: ColumnPlace | null;
  /** `null` if the job appends to no list. */
  list: ListPlace | null;
  /** The column of companies to leave out. */
  leaveOut: MarkedColumn | null;
}

export type JobOf<Kind extends KindName> = JobRecord & { choices: ChoicesOf<Kind> } & Places<Kind>;

export type Job = JobOf<KindName>;

export type ColumnJob = JobOf<ColumnKindName>;

/** All other kinds only write beside their inputs. */
interface ListPlaces {
  find: { place: ColumnPlace; list: ListPlace };
  companies: { list: ListPlace };
}

type Places<Kind extends KindName> = Kind extends keyof ListPlaces ? ListPlaces[Kind] : { place: ColumnPlace };

const INDEX = "jobs";
const recordName = (id: string): string => `job:${id}`;

/** A watch goes on with new rows of its column again and again. */
export const watchName = (id: string): string => `watch:${id}`;

/** True while a check of a watch is at work, also before its job asks. */
export const isBeingChecked = (properties: Record<string, string>, id: string, nowMs: number): boolean =>
  (parse<{ busyUntilMs: number }>(properties[watchName(id)])?.busyUntilMs ?? 0) > nowMs;

/** A header's note tells of the job's end in this line. */
export const endNoteProperty = (id: string): string => `noted:${id}`;

/** Names the property with the group of another job whose columns this job shares. */
export const groupName = (id: string): string => `group:${id}`;

/** This property holds the columns that an attempt is about to make. Any job of the group may complete the attempt. */
export const intendedName = ({ sheetId, group }: ColumnPlace): string => `intended:${sheetId}.${group}`;

const intendedNames = (properties: Record<string, string>, { id, place, list }: Job): string[] => {
  const group = properties[groupName(id)];
  return [place, list, list && group ? { ...list, group } : null].flatMap((each) => (each ? [intendedName(each)] : []));
};

/** Leaves a sheet that the job has made to another job of that sheet. */
export function leaveSheet(store: Store, job: Job): void {
  const [heir] = job.list?.hasMadeSheet ? othersOfList(store.all(), job) : [];
  if (!heir) return;
  store.set(recordName(heir.id), JSON.stringify({ ...heir, list: { ...heir.list, hasMadeSheet: true } }));
}

/** Waits for a job's sheet, like `awaitSheet`. @returns a refusal if the job was undone meanwhile */
export function awaitSheetOf(
  world: World,
  { id }: Job,
  sheetId: number,
  before: Record<string, string>,
  isReady?: (properties: Record<string, string>) => boolean,
): Record<string, string> | Refusal {
  const now = awaitSheet(world, sheetId, before, isReady);
  const standing = readStanding(now, id);
  return standing && !standing.isUndoing ? now : refusal("JOB_STOPPED");
}

/** Present until the rows that were chosen by their place are claimed. */
export const unclaimedName = (id: string): string => `unclaimed:${id}`;

/** Only the last jobs can be undone: a property store holds 500 KB, of which one job may take most. */
const KEPT_JOBS = 12;
/** The least number of ended jobs that stay for an undo, however many others are to go on. */
const KEPT_OVER = 4;

/** A new job leaves the rest of the store to jobs that go on or are undone, and to saved choices. */
const MAX_BYTES_WITH_NEW_JOB = 490_000;

/** A long search leaves more, so that small jobs start beside it. */
const MAX_BYTES_LEFT_TO_SMALL_JOBS = 15_000;

/** No UTF-16 unit takes more than 3 bytes. */
const mostBytesOf = (properties: Record<string, string>): number =>
  Object.entries(properties)
    .flat()
    .join("")
    .replace(/[\u0080-\uffff]/g, "...").length;

/** The sheets of a job's inputs and list. */
export const sheetsOf = ({ place, list }: Job): number[] => [
  ...new Set([place, list].flatMap((each) => each?.sheetId ?? [])),
];

/** `null` if the job was undone or forgotten, or its record cannot be read. */
export function readJob(properties: Record<string, string>, id: string): Job | null {
  const job = parse<Job>(properties[recordName(id)]);
  return job && KIND_NAMES.includes(job.choices?.kind) ? job : null;
}

/** A job that is neither undone nor forgotten. */
export interface KnownJob {
  job: Job;
  standing: Standing;
  /** As they were read with it. */
  properties: Record<string, string>;
}

export function readKnown(properties: Record<string, string>, id: string): KnownJob | Refusal {
  const job = readJob(properties, id);
  const standing = readStanding(properties, id);
  return job && standing ? { job, standing, properties } : refusal("JOB_GONE");
}

export const readKnownNow = ({ store }: Pick<World, "store">, id: string): KnownJob | Refusal =>
  readKnown(store.all(), id);

const readJobs = (properties: Record<string, string>, ids: string[]): Job[] =>
  ids.flatMap((id) => readJob(properties, id) ?? []);

/** The youngest comes first. */
export const listRecords = (properties: Record<string, string>): Job[] => readJobs(properties, idsOf(properties));

/** The kept jobs of the same kind over the same column, the youngest first. */
export const othersOfColumn = (properties: Record<string, string>, job: Job): Job[] =>
  listRecords(properties).filter((other) => other.id !== job.id && isOfColumn(job, other));

/** A copy of the sheet has the same group. */
export const isOfColumn = ({ place }: Job, other: Job): boolean =>
  place !== null && other.place?.sheetId === place.sheetId && other.place.group === place.group;

export function youngerThan(properties: Record<string, string>, { id }: Job): Job[] {
  const all = listRecords(properties);
  return all.slice(
    0,
    all.findIndex((job) => job.id === id),
  );
}

/** True for a watch, and for a job that is not over. */
const isToGoOn = (properties: Record<string, string>, id: string): boolean =>
  watchName(id) in properties || ["running", "paused"].includes(readStanding(properties, id)?.state ?? "");

/** True for a job that goes on in this sheet. */
export const worksIn = (properties: Record<string, string>, job: Job, sheetId: number | undefined): boolean =>
  sheetsOf(job).some((id) => id === sheetId) && isToGoOn(properties, job.id);

/** True for a watch that ends when `job` is undone, because it would do the same rows again. */
export function isEndedWatch(properties: Record<string, string>, job: Job, other: Job): boolean {
  if (!(watchName(other.id) in properties)) return false;
  const standing = readStanding(properties, job.id);
  const hasWorked = standing !== null && standing.done + standing.ledger.askNumber > 0;
  return other.id === job.id || (hasWorked && isOfColumn(job, other));
}

/** True for a job that goes on even if `job` is undone. */
export const goesOnWithout = (properties: Record<string, string>, job: Job, other: Job): boolean =>
  isToGoOn(properties, other.id) && !isEndedWatch(properties, job, other);

export const othersOfList = (properties: Record<string, string>, { id, list }: Job): Job[] =>
  listRecords(properties).filter((other) => other.id !== id && list && other.list?.sheetId === list.sheetId);

export const isLastOfList = (properties: Record<string, string>, job: Job): boolean =>
  othersOfList(properties, job).every(({ choices }) => choices.kind !== job.choices.kind);

/**
 * The jobs that may be forgotten, in that order: those that are over, but for the last ones; then paused ones, running
 * ones, and those last ones. The oldest come first. A watch is never forgotten. A job that shares a column or a list
 * with an older one which is to go on is kept longer: an undo of the older one has to know it.
 * @param ids of the kept jobs, the youngest first
 */
function leastNeededFirst(properties: Record<string, string>, ids: string[]): string[] {
  const isWatched = (id: string): boolean => watchName(id) in properties;
  const stateOf = (id: string): Standing["state"] | undefined => readStanding(properties, id)?.state;
  const over = ids.filter((id) => !isToGoOn(properties, id));
  const toGoOn = ids.filter((id) => !over.includes(id) && !isWatched(id));
  const paused = toGoOn.filter((id) => stateOf(id) === "paused");
  const running = toGoOn.filter((id) => stateOf(id) === "running");
  const isNeeded = (id: string): boolean =>
    readJobs(properties, [id])
      .flatMap((job) => [...othersOfColumn(properties, job), ...othersOfList(properties, job)])
      .some((older) => toGoOn.includes(older.id) && ids.indexOf(older.id) > ids.indexOf(id));
  const last = over.filter((id, at) => at < KEPT_OVER || isNeeded(id));
  const groups = [over.filter((id) => !last.includes(id)), paused, running, last];
  return groups.flatMap((group) => group.reverse());
}

/**
 * Keeps a new job, and forgets the ones that are needed least to make room, but none that runs. To be called under the
 * document lock.
 * @param properties as they are under the lock
 * @returns the forgotten jobs that had no result yet; a refusal if there is no room even so
 */
export function addJob(
  store: Store,
  record: Job,
  standing: Standing,
  also: Record<string, string>,
  properties = store.all(),
): Job[] | Refusal {
  const before = idsOf(properties);
  const all = leastNeededFirst(properties, before);
  const gone = all.splice(0, Math.max(0, all.length - (KEPT_JOBS - 1)));
  const dispensable = all.filter((id) => readStanding(properties, id)?.state !== "running");
  const keptNow = (): string[] => before.filter((id) => !gone.includes(id));
  const goneJobs = (): Job[] => readJobs(properties, gone);
  const entriesNow = (): Record<string, string> => ({
    ...also,
    ...keepPast(
      properties,
      goneJobs().map((job) => pastOf(properties, job, false)),
    ),
    [recordName(record.id)]: JSON.stringify(record),
    ...writeStanding(record.id, standing),
    // The index comes last, so that it names no job whose entries are missing.
    [INDEX]: JSON.stringify([record.id, ...keptNow()]),
  });
  const hasRoom = (): boolean => {
    const removed = propertiesOf(properties, gone, keptNow());
    const left = Object.entries(properties).filter(([name]) => !removed.includes(name));
    const entries = entriesNow();
    const spare = Math.min(mostBytesOf(entries), MAX_BYTES_LEFT_TO_SMALL_JOBS);
    return mostBytesOf({ ...Object.fromEntries(left), ...entries }) + spare <= MAX_BYTES_WITH_NEW_JOB;
  };
  while (!hasRoom()) {
    const next = dispensable.shift();
    if (next === undefined) return refusal("STORE_FULL");
    gone.push(next);
  }
  const kept = keptNow();
  forget(store, properties, gone, kept);
  for (const name of billsOfNobody(properties, before)) store.remove(name);
  try {
    store.setAll(entriesNow());
  } catch (thrown) {
    // Nobody else would remove entries that the index does not name.
    forget(store, { ...properties, ...also }, [record.id], kept);
    throw thrown;
  }
  return goneJobs().filter(({ id }) => !readStanding(properties, id)?.done);
}

/** To be called under the document lock. */
export function removeJob(store: Store, id: string): void {
  const properties = store.all();
  const jobs = readJobs(properties, [id]);
  const past = keepPast(
    properties,
    jobs.map((job) => pastOf(properties, job, true)),
  );
  // This comes first, so that spent credits are never lost. A job that is remembered and still known counts once.
  // There may be no room for it.
  if (Object.keys(past).length > 0) unlessGoogleFails(() => store.setAll(past));
  const kept = idsOf(properties).filter((each) => each !== id);
  forget(store, properties, [id], kept);
  // This comes last: if it fails, or the execution dies before, later jobs push out what is left of this one.
  unlessGoogleFails(() => store.set(INDEX, JSON.stringify(kept)));
}

function forget(store: Store, properties: Record<string, string>, gone: string[], kept: string[]): void {
  for (const name of propertiesOf(properties, gone, kept)) store.remove(name);
}

/**
 * Each name has the job's id after a colon, sometimes followed by a dot and more.
 * @param kept ids of the jobs that stay, which may need what a forgotten one has intended
 * @returns their names, the records last: as long as one is there, its job can be forgotten again
 */
function propertiesOf(properties: Record<string, string>, gone: string[], kept: string[]): string[] {
  const isTheirs = (name: string): boolean => gone.some((id) => new RegExp(`^[a-z]+:${id}(?:$|\\.)`).test(name));
  const intendedBy = (ids: string[]): string[] =>
    readJobs(properties, ids).flatMap((job) => intendedNames(properties, job));
  const needed = intendedBy(kept);
  const intended = intendedBy(gone).filter((name) => !needed.includes(name));
  const records = gone.map(recordName);
  const names = Object.keys(properties).filter((name) => isTheirs(name) || intended.includes(name));
  return [...names.filter((name) => !records.includes(name)), ...records];
}

const idsOf = (properties: Record<string, string>): string[] => parseTexts(properties[INDEX]);

/**
 * Changes the standing of a job under the document lock.
 * @param change gives the new standing, or why it stays @param alter gives the new record, if that changes as well
 * @returns also the properties as they are then
 */
export const changeStanding = (
  world: Pick<World, "store" | "lock">,
  jobId: string,
  change: (standing: Standing, record: Job) => Standing | Refusal,
  alter = (record: Job): Job => record,
): { record: Job; standing: Standing; properties: Record<string, string> } | Refusal =>
  underLock(world, () => {
    const { store } = world;
    const known = readKnownNow(world, jobId);
    if (isRefused(known)) return known;
    const { job: record, standing: before, properties } = known;
    const changed = change(before, record);
    if (isRefused(changed)) return changed;
    const isOver = changed.state === "finished" && changed.landed === changed.epoch;
    // A watch goes on, and asks again what had no answer or found no place.
    const isClosed = isOver && !(watchName(jobId) in properties);
    const standing = isClosed ? { ...changed, ledger: close(changed.ledger) } : changed;
    const altered = alter(record);
    const kept = altered === record ? {} : { [recordName(jobId)]: JSON.stringify(altered) };
    // These bills are booked for good, and no driver of these epochs sends another one. They are emptied in the same
    // call and removed the next time, because each removal takes a call of its own.
    const booked = standing.landed === standing.epoch ? billNames(properties, jobId) : [];
    const isEmpty = (name: string): boolean => properties[name] === "";
    const emptied = Object.fromEntries(booked.filter((name) => !isEmpty(name)).map((name) => [name, ""]));
    const written = { ...kept, ...writeStanding(jobId, standing), ...emptied };
    store.setAll(written);
    for (const name of booked.filter(isEmpty)) store.remove(name);
    return { record: altered, standing, properties: { ...properties, ...written } };
  });
