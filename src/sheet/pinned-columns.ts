import { ID_FORM } from "../google";
import type { ColumnMark } from "./table";

/** The columns of one list, of its inputs and its results. */
export interface PinnedColumns {
  /** Connects the columns; a sheet may hold several lists. */
  group: string;
  input: number;
  /** By field, in the order of the sheet. */
  outputs: FieldColumn[];
  answeredFor: number;
  /** Columns of a domain search, when the list has them: the email's id, the status the search gave it, and its date. */
  anonId: number | null;
  foundStatus: number | null;
  lastVerified: number | null;
  /** In a sheet of found emails, the hidden column that names the email of each row as it was found. */
  foundBy: number | null;
}

/** A column by the field it holds. */
export interface FieldColumn {
  field: string;
  column: number;
}

const INPUT = "in";
const ANSWERED_FOR = "for";
const ANON_ID = "id";
const FOUND_STATUS = "found";
const LAST_VERIFIED = "when";

/** Pinned to the column of inputs. */
export const inputMark = (group: string): string => `${group}:${INPUT}`;

/** Pinned to a column of results. */
export const outputMark = (group: string, field: string): string => `${group}=${field}`;

/** Pinned to the hidden column, whose cells are `AnsweredFor`. */
export const answeredForMark = (group: string): string => `${group}:${ANSWERED_FOR}`;

/**
 * Pinned to a column of a list that rows are appended to, with another sign than results: an email just found may be the
 * input of a verification.
 */
export const fieldMark = (group: string, field: string): string => `${group}~${field}`;

export const isFieldMark = ({ value }: ColumnMark): boolean => /^\w+~/.test(value);

/** The field of such a column. */
export const fieldOfMark = (value: string): string => value.slice(value.indexOf("~") + 1);

/** The field of a column of ours, of results or of a list; `null` for a mark of another sort. */
export const fieldOfAnyMark = (value: string): string | null => /^\w+[=~](.+)$/s.exec(value)?.[1] ?? null;

/** Ends the mark of the hidden column of found emails. */
export const FOUND_BY = "=emails";

/** Pinned to the columns of a domain search. */
export const foundMarks = (group: string) => ({
  anonId: `${group}:${ANON_ID}`,
  foundStatus: `${group}:${FOUND_STATUS}`,
  lastVerified: `${group}:${LAST_VERIFIED}`,
});

/** True for a hidden column beside results. */
export const isAnsweredForMark = (value: string): boolean => value.endsWith(`:${ANSWERED_FOR}`);

/** True for a column that Sheetscout has written: nothing to begin a list with. */
export const isOwnMark = (value: string): boolean => /^\w+=/.test(value) || isAnsweredForMark(value);

/** The group of a new list. Each kind of job has a list of its own over the same inputs. */
export const newGroup = (id: string, kind: string): string => `${id}_${kind}`;

/** The list of a kind whose inputs stand in a column; `null` when none was made of it yet. */
export function groupOf(marks: ColumnMark[], column: number, kind: string): string | null {
  const groups = marks.flatMap((mark) =>
    mark.column === column && mark.value.endsWith(`:${INPUT}`) ? [mark.value.slice(0, -INPUT.length - 1)] : [],
  );
  // A list that was made before groups named their kind is everybody's.
  return groups.find((group) => !group.includes("_") || group.endsWith(`_${kind}`)) ?? null;
}

/** The column that carries a mark; `null` when there is none. */
export const columnOf = (marks: ColumnMark[], mark: string): number | null =>
  marks.find(({ value }) => value === mark)?.column ?? null;

/** The columns of fields, from left to right, by the beginning of their marks. */
export function fieldColumns(marks: ColumnMark[], beginning: string): FieldColumn[] {
  const columns: FieldColumn[] = [];
  for (const { column, value } of [...marks].sort((a, b) => a.column - b.column)) {
    const field = value.startsWith(beginning) ? value.slice(beginning.length) : "";
    // A copied column brings its mark along; the first one stays the list's.
    if (field !== "" && !columns.some((each) => each.field === field)) columns.push({ field, column });
  }
  return columns;
}

/** The columns of a list as they stand now; a missing input or hidden column is `null`. */
export function pinnedColumns(marks: ColumnMark[], group: string): FoundColumns {
  const found = foundMarks(group);
  return {
    group,
    outputs: fieldColumns(marks, outputMark(group, "")),
    input: columnOf(marks, inputMark(group)),
    answeredFor: columnOf(marks, answeredForMark(group)),
    anonId: columnOf(marks, found.anonId),
    foundStatus: columnOf(marks, found.foundStatus),
    lastVerified: columnOf(marks, found.lastVerified),
    foundBy: marks.find(({ value }) => value.endsWith(FOUND_BY))?.column ?? null,
  };
}

/** As found: people delete columns. */
export interface FoundColumns extends Omit<PinnedColumns, "input" | "answeredFor"> {
  input: number | null;
  answeredFor: number | null;
}

const textOf = (marks: ColumnMark[]): string =>
  marks
    .map(({ column, value }) => `${column} ${value}`)
    .sort()
    .join();

/** True if no pinned column was moved between two readings. */
export const isUnmoved = (one: ColumnMark[], other: ColumnMark[]): boolean => textOf(one) === textOf(other);

/**
 * The text of a hidden cell: the job that has written the row, numbers of its kind, and what the row is known by, as in
 * `k3f9.21915.412.7:ann@acme.example`.
 */
export interface RowTag {
  jobId: string;
  numbers: number[];
  key: string;
  /** `!` instead of the colon: a cell of the row refused its value by its own rule; it stands in a note. */
  isRefused?: boolean;
}

const TAG = /^([a-z0-9]{1,40})((?:\.\d+)*)([:!])([\s\S]*)$/;

export const writeTag = ({ jobId, numbers, key, isRefused }: RowTag): string =>
  `${[jobId, ...numbers].join(".")}${isRefused ? "!" : ":"}${key}`;

/** `null` when the cell says nothing, or something that is not ours. */
export function readTag(cell: unknown): RowTag | null {
  const [, jobId, numbers = "", sign, key = ""] = TAG.exec(String(cell)) ?? [];
  return jobId === undefined
    ? null
    : { jobId, numbers: numbers.split(".").slice(1).map(Number), key, isRefused: sign === "!" };
}

/** The hidden cell beside a row's results: the input they are for. So the sheet itself is the checkpoint of a job. */
export interface AnsweredFor extends Omit<RowTag, "numbers"> {
  /** Days since 1970. */
  day: number;
  /** A number for each result, to tell it from what people type over it; older jobs have fewer or none. */
  checks: number[];
}

const DAY_MS = 86_400_000;

/** The day of a time in milliseconds. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Three digits: one text in a thousand that is typed over a result is taken for the result. */
const CHECKS = 997;

const checkBelow = (below: number, cell: unknown): number =>
  [...String(cell).replace(/\s+/g, "")].reduce((check, sign) => (check * 31 + (sign.codePointAt(0) ?? 0)) % below, 0);

/** A number that tells a cell's content from most others; blanks in it do not count. */
export const checkOf = (cell: unknown): number => checkBelow(CHECKS, cell);

/** Below this prime products stay exact. Two texts have the same check once in a thousand million times. */
const SURE_CHECKS = 999_999_937;

/** The same, where one cell has to tell a row from all others. */
export const sureCheckOf = (cell: unknown): number => checkBelow(SURE_CHECKS, cell);

export const writeAnsweredFor = ({ day, checks, ...tag }: AnsweredFor): string =>
  writeTag({ ...tag, numbers: [day, ...checks] });

/** `null` when the row was not answered. */
export function readAnsweredFor(cell: unknown): AnsweredFor | null {
  const tag = readTag(cell);
  const [day, ...checks] = tag?.numbers ?? [];
  return tag && day !== undefined ? { ...tag, day, checks } : null;
}

/** The hidden cell of a row that a job is to do, so that this is known wherever the row is moved: `3f9c1a?`. */
export const writeWanted = (jobId: string): string => `${jobId}?`;

/** True for a row that this job is to do. */
export const isWantedBy = (cell: unknown, jobId: string): boolean => cell === writeWanted(jobId);

const WANTED = new RegExp(`^${ID_FORM}\\?$`);

/** True for a row that some job is to do. */
export const isWanted = (cell: unknown): boolean => WANTED.test(String(cell));

/** True for a text that somebody has pasted into a hidden cell: pasted rows do not skip hidden columns. */
export const isPasted = (cell: unknown): boolean => cell !== "" && !isWanted(cell) && readAnsweredFor(cell) === null;
