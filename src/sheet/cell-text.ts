import { ID_FORM } from "../google";
import { type CellAt, type CellValue, spansOf, type Table } from "./table";

/** A cell as a value to ask about: nothing to ask, to be left as it is, or something to ask. */
export type Input<Value = unknown> =
  | { kind: "blank" }
  | { kind: "unchanged"; value: Value }
  /** `key` is equal for all spellings of the same thing. */
  | { kind: "text"; text: string; key: string };

/**
 * Blanks of all sorts at both ends; `\s` has the no-break space and the byte order mark, `\p{Cf}` those without a width
 * and the marks of direction that contact programs put around addresses.
 */
const OUTER_BLANKS = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** How a date is read: nobody's address, domain or name, and the same when the document's time zone changes. */
export const A_DATE = "(a date)";

/** `#N/A`, `#REF!`, `#DIV/0!`; translated ones are a word without small letters, too. `#1 Plumbing` is a name. */
const ERROR = /^#[^\s@.\p{Ll}]*$/u;

const ADDRESS_OR_DOMAIN = /@|[\p{L}\p{N}-]\.\p{L}{2}/u;

/** True for the text of a cell that is still computing: translated, but with dots at its end in every language. */
const isLoading = (text: string): boolean => /(?:\.\.\.|…)$/.test(text) && !ADDRESS_OR_DOMAIN.test(text);

/** A cell without the dots at its end, where it does not matter if its name was cut off or it is still loading. */
export const withoutDots = (cell: CellValue): CellValue =>
  typeof cell === "string" ? cell.replace(OUTER_BLANKS, "").replace(/(?<![.…])(?:\.{3}|…)[.…]*$/, "") : cell;

export function readInput<Value>(value: Value): Input<Value> {
  if (value === null || value === undefined) return { kind: "blank" };
  if (value instanceof Date) return { kind: "text", text: A_DATE, key: A_DATE };
  const text = String(value).replace(OUTER_BLANKS, "");
  if (text === "") return { kind: "blank" };
  if (ERROR.test(text) || isLoading(text)) return { kind: "unchanged", value };
  return { kind: "text", text, key: text.toLowerCase() };
}

/**
 * The beginning of a text that Google may read as a formula, also full-width and after blanks or invisible characters.
 * `=IMPORTXML(…)` in a company's name must stay text.
 */
const FORMULA_START = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

/** What Google may take away: outer blanks, and an apostrophe. */
const LOST_START = /^[\s\p{Cf}']/u;

/**
 * What nobody can take for a value, whatever their language: an address with an @, and the text of our hidden cells
 * (`k3f9c1.21915.412:acme.example`). Each stays readable where a cell shows the mark.
 */
const SURELY_TEXT = new RegExp(`@|^${ID_FORM}[.\\d]*[:!].*\\p{L}`, "su");

/**
 * Makes a text from elsewhere harmless before it is written into a cell: it stays the text it is. Which texts Google
 * takes for numbers, dates, booleans and errors depends on the language of the sheet, so every text is marked; the mark
 * is no part of the cell's value (google.writes-parse-text). Formula results need no such care, Google never parses them
 * again.
 */
export function neutralText(text: string): string {
  const isSafe = text === "" || (SURELY_TEXT.test(text) && !FORMULA_START.test(text) && !LOST_START.test(text));
  return isSafe ? text : `'${text}`;
}

/**
 * Writes texts once more, without their mark, where a cell shows it: somebody has formatted it as plain text
 * (google.text-format). No call where none does. A formula stays one even there: such a text keeps its mark.
 * @param cells as they were meant
 * @param shown what a cell shows since
 */
export function takeMarksAway(
  table: Pick<Table, "write" | "flush">,
  cells: readonly (CellAt & { value: CellValue })[],
  shown: (row: number, column: number) => CellValue | undefined,
): void {
  const marked = cells.filter(({ row, column, value }) => {
    if (typeof value !== "string" || FORMULA_START.test(value)) return false;
    const cell = neutralText(value);
    return cell !== value && shown(row, column) === cell;
  });
  if (marked.length === 0) return;
  const texts = new Map(marked.map(({ row, column, value }) => [`${row} ${column}`, value]));
  try {
    for (const column of new Set(marked.map((cell) => cell.column)))
      for (const { from, to } of spansOf(marked.flatMap((cell) => (cell.column === column ? [cell.row] : [])))) {
        const values = Array.from({ length: to - from + 1 }, (_, i) => [texts.get(`${from + i} ${column}`) ?? ""]);
        table.write({ row: from, column, rows: values.length, columns: 1 }, values);
      }
    table.flush();
  } catch {
    // They stand there with their marks, which does no harm.
  }
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|\+00:00)?)?$/;

/**
 * Text of a date field as it may be written: dates of the calendar become dates, which every sheet reads in this form
 * whatever its language, and everything else stays the text it is. Times are UTC and shown as such.
 */
export function typedCell(value: CellValue): CellValue {
  if (typeof value !== "string") return value;
  const [, year, month, day, time] = DATE.exec(value) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return neutralText(value);
  return time ? `${year}-${month}-${day} ${time}` : `${year}-${month}-${day}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Sheets counts days from 1899 on.
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
