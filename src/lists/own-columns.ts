import type { ColumnMark, Table } from "../sheet/table";
import { intentionIn, type Placing, pinMissing } from "./pin-columns";
import { showColumns } from "./show-columns";
import { takeOutColumns } from "./take-out-columns";

/** A column of ours: what is pinned to it by developer metadata, and its name. */
export interface OwnColumn {
  mark: string;
  header: string;
  isHidden?: boolean;
}

/** The columns that a list has to have. */
export interface ColumnsWish {
  /** Begins all marks of this list. */
  group: string;
  /** From left to right. */
  columns: OwnColumn[];
  /**
   * The place for missing ones: inserted right of the column with this mark and of the list's own that touch it;
   * or, at the end, under their names where the sheet has such columns, and else right of everything.
   */
  place: { after: string } | "end";
  /** The row of the names; 0: there are none. */
  headerRow: number;
  /** Keeps which marks were made, before the sheet itself forgets it. */
  remember?(made: string[]): void;
}

/** The outcome of making columns. */
export type OwnColumns =
  /** `made` are the marks of the columns that were not there before this start. */
  | { isThere: true; marks: ColumnMark[]; made: string[] }
  /**
   * Nothing is left of the attempt. `moving`: somebody moves columns all the time. `gone`: the column to insert after
   * is deleted. `refused`: Google says no to these columns, with its words, which are shown and never parsed.
   */
  | { isThere: false; why: "moving" | "gone" | "refused"; words: string; columns: string[] };

/** Somebody who moves columns at the very moment of each attempt is waited out so often. */
const MAX_ROUNDS = 5;

/** A refusal that comes again after a moment is none of Google's failures. */
const REFUSALS = 2;

/**
 * Makes the columns that are missing and names, clears and hides them. Made again after any interruption, they are
 * inserted once. Nothing is written by position without having been looked up just before; what was written over a
 * column that has moved meanwhile is put back.
 * @param pause waits a moment, when Google fails
 */
export function makeOwnColumns(table: Table, wish: ColumnsWish, pause: () => void): OwnColumns {
  const placing: Placing = { hasInserted: false, namesBefore: null, pinned: new Set(), intention: null };
  let words = "";
  let refusing: string[] = [];
  let refusals = 0;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    try {
      table.flush();
      const marks = table.marks();
      const isMissing = ({ mark }: OwnColumn): boolean => !marks.some(({ value }) => value === mark);
      if (wish.columns.some(isMissing)) {
        words = "";
        if (pinMissing(table, marks, wish, placing)) continue;
        return takenOut(table, wish, placing, { why: "gone", words: "", columns: [] });
      }
      const intention = intentionIn(marks, wish.group) ?? placing.intention;
      const shown = showColumns(table, marks, wish, intention?.columns ?? []);
      words = shown.words;
      refusing = shown.columns;
      if (shown.state === "refused" && ++refusals >= REFUSALS) break;
      if (shown.state === "refused") pause();
      if (shown.state !== "shown") continue;
      const made = intention?.columns.map(({ mark }) => mark) ?? [];
      wish.remember?.(made);
      if (intention) table.unpin([intention.value]);
      return { isThere: true, marks: marks.filter(({ value }) => value !== intention?.value), made };
    } catch (thrown) {
      words = thrown instanceof Error ? thrown.message : String(thrown);
      pause();
    }
  }
  return takenOut(table, wish, placing, { why: words ? "refused" : "moving", words, columns: refusing });
}

/** Nothing is to be left of a start that has failed. */
function takenOut(
  table: Table,
  { group, place }: ColumnsWish,
  { pinned, intention: planned }: Placing,
  failure: Omit<Extract<OwnColumns, { isThere: false }>, "isThere">,
): OwnColumns {
  try {
    table.flush();
    const intention = intentionIn(table.marks(), group) ?? planned;
    const made = intention?.columns ?? [];
    if (place !== "end")
      takeOutColumns(
        table,
        made.map(({ mark }) => mark),
      );
    table.unpin([...pinned, ...made.map(({ mark }) => mark), ...(intention ? [intention.value] : [])]);
    table.flush();
  } catch {
    // The start has failed already, and says why. What could not be taken out is used by the next one.
  }
  return { isThere: false, ...failure };
}
