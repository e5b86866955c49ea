import type { Operation } from "../service/operations";
import type { ColumnKind } from "../sheet/find-column";
import type { Input } from "../sheet/input";
import type { SearchColumns } from "../sheet/search-columns";
import type { CellValue } from "../sheet/table";
import { findKind } from "./find/find-kind";
import type { TakenBatch } from "./take-batch";
import { VERIFY } from "./verify-kind";
import type { FindOptions } from "./views";

/** What column runs differ in: verifying emails, or finding those of companies. */
export interface RunKind {
  operation: Operation;
  /** Always written, always first: it says of a row that it is done. */
  statusField: string;
  /** What can be written beside the input, the status included. */
  writableFields: readonly string[];
  /** The names of the columns that every run has: what is asked, and the hidden one. */
  inputColumn: string;
  answeredForHeader: string;
  /** Light backgrounds on which black text keeps a contrast above 12 : 1. */
  statusColours: [status: string, background: string][];
  /** The most that one question can cost. */
  halvesPerQuestion: number;
  /** What tells a column of inputs, the surest first. */
  columns: ColumnKind[];
  /** Columns of a domain search that save questions. */
  foundColumns(header: CellValue[]): SearchColumns;
  readInput(cell: CellValue): Input;
  /** Why a text cannot be asked, in plain words; `null` when it can. */
  problem(text: string): string | null;
  /** The name under which the question is claimed. */
  questionId(key: string): string;
  /** Under what a status is summed up. */
  summaryOf(status: string): string;
  /** Sends the questions whose turn has come, and reports what became of each. */
  ask(batch: TakenBatch): void;
}

/** The kind of a run. */
export const kindOf = ({ find }: { find: FindOptions | null }): RunKind => (find ? findKind(find) : VERIFY);

/** The fields that are written, the status first; unknown ones are dropped. */
export function writtenFields({ statusField, writableFields }: RunKind, wished: string[]): string[] {
  const others = wished.filter((field) => field !== statusField && writableFields.includes(field));
  return [statusField, ...new Set(others)];
}
