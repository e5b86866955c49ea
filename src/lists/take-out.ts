import { isHeaderOf, listedWords, noteOf } from "../service/field-words";
import { fieldOfMark, isAnsweredForMark, isFieldMark } from "../sheet/pinned-columns";
import { type ColumnMark, type OpenSpreadsheet, spansOf } from "../sheet/table";
import { type Call, type Removal, type State, type Step, unpin } from "./guard";
import { cellAt, columnNumber, isTableName } from "./rows";
import { patiently } from "./steady";

// Takes out what is ours. Columns beside inputs are deleted. Those at the end of a sheet only lose their headers, because
// a deletion would move what is right of them.

/** The next columns to delete, with those of `unpinned`, which have no mark; `null` if none is left. */
export function removalOf(marks: ColumnMark[], values: string[], unpinned: number[] = []): Removal | null {
  const own = marks.filter(({ value }) => values.includes(value));
  const hidden = new Set(own.flatMap(({ column, value }) => (isAnsweredForMark(value) ? [column] : [])));
  const spans = spansOf(new Set([...own.map(columnNumber), ...unpinned]));
  const [first] = spans;
  if (!first) return null;
  const isOfHidden = ({ from, to }: { from: number; to: number }): boolean =>
    [...hidden].some((column) => column >= from && column <= to);
  // The hidden column goes with the last ones, because the job knows its rows by it. Columns go from the right.
  const others = spans.filter((span) => !isOfHidden(span));
  const isHiddenLast = spans.every((span) => span === first || !isOfHidden(span));
  return { remove: { kind: "columns", spans: isHiddenLast || others.length === 0 ? spans : others } };
}

/**
 * Removes our headers with their style, and shows hidden columns. A header that somebody has typed stays.
 * @param hiddenNames our headers of columns that are no fields
 * @returns nothing to write if no header is ours any more
 */
export function unnaming(
  { marks, ought }: State,
  row: number,
  values: string[],
  hiddenNames: string[],
): Required<Pick<Step, "calls" | "write">> {
  const own = marks.filter(({ value }) => values.includes(value));
  const columns = own.map(columnNumber);
  const isNamedByUs = (mark: ColumnMark): boolean => {
    const name = cellAt(ought, row, mark.column);
    if (isFieldMark(mark)) return isHeaderOf(name, fieldOfMark(mark.value));
    return hiddenNames.includes(String(name)) || isTableName(name);
  };
  const named = own.filter(isNamedByUs).map(columnNumber);
  const styles = own.map(({ column, value }) => {
    const field = fieldOfMark(value);
    return { column, lines: [noteOf(field, listedWords(field))], isBold: true };
  });
  const show: Call = {
    apply(table) {
      for (const { from, to } of spansOf(columns)) table.showColumns(from, to - from + 1);
      if (styles.length > 0) table.unstyleHeader(row, styles);
    },
  };
  return {
    calls: own.length > 0 ? [show] : [],
    write: named.length > 0 ? [{ columns: named, rows: [{ row, values: named.map(() => "") }] }] : [],
  };
}

/** The hidden column's mark comes last: if Google fails in between, the list is still known by it. */
export function unpinning(values: string[]): Call[] {
  const isField = (value: string): boolean => isFieldMark({ column: 0, value });
  const sorted = [...values.filter(isField), ...values.filter((value) => !isField(value))];
  return sorted.length > 0 ? [unpin(sorted)] : [];
}

export const takeNoteOff = ({ row, column }: { row: number; column: number }, line: string): Call => ({
  apply: (table) => table.addToNotes(column, [{ row, text: "" }], line),
});

/**
 * Google may refuse for good to delete what somebody has protected. Whoever deletes then clears it instead.
 * @param end gives the outcome when Google has failed too often at anything else
 */
export function patientlyDeleting<Done>(world: Pick<OpenSpreadsheet, "clock">, end: (words: string) => Done) {
  let failed = patiently(world, end);
  let refused: string | null = null;
  return {
    /** Google's words, once it has refused or failed twice to delete; `null` before. */
    refusedWords: () => refused,
    /** @returns `null` to go on */
    failed(words: string, isDeleting: boolean): Done | null {
      const ended = failed(words);
      if (ended === null || refused !== null || !isDeleting) return ended;
      refused = words;
      failed = patiently(world, end);
      return null;
    },
  };
}
