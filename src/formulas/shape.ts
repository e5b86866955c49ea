import { isKeyFailure, type ServiceError } from "../service/errors";
import type { Cell } from "../service/fields";
import { FAILURE_MARK, NOT_FINISHED } from "../service/input-problems";
import { type Argument, argumentError, type Input, readGrid } from "./arguments";
import { type Answer, askAll, type FormulaEnvironment } from "./ask";
import type { QuestionKind } from "./questions";

/** A formula that answers each cell by itself. */
export interface CellFormula<Resource, Known> {
  kind: QuestionKind<Resource, Known>;
  /** As many cells as `width`. */
  cells(known: Known): Cell[];
  width: number;
}

/** A longer list is told about the column job, which is as fast as the service permits. */
const LONG_LIST_ITEMS = 100;

/**
 * A cell in, a value out, or a row for several columns; a range in, the same shape out, without blank rows at its end.
 * @throws Error when several columns are wanted for a range of several columns, or when there is no valid key
 */
export function answerCells<Resource, Known>(
  environment: FormulaEnvironment,
  argument: Argument,
  value: unknown,
  { kind, cells, width }: CellFormula<Resource, Known>,
): Cell | Cell[][] {
  const { rows, isRange } = readGrid(value);
  if (width > 1 && rows.some((row) => row.length > 1)) {
    throw argumentError(
      argument,
      "Several columns can be shown for a range of one column only. Give one column of cells, or name one column to show.",
    );
  }
  const texts = new Map<string, string>();
  for (const cell of rows.flat()) {
    if (cell.kind !== "text" || kind.problem(cell.text) !== null) continue;
    const key = kind.keyOf(cell.text);
    if (!texts.has(key)) texts.set(key, cell.text);
  }
  const answers = askAll(environment, kind, texts);
  throwIfNothingCanBeAnswered(answers);

  const unfinished = [...answers.values()].filter(({ state }) => state === "unfinished").length;
  let isAdvised = false;
  const show = (cell: Input): Cell[] => {
    if (cell.kind === "blank") return [""];
    if (cell.kind === "unchanged") return [cell.value];
    const answer = answers.get(kind.keyOf(cell.text));
    if (!answer) return [kind.problem(cell.text) ?? ""];
    if (answer.state === "known") return cells(answer.known);
    if (answer.state === "failed") return [failureText(answer.error)];
    if (answer.reason || isAdvised) return [unfinishedText(answer.reason)];
    isAdvised = true;
    return [adviceText(kind, texts.size, unfinished)];
  };
  const pad = (row: Cell[]): Cell[] => [...row, ...new Array<Cell>(Math.max(0, width - row.length)).fill("")];
  if (width > 1) return rows.map(([cell]) => pad(cell ? show(cell) : []));
  const shown = rows.map((row) => row.map((cell) => show(cell)[0] ?? ""));
  return isRange ? shown : (shown[0]?.[0] ?? "");
}

function throwIfNothingCanBeAnswered<Known>(answers: Map<string, Answer<Known>>): void {
  const all = [...answers.values()];
  if (all.some(({ state }) => state !== "unfinished")) return;
  for (const answer of all) {
    if (answer.state === "unfinished" && answer.reason && isKeyFailure(answer.reason)) throw answer.reason;
  }
}

/** In the cell of a question that was not answered in time, or not for now. */
export const unfinishedText = (reason: ServiceError | null): string =>
  reason ? `${NOT_FINISHED}: ${reason.message}` : NOT_FINISHED;

/** In the cell of a question that has no answer. */
export const failureText = (error: ServiceError): string => `${FAILURE_MARK}${error.message}`;

/** In the first unfinished cell. */
function adviceText<Resource, Known>(kind: QuestionKind<Resource, Known>, items: number, unfinished: number): string {
  const advice = `${NOT_FINISHED}: choose Extensions ▸ Sheetscout ▸ Finish formulas`;
  if (items <= LONG_LIST_ITEMS || kind.operation !== "email-verifier") return advice;
  const credits = (unfinished * kind.mostHalves) / 2;
  return `${advice}; for a list of this length Verify emails in this column is much faster, and costs at most ${credits} credits for the ${unfinished} left`;
}
