import type { Cell } from "../service/cells";
import { isKeyFailure } from "../service/errors";
import type { Answer } from "./answer";
import { answerAll } from "./answer-all";
import { adviceText, failureText, unfinishedText } from "./answer-texts";
import type { FormulaEnvironment } from "./environment";
import { type Input, readGrid } from "./input";
import type { Topic } from "./topic";

/** A formula that gives one value, or one row of values, for each cell. */
export interface ShapeFormula<Resource, Known> {
  topic: Topic<Resource, Known>;
  /** As many cells as `width`. */
  cells(known: Known): Cell[];
  width: number;
}

/**
 * A cell in, a value out, or a row for several columns; a range in, the same shape out (design 1, "Formulas").
 * @throws Error when several columns are wanted for a range of several columns, or when there is no valid key
 */
export function fillShape<Resource, Known>(
  environment: FormulaEnvironment,
  input: unknown,
  { topic, cells, width }: ShapeFormula<Resource, Known>,
): Cell | Cell[][] {
  const { rows, isRange } = readGrid(input);
  if (width > 1 && rows.some((row) => row.length > 1)) {
    throw new Error("Several columns can be shown for a range of one column only. Give one column, or one field.");
  }
  const texts = new Map<string, string>();
  for (const cell of rows.flat()) {
    if (cell.kind === "text" && !texts.has(cell.key) && topic.problem(cell.text) === null)
      texts.set(cell.key, cell.text);
  }
  const answers = answerAll(environment, topic, texts);
  throwIfNothingCanBeAnswered(answers);

  let isAdvised = false;
  const show = (cell: Input): Cell[] => {
    if (cell.kind === "blank") return [""];
    if (cell.kind === "unchanged") return [cell.value];
    const answer = answers.get(cell.key);
    if (!answer) return [topic.problem(cell.text) ?? ""];
    if (answer.state === "known") return cells(answer.known);
    if (answer.state === "failed") return [failureText(answer.error)];
    if (answer.reason || isAdvised) return [unfinishedText(answer.reason)];
    isAdvised = true;
    return [adviceText(texts.size)];
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
