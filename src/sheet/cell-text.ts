import { ID_FORM } from "../google";
import { oneSpelling } from "../spelling";
import { sureCheckOf } from "./pinned-columns";
import { type CellAt, type CellValue, numbersBetween, spansOf, type Table } from "./table";

/** How a cell is read: as blank, as a value to be left as it is, or as a text to ask about. */
export type Input<Value = unknown> =
  | { kind: "blank" }
  | { kind: "unchanged"; value: Value }
  /** `key` is equal for all spellings of the same thing. */
  | { kind: "text"; text: string; key: string };

/** Contact programs put `\p{Cf}`, blanks without a width and marks of direction, around addresses. */
const OUTER_BLANKS = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Longer than any address, domain or name that can be asked. A hidden cell holds up to six keys. */
const MAX_KEY_CHARACTERS = 500;

/** Half of an emoji at the end would come back as another sign. */
export const keyStart = (text: string): string => text.slice(0, MAX_KEY_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");

/** The key of a very long text ends in a number, so that it fits into a hidden cell (google.cell-length). */
export function keyOf(text: string): string {
  const key = oneSpelling(text);
  return key.length > MAX_KEY_CHARACTERS ? keyStart(key) + sureCheckOf(key) : key;
}

/** What a date is read as. It is nobody's address, domain or name, and stays the same in other time zones. */
export const A_DATE = "(a date)";

/** `#N/A`, `#REF!`, `#DIV/0!`; translated ones are a word without small letters, too, but no number. `#1 Plumbing` is a name. */
const ERROR = /^#(?=\P{L}*\p{L})[^\s@.\p{Ll}]*$/u;

export const isErrorValue = (text: string): boolean => ERROR.test(text);

export const ADDRESS_OR_DOMAIN = /@|[\p{L}\p{N}-]\.\p{L}{2}/u;

/** Google translates what a loading cell shows, but there are dots at its end in every language. */
const isLoading = (text: string): boolean => /(?:\.\.\.|…)$/.test(text) && !ADDRESS_OR_DOMAIN.test(text);

/** A name without the dots at its end, whether it was cut off or the cell is still loading. */
export const withoutDots = (cell: CellValue): CellValue =>
  typeof cell === "string" ? cell.replace(OUTER_BLANKS, "").replace(/(?<![.…])(?:\.{3}|…)[.…]*$/, "") : cell;

export function readInput<Value>(value: Value): Input<Value> {
  if (value === null || value === undefined) return { kind: "blank" };
  if (value instanceof Date) return { kind: "text", text: A_DATE, key: A_DATE };
  const text = String(value).replace(OUTER_BLANKS, "");
  if (text === "") return { kind: "blank" };
  if (isErrorValue(text) || isLoading(text)) return { kind: "unchanged", value };
  return { kind: "text", text, key: keyOf(text) };
}

/** Google may read this as a formula, also after invisible characters. `=IMPORTXML(…)` in a name must stay text. */
const FORMULA_START = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

/** A beginning that Google may take away: a blank or an apostrophe. */
const LOST_START = /^[\s\p{Cf}']/u;

/**
 * No language takes an address with an @, or a hidden cell (`k3f9c1.21915.412:acme.example`), for a value. Without a
 * mark they stay readable in cells that would show it.
 */
const SURELY_TEXT = new RegExp(`@|^${ID_FORM}[.\\d]*[:!].*\\p{L}`, "su");

/**
 * Marks a text from elsewhere, so that it stays this text in a cell. What Google takes for numbers, dates, booleans and
 * errors depends on the sheet's language, so all texts are marked that are not surely safe. The mark is no part of the
 * cell's value (google.writes-parse-text). Results of formulas need none, because Google never parses them again.
 */
export function neutralText(text: string): string {
  const isSafe = text === "" || (SURELY_TEXT.test(text) && !FORMULA_START.test(text) && !LOST_START.test(text));
  return isSafe ? text : `'${text}`;
}

export const harmless = (value: CellValue): CellValue => (typeof value === "string" ? neutralText(value) : value);

/**
 * Writes texts again without their mark in cells that show it, because they are formatted as plain text
 * (google.text-format). Makes no call if none does. A text like a formula keeps its mark: even such a cell would
 * calculate it.
 * @param cells the cells as they were meant @param shown what a cell shows since @returns true if it has written
 */
export function takeMarksAway(
  table: Pick<Table, "write" | "flush">,
  cells: readonly (CellAt & { value: CellValue })[],
  shown: (row: number, column: number) => CellValue | undefined,
): boolean {
  const marked = cells.filter(({ row, column, value }) => {
    if (typeof value !== "string" || FORMULA_START.test(value)) return false;
    const cell = neutralText(value);
    return cell !== value && shown(row, column) === cell;
  });
  if (marked.length === 0) return false;
  try {
    for (const column of new Set(marked.map((cell) => cell.column))) {
      const texts = new Map(marked.flatMap((cell) => (cell.column === column ? [[cell.row, cell.value]] : [])));
      for (const { from, to } of spansOf(texts.keys())) {
        const values = numbersBetween(from, to).map((row) => [texts.get(row) ?? ""]);
        table.write({ row: from, column, rows: values.length, columns: 1 }, values);
      }
    }
    table.flush();
  } catch {
    // The texts stay there with their marks, which does no harm.
  }
  return true;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|\+00:00)?)?$/;

/** Valid dates become dates, in a form that every sheet reads in any language. Times are UTC and shown as such. */
export function typedCell(value: CellValue): CellValue {
  if (typeof value !== "string") return value;
  const [, year, month, day, time] = DATE.exec(value) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return neutralText(value);
  return time ? `${year}-${month}-${day} ${time}` : `${year}-${month}-${day}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Dates in Sheets begin in 1899.
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
