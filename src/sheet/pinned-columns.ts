import { ID_FORM } from "../google";
import { inOneForm } from "../spelling";
import { byColumn, type ColumnMark } from "./table";

/** The ends of the marks of a search's columns: the email's id, its status, the date of that, and its type. */
const FOUND = { anonId: "id", foundStatus: "found", lastVerified: "when", foundType: "type" };

export type FoundName = keyof typeof FOUND;

/** Gives something for each column that a domain search has written. */
export const forEachFound = <Value>(give: (name: FoundName) => Value) =>
  Object.fromEntries(Object.keys(FOUND).map((name) => [name, give(name as FoundName)])) as Record<FoundName, Value>;

export interface PinnedColumns extends Record<FoundName, number | null> {
  /** The name that connects the columns; a sheet may hold several lists. */
  group: string;
  input: number;
  /** In the order of the sheet. */
  outputs: FieldColumn[];
  answeredFor: number;
  /** In a sheet of found emails: the hidden column that names the email of each row as it was found. */
  foundBy: number | null;
}

export interface FieldColumn {
  field: string;
  column: number;
}

const INPUT = "in";
const ANSWERED_FOR = "for";

export const inputMark = (group: string): string => `${group}:${INPUT}`;

export const outputMark = (group: string, field: string): string => `${group}=${field}`;

/** The mark of the hidden column, whose cells are `AnsweredFor`. */
export const answeredForMark = (group: string): string => `${group}:${ANSWERED_FOR}`;

/** The sign differs from that of results, because an email just found may be the input of a verification. */
export const fieldMark = (group: string, field: string): string => `${group}~${field}`;

export const isFieldMark = ({ value }: ColumnMark): boolean => /^\w+~/.test(value);

export const fieldOfMark = (value: string): string => value.slice(value.indexOf("~") + 1);

/** `null` for marks without a field. */
export const fieldOfAnyMark = (value: string): string | null => /^\w+[=~](.+)$/s.exec(value)?.[1] ?? null;

/** The ends of the marks of the hidden columns of found emails and of companies. */
export const FOUND_BY = "=emails";
export const FILLED_BY = "=company";

export const foundMarks = (group: string) => forEachFound((name) => `${group}:${FOUND[name]}`);

export const isAnsweredForMark = (value: string): boolean => value.endsWith(`:${ANSWERED_FOR}`);

export const isHiddenMark = (value: string): boolean =>
  isAnsweredForMark(value) || value.endsWith(FOUND_BY) || value.endsWith(FILLED_BY);

/** A start marks a column to read before it has seen it, and takes the mark off again if it is another one. */
export const isReadMark = (value: string): boolean => /^\w+:/.test(value) && !isAnsweredForMark(value);

/** Sheetscout writes such a column, so it cannot be the input of a new list. */
export const isOwnMark = (value: string): boolean => /^\w+=/.test(value) || isAnsweredForMark(value);

/** Each kind of job has a list of its own over the same inputs. */
export const newGroup = (id: string, kind: string): string => `${id}_${kind}`;

/** `null` if the kind has no list with its inputs in this column. */
export function groupOf(marks: ColumnMark[], column: number, kind: string): string | null {
  const groups = marks.flatMap((mark) =>
    mark.column === column && mark.value.endsWith(`:${INPUT}`) ? [mark.value.slice(0, -INPUT.length - 1)] : [],
  );
  return groups.find((group) => group.endsWith(`_${kind}`)) ?? null;
}

export const columnOf = (marks: ColumnMark[], mark: string): number | null =>
  marks.find(({ value }) => value === mark)?.column ?? null;

/** The marks of a list. */
export const marksIn = (marks: ColumnMark[], group: string): string[] =>
  marks.flatMap(({ value }) => (value.startsWith(group) ? [value] : []));

/** The columns that have these marks, in their order. */
export const columnsOfMarks = (marks: ColumnMark[], wanted: string[]): number[] =>
  wanted.flatMap((mark) => columnOf(marks, mark) ?? []);

/** The columns of fields, from left to right, whose marks begin with `beginning`. */
export function fieldColumns(marks: ColumnMark[], beginning: string): FieldColumn[] {
  const columns: FieldColumn[] = [];
  for (const { column, value } of [...marks].sort(byColumn)) {
    const field = value.startsWith(beginning) ? value.slice(beginning.length) : "";
    // A copied column brings its mark along; the first one stays the list's.
    if (field !== "" && !columns.some((each) => each.field === field)) columns.push({ field, column });
  }
  return columns;
}

/** A missing input or hidden column is `null`. */
export function pinnedColumns(marks: ColumnMark[], group: string): FoundColumns {
  const found = foundMarks(group);
  return {
    group,
    outputs: fieldColumns(marks, outputMark(group, "")),
    input: columnOf(marks, inputMark(group)),
    answeredFor: columnOf(marks, answeredForMark(group)),
    ...forEachFound((name) => columnOf(marks, found[name])),
    foundBy: marks.find(({ value }) => value.endsWith(FOUND_BY))?.column ?? null,
  };
}

/** People may have deleted some columns. */
export interface FoundColumns extends Omit<PinnedColumns, "input" | "answeredFor"> {
  input: number | null;
  answeredFor: number | null;
}

const textOf = (marks: ColumnMark[]): string =>
  marks
    .map(({ column, value }) => `${column} ${value}`)
    .sort()
    .join();

export const isUnmoved = (one: ColumnMark[], other: ColumnMark[]): boolean => textOf(one) === textOf(other);

/** The text of a hidden cell, as in `k3f9.21915.412.7:ann@acme.example`: job, numbers, and what the row is known by. */
export interface RowTag {
  jobId: string;
  numbers: number[];
  key: string;
  /** The row is done without its status, which a rule refused or a merge covers. `!` then stands for the colon. */
  isRefused?: boolean;
}

const TAG = /^([a-z0-9]{1,40})((?:\.\d+)*)([:!])([\s\S]*)$/;

export const writeTag = ({ jobId, numbers, key, isRefused }: RowTag): string =>
  `${[jobId, ...numbers].join(".")}${isRefused ? "!" : ":"}${key.replace(LIKE_ANSWER, `${SEPARATOR}\\`)}`;

/** @returns `null` when the cell is blank, or holds a text that is not ours */
export function readTag(cell: unknown): RowTag | null {
  const [, jobId, numbers = "", sign, key = ""] = TAG.exec(String(cell)) ?? [];
  return jobId === undefined
    ? null
    : {
        jobId,
        numbers: numbers.split(".").slice(1).map(Number),
        key: inOneForm(key.replace(MARKED_IN_KEY, SEPARATOR)),
        isRefused: sign === "!",
      };
}

/** The hidden cell names the input of its row's results, so the sheet itself is the checkpoint of a job. */
export interface AnsweredFor extends Omit<RowTag, "numbers"> {
  /** Days since 1970. */
  day: number;
  /** A number for each result, which tells it from what people type over it. */
  checks: number[];
}

const DAY_MS = 86_400_000;

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Three digits, so one in a thousand texts that are typed over a result is taken for the result. */
const CHECKS = 997;

const checkBelow = (below: number, cell: unknown): number =>
  [...String(cell).replace(/\s+/g, "")].reduce((check, sign) => (check * 31 + (sign.codePointAt(0) ?? 0)) % below, 0);

/** Tells a cell's content from most others. Blanks in it do not count. */
export const checkOf = (cell: unknown): number => checkBelow(CHECKS, cell);

/** Products below this prime stay exact. Two texts have the same number once in a thousand million times. */
const SURE_CHECKS = 999_999_937;

/** Like `checkOf`, for a cell that has to tell a row from all others. */
export const sureCheckOf = (cell: unknown): number => checkBelow(SURE_CHECKS, cell);

/** A line break could make Google show the row higher. */
const SEPARATOR = " ";

/** Answers of so many earlier jobs stay behind the latest one. */
const MAX_EARLIER = 5;

/**
 * @param before what the cell held. Earlier jobs' answers for the same input stay behind the new one, because some of
 * their results are still there, and would be nobody's if the latest job were undone.
 */
export function writeAnsweredFor({ day, checks, ...tag }: AnsweredFor, before: unknown = ""): string {
  const earlier = readHidden(before).answers.filter((text) => {
    const other = readTag(text);
    return other !== null && other.jobId !== tag.jobId && other.key === tag.key;
  });
  return [writeTag({ ...tag, numbers: [day, ...checks] }), ...earlier.slice(0, MAX_EARLIER)].join(SEPARATOR);
}

/** @returns the latest answer; `null` when the row was not answered. A claim in front of it does not matter. */
export const readAnsweredFor = (cell: unknown): AnsweredFor | null => answersIn(cell)[0] ?? null;

/** The latest answer comes first. */
export const answersIn = (cell: unknown): AnsweredFor[] =>
  readHidden(cell).answers.flatMap((text) => {
    const tag = readTag(text);
    const [day, ...checks] = tag?.numbers ?? [];
    return tag && day !== undefined ? { ...tag, day, checks } : [];
  });

const CLAIM = new RegExp(`^(${ID_FORM})\\?([\\s\\S]*)$`);

const TAG_START = `${ID_FORM}(?:\\.\\d+)+[:!]`;

/** A whole tag has to begin there: keys may hold blanks as well. */
const NEXT_ANSWER = new RegExp(`${SEPARATOR}(?=${TAG_START})`);

/** Finds tags inside a key, and a backslash marks them: somebody may have pasted a hidden cell into an input. */
const LIKE_ANSWER = new RegExp(`${SEPARATOR}(?=\\\\*${TAG_START})`, "g");

const MARKED_IN_KEY = new RegExp(`${SEPARATOR}\\\\(?=\\\\*${TAG_START})`, "g");

function readHidden(cell: unknown): { claimedBy: string; answers: string[] } {
  const [, claimedBy = "", answered = String(cell ?? "")] = CLAIM.exec(String(cell ?? "")) ?? [];
  return { claimedBy, answers: answered === "" ? [] : answered.split(NEXT_ANSWER) };
}

/** Claims a row, as in `3f9c1a?`, wherever it is moved. An earlier answer stays behind the claim and still counts. */
export const writeClaim = (jobId: string, before: unknown = ""): string =>
  `${jobId}?${readAnsweredFor(before) ? readHidden(before).answers.join(SEPARATOR) : ""}`;

export const isClaimedBy = (cell: unknown, jobId: string): boolean => claimantOf(cell) === jobId;

/** The job that has yet to do the row; `""` for none. */
export const claimantOf = (cell: unknown): string => readHidden(cell).claimedBy;

/** True for a row that any job has yet to do. */
export function isClaimed(cell: unknown): boolean {
  const { claimedBy, answers } = readHidden(cell);
  return claimedBy !== "" && answers.every((text) => readTag(text) !== null);
}

/** The claims and answers of others stay when a job is undone. */
export function withoutJob(cell: unknown, jobId: string): string {
  const { claimedBy, answers } = readHidden(cell);
  const claim = claimedBy !== "" && claimedBy !== jobId ? writeClaim(claimedBy) : "";
  return claim + answers.filter((text) => readTag(text)?.jobId !== jobId).join(SEPARATOR);
}

/** True for a text that somebody has pasted into a hidden cell: pasted rows do not skip hidden columns. */
export const isPasted = (cell: unknown): boolean => cell !== "" && !isClaimed(cell) && readAnsweredFor(cell) === null;
