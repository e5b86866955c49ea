import type { Cell } from "../service/fields";
import { isOwnWord } from "../service/input-problems";
import { DEFAULT_EMAIL_LIMIT } from "../service/limits";
import { EMAIL_TYPES, type EmailType } from "../service/operations";
import { readInput, type Input as SheetInput } from "../sheet/cell-text";

/** A cell that was given to a formula. */
export type Input = SheetInput<Cell>;

/** An argument, as its errors name it. */
export interface Argument {
  name: string;
  /** A formula that is right. */
  example: string;
}

function read(cell: unknown): Input {
  const input = readInput(cell as Cell);
  return input.kind === "text" && isOwnWord(input.text) ? { kind: "unchanged", value: cell as Cell } : input;
}

const isBlank = (cell: unknown): boolean => cell === "" || cell === null || cell === undefined;

/**
 * A cell, or the cells of a range, as rows. Blank rows at the end are left out: `A2:A` reaches to the end of the sheet,
 * far below the list.
 */
export function readGrid(value: unknown): { rows: Input[][]; isRange: boolean } {
  if (!Array.isArray(value)) return { rows: [[read(value)]], isRange: false };
  let end = value.length;
  const isBlankRow = (row: unknown) => (Array.isArray(row) ? row.every(isBlank) : isBlank(row));
  while (end > 1 && isBlankRow(value[end - 1])) end--;
  const rows = value.slice(0, end).map((row: unknown) => (Array.isArray(row) ? row : [row]).map(read));
  return { rows, isRange: true };
}

/** An error that names the argument and gives an example. */
export function argumentError({ name, example }: Argument, problem: string): Error {
  return new Error(`${name}: ${problem} Example: ${example}`);
}

/**
 * The columns that were asked for: one name, several separated by commas, or a range of names.
 * @throws Error that lists the right names
 */
export function readColumns(
  argument: Argument,
  value: unknown,
  available: readonly string[],
  usual: readonly string[],
): string[] {
  const names = givenTexts(value).flatMap((text) => text.split(/[,;]/));
  const wanted = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const wrong = wanted.find((name) => !available.includes(name));
  if (wrong !== undefined) {
    throw argumentError(argument, `There is no "${wrong}". Choose from: ${available.join(", ")}.`);
  }
  return wanted.length > 0 ? wanted : [...usual];
}

/**
 * The number of emails wanted.
 * @throws Error when it is no whole number of at least 1
 */
export function readLimit(argument: Argument, value: unknown): number {
  const [text] = givenTexts(value);
  if (text === undefined) return DEFAULT_EMAIL_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw argumentError(argument, `It has to be a whole number of at least 1, not "${text}".`);
  }
  return Number(text);
}

/**
 * The type of the emails wanted.
 * @throws Error that lists the three types
 */
export function readEmailType(argument: Argument, value: unknown): EmailType {
  const [text] = givenTexts(value);
  const type = EMAIL_TYPES.find((each) => each === (text ?? "all").toLowerCase());
  if (!type) throw argumentError(argument, `There is no "${text}". Choose from: ${EMAIL_TYPES.join(", ")}.`);
  return type;
}

/**
 * The only cell of an argument.
 * @throws Error when it is a range of several cells
 */
export function readSingle(argument: Argument, value: unknown): Input {
  const cells = readGrid(value).rows.flat();
  if (cells.length > 1) throw argumentError(argument, `Give one cell, not a range of ${cells.length} cells.`);
  return cells[0] ?? { kind: "blank" };
}

function givenTexts(value: unknown): string[] {
  const cells = readGrid(value).rows.flat();
  return cells.flatMap((cell) =>
    cell.kind === "text" ? [cell.text] : cell.kind === "unchanged" ? [String(cell.value)] : [],
  );
}

/** The cells of a row that are wanted, in the order they are wanted. */
export const pick = (row: Cell[], columns: readonly string[], wanted: readonly string[]): Cell[] =>
  wanted.map((name) => row[columns.indexOf(name)] ?? "");
