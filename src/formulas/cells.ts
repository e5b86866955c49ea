import { isCutOff, isOfKey, MENU_PATH, type ServiceError } from "../service/errors";
import { isHeaderOf, resultWords } from "../service/field-words";
import type { Cell } from "../service/fields";
import { FAILURE_PREFIX, isOwnWord, NOT_FINISHED } from "../service/input-problems";
import { DEFAULT_EMAIL_LIMIT, MAX_EMAILS } from "../service/limits";
import { EMAIL_TYPES, type EmailType } from "../service/operations";
import { readInput, type Input as SheetInput } from "../sheet/cell-text";
import { numbersBetween } from "../sheet/table";
import { type Answer, askAll, type FormulaEnvironment } from "./ask";
import type { CellPlace, QuestionKind } from "./questions";

export type Input = SheetInput<Cell>;

export interface Argument {
  name: string;
  example: string;
}

export class ArgumentError extends Error {
  constructor({ name, example }: Argument, problem: string) {
    super(`${name}: ${problem} Example: ${example}`);
  }
}

const noSuch = (argument: Argument, given: string, known: readonly string[]): ArgumentError =>
  new ArgumentError(argument, `There is no "${given}". Choose from: ${known.join(", ")}.`);

/** True for a cell that tells an `ArgumentError`. */
export const isOfArgument = (cell: string): boolean => cell.startsWith(FAILURE_PREFIX) && cell.includes(" Example: =");

function read(cell: unknown): Input {
  const input = readInput(cell as Cell);
  return input.kind === "text" && isOwnWord(input.text) ? { kind: "unchanged", value: cell as Cell } : input;
}

const isBlank = (cell: unknown): boolean => cell === "" || cell === null || cell === undefined;

/** Leaves out blank rows at the end, because `A2:A` reaches far below the list. */
function readGrid(value: unknown): Input[][] {
  if (!Array.isArray(value)) return [[read(value)]];
  const rows = value.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]));
  while (rows.length > 1 && rows[rows.length - 1]?.every(isBlank)) rows.pop();
  return rows.map((row) => row.map(read));
}

function givenTexts(value: unknown): string[] {
  const cells = readGrid(value).flat();
  return cells.flatMap((cell) =>
    cell.kind === "text" ? [cell.text] : cell.kind === "unchanged" ? [String(cell.value)] : [],
  );
}

/** Gives the name itself if it is no column's. */
export const fieldNamed = (name: string, available: readonly string[]): string =>
  available.find((field) => field === name) ??
  available.find((field) => isHeaderOf(name, field)) ??
  available.find((field) => isHeaderOf(name, field, resultWords(field))) ??
  name;

/**
 * Several names are separated by commas, or stand in a range. A header that jobs write is a name as well.
 * @throws ArgumentError that lists the right names
 */
export function readColumns(
  argument: Argument,
  value: unknown,
  available: readonly string[],
  usual: readonly string[],
): string[] {
  const names = givenTexts(value).flatMap((text) => text.split(/[,;]/));
  const given = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const wanted = given.map((name) => fieldNamed(name, available));
  const wrong = wanted.find((name) => !available.includes(name));
  if (wrong !== undefined) throw noSuch(argument, wrong, available);
  return wanted.length > 0 ? wanted : [...usual];
}

/** @throws ArgumentError if it is no whole number from 1 to `MAX_EMAILS` */
export function readLimit(argument: Argument, value: unknown): number {
  const [text] = givenTexts(value);
  if (text === undefined) return DEFAULT_EMAIL_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > MAX_EMAILS) {
    throw new ArgumentError(argument, `It has to be a whole number from 1 to ${MAX_EMAILS}, not "${text}".`);
  }
  return Number(text);
}

/** @throws ArgumentError that lists the three types */
export function readEmailType(argument: Argument, value: unknown): EmailType {
  const [text = "all"] = givenTexts(value);
  const type = EMAIL_TYPES.find((each) => each === text.toLowerCase());
  if (!type) throw noSuch(argument, text, EMAIL_TYPES);
  return type;
}

/** @param what the word for what is given, as "cell". @throws ArgumentError if it is a range of several cells */
export function readSingle(argument: Argument, value: unknown, what = "cell"): Input {
  const cells = readGrid(value).flat();
  if (cells.length > 1) throw new ArgumentError(argument, `Give one ${what}, not a range of ${cells.length} cells.`);
  return cells[0] ?? { kind: "blank" };
}

export const pick = (row: Cell[], columns: readonly string[], wanted: readonly string[]): Cell[] =>
  wanted.map((name) => row[columns.indexOf(name)] ?? "");

/** For longer lists the cell recommends the job over a column, which is as fast as the service permits. */
const LONG_LIST_ITEMS = 100;

/**
 * Answers a range in its own shape, without blank rows at its end. `cellsOf` returns as many cells as `width`.
 * @throws ArgumentError if several columns are wanted for a range of several columns
 * @throws ServiceError if nothing can be answered because there is no valid key
 */
export function answerCells<Resource, Known>(
  environment: FormulaEnvironment,
  argument: Argument,
  value: unknown,
  kind: QuestionKind<Resource, Known>,
  width: number,
  cellsOf: (known: Known) => Cell[],
): Cell | Cell[][] {
  const rows = readGrid(value).map((row) =>
    row.map((cell) => (cell.kind === "text" ? { ...cell, text: kind.textOf(cell.text) } : cell)),
  );
  if (width > 1 && rows.some((row) => row.length > 1)) {
    throw new ArgumentError(
      argument,
      "Several columns can be shown for a range of one column only. Give one column of cells, or name one column to show.",
    );
  }
  const placeOf = (row: Input[]): CellPlace => {
    if (!Array.isArray(value)) return "alone";
    return row === rows[0] && rows.length > 1 ? "top" : "below";
  };
  const texts = new Map<string, string>();
  const onlyIfFound = new Set<string>();
  for (const row of rows) {
    for (const cell of row) {
      if (cell.kind !== "text") continue;
      const { text } = cell;
      const key = kind.keyOf(text);
      const isDoubtful = kind.problem(text, placeOf(row)) !== null;
      if (isDoubtful && !kind.mayBeFound(text)) continue;
      if (isDoubtful) onlyIfFound.add(key);
      if (!texts.has(key)) texts.set(key, text);
    }
  }
  const answers = askAll(environment, kind, texts, onlyIfFound);
  const open = [...answers.values()].filter((answer) => answer.state === "unfinished");
  const cutOff = open.find(({ reason }) => reason && isCutOff(reason))?.reason;
  if (cutOff && open.length === answers.size) throw cutOff;

  let isAdvised = false;
  const show = (cell: Input, place: CellPlace): Cell[] => {
    if (cell.kind === "blank") return [""];
    if (cell.kind === "unchanged") return [cell.value];
    const answer = answers.get(kind.keyOf(cell.text));
    if (!answer) return [kind.problem(cell.text, place) ?? ""];
    if (answer.state === "known") return cellsOf(answer.known);
    if (answer.state === "failed" || answer.reason || isAdvised) return [unansweredText(answer)];
    isAdvised = true;
    return [adviceText(kind, answers.size, open.length)];
  };
  const shown = rows.map((row) =>
    row.flatMap((cell) => {
      const cells = show(cell, placeOf(row));
      return numbersBetween(0, width - 1).map((i) => cells[i] ?? "");
    }),
  );
  return Array.isArray(value) || width > 1 ? shown : (shown[0]?.[0] ?? "");
}

export function unfinishedText(reason: ServiceError | null): string {
  if (!reason) return NOT_FINISHED;
  const whose = isOfKey(reason) ? "; formulas use the key of this spreadsheet's owner" : "";
  return `${NOT_FINISHED}: ${reason.message.replace(/\.?$/, whose)}. Then choose ${MENU_PATH} Finish formulas.`;
}

export const unansweredText = (answer: Exclude<Answer<unknown>, { state: "known" }>): string =>
  answer.state === "failed" ? `${FAILURE_PREFIX}${answer.error.message}` : unfinishedText(answer.reason);

/** *Finish formulas* completes the cells. Only the first one has this text. */
export const FINISH_ADVICE = `${NOT_FINISHED}: choose ${MENU_PATH} Finish formulas`;

function adviceText<Resource, Known>(kind: QuestionKind<Resource, Known>, items: number, unfinished: number): string {
  if (items <= LONG_LIST_ITEMS || kind.operation !== "email-verifier") return FINISH_ADVICE;
  const credits = (unfinished * kind.mostHalves) / 2;
  return `${FINISH_ADVICE}; for a list of this length Verify emails in this column is much faster, and costs at most ${credits} credits for the ${unfinished} left`;
}
