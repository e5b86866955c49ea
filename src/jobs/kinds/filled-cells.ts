import type { WindowRow } from "../../lists/pinned-list";
import { isSame, MAX_TITLES } from "../../lists/rows";
import { failureCode } from "../../service/errors";
import { isUnfinished } from "../../service/input-problems";
import { NOT_VERIFIED } from "../../service/result-words";
import {
  type AnsweredFor,
  answersIn,
  checkOf,
  type FieldColumn,
  isClaimed,
  isPasted,
  sureCheckOf,
} from "../../sheet/pinned-columns";
import { type CellValue, unlessGoogleFails } from "../../sheet/table";
import type { Entry } from "../protocol";
import type { World } from "../record";
import { type ColumnTraits, isFoundWord, type ListRow, type RowState } from "../rows";
import type { WriteReport } from "../views";

// Tells cells that somebody has filled or typed over from results.

export interface FilledList {
  /** The columns that the job writes. */
  written: FieldColumn[];
  /** The hidden column says what each row was answered for. */
  hasHidden: boolean;
}

/** Counts cells that somebody has filled and that a job would replace. */
export function filledIn(row: WindowRow, judged: RowState, list: FilledList, traits: ColumnTraits): number {
  if (!("key" in judged)) return 0;
  return filledFields(row, ownTextOf(judged), list, traits).length + Number(isPasted(row.answeredFor));
}

/**
 * A job leaves a row with a typed status alone, unless its dry run has told otherwise.
 * @param ownText the status in the script's own words that the row may have; `""` for none
 */
export function isStatusTyped(row: WindowRow, ownText: string, traits: ColumnTraits): boolean {
  const { status, answeredFor } = row;
  if (status === "" || isNamedByTable(status, row)) return false;
  if (isUntold(row) && isOwnStatus(row, ownText, traits)) return false;
  return !isOwnCell(status, answersIn(answeredFor), ownText);
}

/** Finds columns in which somebody has typed something else than `resultOf` gives for writing. */
export function typedOver(
  row: WindowRow,
  written: FieldColumn[],
  resultOf: (field: string) => CellValue,
  traits: ColumnTraits,
): FieldColumn[] {
  const answers = answersIn(row.answeredFor);
  const ownText = String(resultOf(traits.statusField));
  if (row.status !== "" && isUntold(row) && isOwnStatus(row, ownText, traits)) return [];
  return written.filter(({ field, column }) => {
    const cell = row.at(column);
    const isResult = !(cell instanceof Date) && isSame(cell, resultOf(field));
    if (cell === "" || isResult || isNamedByTable(cell, row)) return false;
    return !isOwnCell(cell, answers, ownText);
  });
}

/**
 * True if no tag tells of the status: an execution that has died before it tagged the row has left it, or one whose
 * writes went astray in moving rows has left it beside the tag of another input.
 */
function isUntold({ input, status, answeredFor }: ListRow): boolean {
  const answers = answersIn(answeredFor);
  const isOfInput = answers.some(({ key }) => input.kind === "text" && key === input.key);
  return !isOfInput && !fitsAny(status, answers);
}

/** A table that took the header for a row names a new column like this. Any other text is somebody's, and stays. */
const isNamedByTable = (cell: CellValue, { row, answeredFor }: WindowRow): boolean =>
  row <= MAX_TITLES + 1 && /^\S+ \d+$/.test(String(cell)) && answersIn(answeredFor).length === 0;

const isOwnCell = (cell: CellValue, answers: AnsweredFor[], ownText: string): boolean =>
  isOwnText(String(cell), ownText) || isUnfinished(cell) || fitsAny(cell, answers);

const fitsAny = (cell: CellValue, answers: AnsweredFor[]): boolean =>
  answers.some(({ checks }) => checks.includes(checkOf(cell)));

function filledFields(row: WindowRow, ownText: string, list: FilledList, traits: ColumnTraits): FieldColumn[] {
  const { status, at } = row;
  const own = ownIn(row, ownText, list, traits);
  return list.written.filter(({ field, column }) =>
    field === traits.statusField ? status !== "" && !own.isStatus : at(column) !== "" && !own.isResult(at(column)),
  );
}

function ownIn(
  { status, answeredFor, foundStatus }: ListRow,
  ownText: string,
  { hasHidden }: Pick<FilledList, "hasHidden">,
  { isResult }: ColumnTraits,
): { isStatus: boolean; isResult(cell: CellValue): boolean } {
  const answers = answersIn(answeredFor);
  const checks = answers[0]?.checks;
  if (checks) {
    return {
      isStatus: checks.includes(checkOf(status)),
      isResult: (cell) => fitsAny(cell, answers),
    };
  }
  // No earlier answer is known: the row has only a claim, or somebody has deleted the hidden column.
  if (isClaimed(answeredFor) || !hasHidden) {
    const isStatus = isOwnText(String(status), ownText) || isResult(String(status));
    // Cells beside a status of ours were written with it.
    return { isStatus, isResult: () => isStatus };
  }
  const isOfSearch = status === NOT_VERIFIED || isFoundWord(status, foundStatus);
  return { isStatus: isOfSearch, isResult: () => false };
}

/** True for a status that a job or a search may have written, as far as its words tell. */
const isOwnStatus = ({ status, foundStatus }: ListRow, ownText: string, { isResult }: ColumnTraits): boolean =>
  isOwnText(String(status), ownText) ||
  isResult(String(status)) ||
  isUnfinished(status) ||
  isFoundWord(status, foundStatus);

/** True for a status in the script's own words, which did not come from the service. */
const isOwnText = (status: string, ownText: string): boolean =>
  failureCode(status) !== null || status === NOT_VERIFIED || (ownText !== "" && status === ownText);

export const ownTextOf = (judged: RowState): string => ("status" in judged ? judged.status : "");

// Remembers rows that a job may have written in part: if a cell refuses its value, a block is written cell by cell, and
// the hidden cells come last. Until then nothing in the row tells its results from what somebody has typed.

/** Several writes may go cell by cell at the same time, so each has its own property. */
const halfWrittenName = (jobId: string, writeId: string): string => `half:${jobId}.${writeId}`;

const nameOfKey = (key: string): string => sureCheckOf(key).toString(36);

/** Called before the first cell is written alone. */
export function noteHalfWritten({ store, newId }: World, jobId: string, entries: Pick<Entry, "key">[]): void {
  const names = entries.map(({ key }) => nameOfKey(key)).join(" ");
  // If it cannot be noted, a row that stays written in part looks like one that somebody has filled.
  unlessGoogleFails(() => store.set(halfWrittenName(jobId, newId()), names));
}

const notesOf = (properties: Record<string, string>, jobId: string): [name: string, names: string[]][] =>
  Object.entries(properties).flatMap(([name, text]) =>
    name.startsWith(halfWrittenName(jobId, "")) ? [[name, text.split(" ")] as [string, string[]]] : [],
  );

/** Forgets rows that have all their results by now, or are gone. */
export function forgetHalfWritten(
  { store }: World,
  jobId: string,
  { writtenKeys = [], lostKeys = [] }: Partial<WriteReport>,
  properties: Record<string, string>,
): void {
  const done = new Set([...writtenKeys, ...lostKeys].map(nameOfKey));
  for (const [name, names] of notesOf(properties, jobId)) {
    const left = names.filter((each) => !done.has(each));
    if (left.length === 0) store.remove(name);
    else store.set(name, left.join(" "));
  }
}

/** @param readAll is called for the first key at most */
export function halfWrittenRows(readAll: () => Record<string, string>, jobId: string): (key: string) => boolean {
  let names: Set<string> | null = null;
  return (key) => {
    names ??= new Set(notesOf(readAll(), jobId).flatMap(([, each]) => each));
    return names.has(nameOfKey(key));
  };
}
