import type { DocumentState } from "../document-state";
import { FORMULA_LIMIT_MS } from "../execution";
import type { ExecutionRunner } from "../execution-runner";
import type { HostClock } from "../host-clock";
import type { HostState } from "../host-state";
import { MESSAGES, translate } from "../messages";
import type { TaggedValue } from "../protocol";
import type { ScriptError } from "../script-errors";
import { shiftArea } from "../sheet/areas";
import type { CellInput } from "../workbook/cell";
import type { Change } from "../workbook/change";
import { BUILT_IN_NAMES } from "./built-in-names";
import { toFormulaAnswer, toScriptArgument } from "./convert-values";
import type { AskingCell, CustomFunctions, FormulaAnswer, FormulaArgument } from "./custom-functions";

/**
 * The most answers that one formula keeps, one for each list of arguments; a formula rarely makes more than a few
 * calls.
 */
const MAX_ANSWERS_PER_FORMULA = 20;

/** The parts of a host that the memory of custom functions needs. */
export interface CallsOptions {
  /** Names in capitals, and what the script calls them. */
  functions: ReadonlyMap<string, string>;
  timeZone: string;
  clock: HostClock;
  /** Runs the function; gives its result as JSON of a tagged value. */
  run: (functionName: string, argsJson: string, cell: AskingCell) => Promise<string>;
  /** The answer that a thrown error becomes. */
  explain: (error: ScriptError) => FormulaAnswer;
  loading: () => string;
  volatileRefusal: () => FormulaAnswer;
  /** True when a formula shall run again although nothing has changed (google.recalculation). */
  runsAgain: () => boolean;
  /** True when a formula written again into its cell gets the old answers, unless the cell did not call for them in between. */
  keepsAnswers: () => boolean;
}

interface Entry {
  answer: FormulaAnswer;
  /** True until the answer has been given: a formula runs again only after it has shown its result. */
  isNew: boolean;
  /** Cells to evaluate again when the answer is there. */
  asking: Map<string, AskingCell>;
}

/** The answers of formulas that have left their cells. */
interface Left {
  sheetId: number;
  row: number;
  column: number;
  answers: Map<string, Entry>;
}

/** True for a formula that calls one of the functions whose answers were left (google.formula-memory). */
function callsAgain(input: CellInput, { answers }: Left): boolean {
  if ("value" in input) return false;
  const names = [...answers.keys()].map((key) => key.slice(0, key.indexOf("(")));
  return names.some((name) => new RegExp(`\\b${name}\\s*\\(`, "i").test(input.formula));
}

/**
 * The memory of a document's custom functions: every cell's call is an execution of its own (google.recalculation,
 * google.executions-at-once).
 */
export class CustomFunctionCalls implements CustomFunctions {
  readonly #options: CallsOptions;
  readonly #memory = new Map<string, Map<string, Entry>>();
  /** The place of each formula when it last asked. */
  readonly #places = new Map<string, AskingCell>();
  #left: Left[] = [];
  readonly #listeners = new Set<(cells: AskingCell[]) => void>();
  #settled: AskingCell[] = [];
  #pending = 0;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  names(): string[] {
    return [...this.#options.functions.keys()].filter((name) => !BUILT_IN_NAMES.has(name));
  }

  ask(name: string, args: FormulaArgument[], cell: AskingCell, isVolatile = false): FormulaAnswer {
    if (isVolatile) return this.#options.volatileRefusal();
    const { timeZone } = this.#options;
    const argsJson = JSON.stringify(args.map((argument) => toScriptArgument(argument, timeZone)));
    const key = `${name.toUpperCase()}(${argsJson})`;
    const answers = this.#memory.get(cell.key) ?? this.#takeLeft(cell);
    this.#memory.set(cell.key, answers);
    this.#places.set(cell.key, cell);
    const known = answers.get(key);
    if (known?.answer.state === "loading") known.asking.set(cell.key, cell);
    if (known !== undefined && (known.isNew || !this.#options.runsAgain())) {
      known.isNew = known.answer.state === "loading";
      return known.answer;
    }
    const entry: Entry = {
      answer: { state: "loading", value: this.#options.loading() },
      isNew: true,
      asking: new Map([[cell.key, cell]]),
    };
    answers.delete(key);
    answers.set(key, entry);
    if (answers.size > MAX_ANSWERS_PER_FORMULA) answers.delete(answers.keys().next().value as string);
    this.#start(name, argsJson, entry, cell);
    return entry.answer;
  }

  forget(key: string): void {
    const answers = this.#memory.get(key);
    const place = this.#places.get(key);
    if (answers && place && this.#options.keepsAnswers()) {
      const { sheetId, row, column } = place;
      this.#left = this.#left.filter((left) => !isAt(left, place));
      this.#left.push({ sheetId, row, column, answers });
    }
    this.#memory.delete(key);
    this.#places.delete(key);
  }

  /**
   * Follows each batch of changes: answers left in a cell move with it, and go if it does not call their functions
   * after the batch.
   */
  changed(changes: readonly Change[]): void {
    const isUncalled = new Map<Left, boolean>();
    for (const change of changes) {
      this.#left = this.#left.filter((left) => moveLeft(left, change));
      if (change.type !== "setCells") continue;
      for (const left of this.#left) {
        if (left.sheetId !== change.sheetId) continue;
        const input = change.cells[left.row - change.row]?.[left.column - change.column];
        if (input !== undefined) isUncalled.set(left, !callsAgain(input, left));
      }
    }
    this.#left = this.#left.filter((left) => isUncalled.get(left) !== true);
  }

  /** The answers of the formula that stood in this cell before. */
  #takeLeft(cell: AskingCell): Map<string, Entry> {
    const found = this.#left.find((left) => isAt(left, cell));
    this.#left = this.#left.filter((left) => left !== found);
    return found?.answers ?? new Map<string, Entry>();
  }

  onSettled(listener: (cells: AskingCell[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pending(): number {
    return this.#pending;
  }

  #start(name: string, argsJson: string, entry: Entry, cell: AskingCell): void {
    const { functions, run, explain, timeZone } = this.#options;
    this.#pending++;
    const finish = (answer: FormulaAnswer) => {
      this.#pending--;
      entry.answer = answer;
      this.#tell([...entry.asking.values()]);
    };
    run(functions.get(name.toUpperCase()) ?? name, argsJson, cell).then(
      (json) => finish(toFormulaAnswer(JSON.parse(json) as TaggedValue, timeZone)),
      (error: ScriptError) => finish(explain(error)),
    );
  }

  /** Results that arrive together cause one recalculation. */
  #tell(cells: AskingCell[]): void {
    const { clock } = this.#options;
    const isFirst = this.#settled.length === 0;
    this.#settled.push(...cells);
    if (!isFirst) return;
    clock.at(clock.now(), () => {
      const settled = this.#settled;
      this.#settled = [];
      for (const listener of this.#listeners) listener(settled);
    });
  }
}

interface Place {
  sheetId: number;
  row: number;
  column: number;
}

function isAt(place: Place, other: Place): boolean {
  return place.sheetId === other.sheetId && place.row === other.row && place.column === other.column;
}

/** Moves what was left in a cell along with it. @returns false when the cell is gone */
function moveLeft(left: Left, change: Change): boolean {
  if (!("sheetId" in change) || change.sheetId !== left.sheetId) return true;
  if (change.type === "removeSheet") return false;
  if (change.type === "reorderRows") {
    const { row, column, rows, columns } = change.area;
    const isInside =
      left.row >= row && left.row < row + rows && left.column >= column && left.column < column + columns;
    if (isInside) left.row = row + change.order.indexOf(left.row - row);
    return true;
  }
  const area = shiftArea({ row: left.row, column: left.column, rows: 1, columns: 1 }, change);
  if (area === null) return false;
  left.row = area.row;
  left.column = area.column;
  return true;
}

/** Runs a function as a cell does: no user interface, 30 s, the sheet read-only (google.custom-function-services). */
export function runFormula(
  runner: ExecutionRunner,
  document: DocumentState,
  user: string,
  functionName: string,
  argsJson: string,
  cell?: AskingCell,
): Promise<string> {
  return runner.run({
    cell,
    entryPoint: "formula",
    functionName,
    argsJson,
    mode: "CUSTOM_FUNCTION",
    user,
    document,
    limitMs: FORMULA_LIMIT_MS,
    hasUi: false,
  });
}

/** `#ERROR!` with the note `Name: message (line N).` (google.custom-function-results). */
export function explainError(error: ScriptError, isTranslated: boolean): FormulaAnswer {
  const message = error.name === "" || error.isKilled ? error.message : `${error.name}: ${error.message}`;
  const note = MESSAGES.atLine(message, error.line);
  return { state: "done", value: { error: "#ERROR!", note: isTranslated ? translate(note) : note } };
}

/** A document's custom functions: every public function of the project (google.custom-function-names). */
export function createCustomFunctions(
  state: HostState,
  runner: ExecutionRunner,
  document: DocumentState,
): CustomFunctionCalls {
  const { settings, project, clock } = state;
  const text = (message: string) => (settings.translated ? translate(message) : message);
  const calls = new CustomFunctionCalls({
    functions: new Map(project.functions.map(({ name }) => [name.toUpperCase(), name])),
    timeZone: document.timeZone,
    clock,
    run: (functionName, argsJson, cell) =>
      runFormula(runner, document, document.lastUser, functionName, argsJson, cell),
    explain: (error) => explainError(error, settings.translated),
    loading: () => text(MESSAGES.loading()),
    volatileRefusal: () => ({
      state: "done",
      value: { error: "#ERROR!", note: text(MESSAGES.volatileArgument()) },
    }),
    runsAgain: () => settings.extraRecalculationChance > 0 && state.random() < settings.extraRecalculationChance,
    keepsAnswers: () => settings.formulasKeepAnswers,
  });
  document.workbook.onChange((changes) => calls.changed(changes));
  return calls;
}
