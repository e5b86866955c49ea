import type { Intention } from "../../lists/columns-request";
import type { State } from "../../lists/guard";
import { isTableHeading, listIn, type ReadableList, rowsOf, type WindowRow } from "../../lists/pinned-list";
import { cellAt, columnNumber, withFormulas } from "../../lists/rows";
import { type Refusal, refusal } from "../../result";
import { resultWords } from "../../service/field-words";
import { NOT_VERIFIED } from "../../service/result-words";
import {
  type AnsweredFor,
  answersIn,
  checkOf,
  type FieldColumn,
  isPasted,
  outputMark,
  withoutJob,
} from "../../sheet/pinned-columns";
import type { CellValue } from "../../sheet/table";
import type { ColumnJob } from "../record";
import { isFoundWord, shapeOf } from "../rows";
import { isHeading } from "./heading";

/** What the properties tell of a job that is undone. */
export interface KnownOfJob {
  /** The fields that other jobs write here, by job ids. A copied sheet brings answers of jobs that write none here. */
  fieldsOfOthers: Map<string, string[]>;
  /** The youngest other job that can take on answers: it asks no row because of them. */
  heir: string | null;
  /** Marks of the columns that the job has made itself; `null` before it has. */
  made: string[] | null;
  /** Columns that were made a moment before the job ended are not remembered yet. */
  intention: Intention | null;
  /** Columns that were left to the job are included. */
  remembered: string[];
  noted: string | null;
  /** Later searches that add emails to the same sheet. They leave emails that are there already to this job. */
  laterSearches: string[];
  /** Fields whose columns stay, because other jobs have found them there, or are going to write into them. */
  needed: string[];
}

/** The rows and columns of a job's list, and whose each cell is. */
export interface Owners {
  list: ReadableList;
  rows: WindowRow[];
  /** The rows without the header. */
  below: WindowRow[];
  header: WindowRow | undefined;
  outputs: FieldColumn[];
  /** Marks of the columns that the job has made, or was left with. */
  made: Set<string>;
  isMade(field: string): boolean;
  /** The row has the job's answer for its input. */
  isOwn(row: WindowRow): boolean;
  hasOtherAnswer(row: WindowRow): boolean;
  /** The row has the job's answer for another input. */
  isUnfit(row: WindowRow): boolean;
  /** A result of another job, which is to stay: the row has its answer as well. */
  isOfOther(row: WindowRow, output: FieldColumn): boolean;
  isSomebodys(row: WindowRow, output: FieldColumn): boolean;
}

/** Pure. */
export function readOwners(state: State, job: ColumnJob, known: KnownOfJob): Owners | Refusal {
  const { fields } = job.choices;
  const { fieldsOfOthers, made: madeItself, intention, remembered, laterSearches } = known;
  const list = listIn(state, shapeOf(job));
  const { group } = list.shape;
  const written = list.columns.outputs.map(columnNumber);
  const { formulas = new Map() } = state;
  const rows = [...rowsOf(list, withFormulas(state.ought, formulas, written)).values()];
  const answers = new Map(rows.map((row) => [row, answersOf(row, job.id)]));
  const ownOf = (row: WindowRow): AnsweredFor | null => answers.get(row)?.own ?? null;
  const othersOf = (row: WindowRow): AnsweredFor[] => answers.get(row)?.others ?? [];
  const isOwn = (row: WindowRow): boolean => ownOf(row) !== null;
  if (rows.some((row) => isOwn(row) && othersOf(row).some(({ jobId }) => laterSearches.includes(jobId))))
    return refusal("UNDO_LATER_FIRST");
  const made = new Set([...remembered, ...(intention?.made ?? [])]);
  const isMade = (field: string): boolean => made.has(outputMark(group, field));
  // Columns that an earlier job has made and had to leave are included.
  const outputs = list.columns.outputs.filter(({ field }) => fields.includes(field) || isMade(field));
  // Rows may have been inserted above the header since.
  const ours = outputs.flatMap(({ field, column }) => (isMade(field) ? [column] : []));
  const header = rows.find((row) => isHeading(list, row)) ?? rows.find((row) => isTableHeading(ours, row));
  const below = rows.filter(({ row }) => row !== (header?.row ?? job.choices.headerRow));
  const isAnyFilled = below.some((row) => outputs.some(({ column }) => row.at(column) !== ""));
  if (list.columns.answeredFor === null && (madeItself || remembered.length > 0) && isAnyFilled)
    return refusal("UNDO_UNKNOWN", outputs.map(({ field }) => resultWords(field).header).join(", "));

  // No job writes formulas.
  const hasFormula = ({ row }: WindowRow, column: number): boolean => cellAt(formulas, row, column) !== "";
  const isToldByOther = (row: WindowRow, field: string, cell: CellValue): boolean =>
    othersOf(row).some(({ jobId, checks }) => {
      const fieldsOfOther = fieldsOfOthers.get(jobId);
      if (fieldsOfOther) return checks[fieldsOfOther.indexOf(field)] === checkOf(cell);
      // The fields of a job that is no longer kept are unknown, but it did not write columns made since.
      return !madeItself?.includes(outputMark(group, field)) && checks.includes(checkOf(cell));
    });
  const isOfOther = (row: WindowRow, { field, column }: FieldColumn): boolean => {
    if (row.at(column) === "" || hasFormula(row, column)) return false;
    return isOwn(row) ? isToldByOther(row, field, row.at(column)) : isOfOtherJob(row, job.id);
  };
  return {
    list,
    rows,
    below,
    header,
    outputs,
    made,
    isMade,
    isOwn,
    hasOtherAnswer: (row) => othersOf(row).length > 0,
    isUnfit: (row) => !isOwn(row) && answersIn(row.answeredFor).some(({ jobId }) => jobId === job.id),
    isOfOther,
    isSomebodys(row, output) {
      const { field, column } = output;
      if (isOfOther(row, output)) return false;
      if (!isOwn(row)) return !isOfOtherJob(row, job.id) && isFilled(row, row.at(column));
      if (hasFormula(row, column)) return true;
      if (row.at(column) === "") return false;
      const check = ownOf(row)?.checks[fields.indexOf(field)];
      // A column that this job has not written holds nothing of its own.
      return check === undefined ? !fields.includes(field) : check !== checkOf(row.at(column));
    },
  };
}

/**
 * An answer for another input is not the row's own: somebody has edited the input, or sorted without the hidden column.
 * It counts in a row without an input, because the checks of its results identify the row.
 */
function answersOf({ answeredFor, input }: WindowRow, jobId: string) {
  const all = answersIn(answeredFor);
  return {
    own: all.find(({ jobId: id, key }) => id === jobId && (input.kind !== "text" || key === input.key)) ?? null,
    others: all.filter((answer) => answer.jobId !== jobId),
  };
}

/** True for a row that only other jobs have answered, or have claimed. */
const isOfOtherJob = ({ answeredFor }: WindowRow, jobId: string): boolean =>
  !isPasted(answeredFor) &&
  answersIn(answeredFor).every((answer) => answer.jobId !== jobId) &&
  withoutJob(answeredFor, jobId) !== "";

/** True for a cell that somebody has filled. The statuses that a search writes beside new emails do not count. */
const isFilled = ({ answeredFor, foundStatus }: WindowRow, cell: CellValue): boolean =>
  cell !== "" && !(answeredFor === "" && (cell === NOT_VERIFIED || isFoundWord(cell, foundStatus)));
