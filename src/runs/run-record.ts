import type { EmailPlace } from "./find/emails-list";
import type { FindOptions, RowChoice, RunState } from "./views";

/** Text under a name that outlives executions: document properties. */
export interface RunStore {
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Everything in one call. */
  all(): Record<string, string>;
}

type Reader = Pick<RunStore, "get">;

/** All that is kept of a run outside the sheet: what was wished, and how it stands. */
export interface RunRecord {
  id: string;
  sheetId: number;
  /** The columns, by their marks. */
  group: string;
  fields: string[];
  hasHeader: boolean;
  columnName: string;
  rows: RowChoice;
  capHalves: number | null;
  alsoFoundValid: boolean;
  /** What is asked of companies, and where their emails are written; `null` when emails are verified. */
  find: FoundPlace | null;
  /** Of the key it was started with. */
  keyFingerprint: string;
  startedMs: number;
  state: RunState;
  reason: string;
  /** When its last driver left it: nobody is asking what was claimed before. */
  leftMs: number;
}

/** What a run that finds emails asks, and the list it writes them to. */
export interface FoundPlace extends FindOptions, EmailPlace {}

/** What a run has made of its columns; undoing takes it away. There is none before they are all there. */
export interface MadeColumns {
  /** Fields that had no column before. */
  fields: string[];
  answeredFor: boolean;
}

const LIST = "runs";
/** Where the numbers of found emails are kept. */
export const foundName = (id: string): string => `found:${id}`;
const columnsName = (id: string): string => `columns:${id}`;
const nameOf = (id: string): string => `run:${id}`;
/** Where the credits of a run or a fill are kept. */
export const spendingName = (id: string): string => `spend:${id}`;

/** Older runs are forgotten: a property store holds 500 KB (facts 2.5), and only the last ones can be undone. */
const KEPT_RUNS = 10;

/** `null` when it was undone or forgotten. */
export function readRun(store: Reader, id: string): RunRecord | null {
  return parse<RunRecord>(store.get(nameOf(id)));
}

/** Replaces the record of a run that is kept; `addRun` keeps a new one. */
export function writeRun(store: RunStore, record: RunRecord): void {
  store.set(nameOf(record.id), JSON.stringify(record));
}

/** `null` while the columns are being made. */
export function readMadeColumns(store: Reader, id: string): MadeColumns | null {
  return parse<MadeColumns>(store.get(columnsName(id)));
}

/** Says that all columns are there, and which of them the run has made. */
export function writeMadeColumns(store: RunStore, id: string, made: MadeColumns): void {
  store.set(columnsName(id), JSON.stringify(made));
}

/** The kept runs, the youngest first. */
export function listRuns(store: Reader): RunRecord[] {
  return idsOf(store).flatMap((id) => readRun(store, id) ?? []);
}

/** Keeps a new run; to be called under the document lock. */
export function addRun(store: RunStore, record: RunRecord): void {
  const ids = [record.id, ...idsOf(store)];
  writeRun(store, record);
  store.set(LIST, JSON.stringify(ids.slice(0, KEPT_RUNS)));
  for (const id of ids.slice(KEPT_RUNS)) forget(store, id);
}

/** Forgets a run with everything that is kept of it. */
export function removeRun(store: RunStore, id: string): void {
  store.set(LIST, JSON.stringify(idsOf(store).filter((each) => each !== id)));
  forget(store, id);
}

function forget(store: RunStore, id: string): void {
  store.remove(nameOf(id));
  store.remove(spendingName(id));
  store.remove(columnsName(id));
  store.remove(foundName(id));
}

function idsOf(store: Reader): string[] {
  const ids = parse<unknown>(store.get(LIST));
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}

/** Reads JSON that we have kept; `null` for none, and for what was damaged. */
export function parse<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}
