import type { HostClock } from "../host-clock";
import type { ScriptError } from "../service-error";
import type { TaggedValue } from "../tagged-value";
import { toFormulaAnswer, toScriptArgument } from "./convert-values";
import type { AskingCell, CustomFunctions, FormulaAnswer, FormulaArgument } from "./custom-functions";

/** Answers one formula keeps, by arguments; a formula rarely calls more than a few. */
const MAX_ANSWERS_PER_FORMULA = 20;

/** What the memory of custom functions needs of a host. */
export interface CallsOptions {
  /** Names in capitals, and what the script calls them. */
  functions: ReadonlyMap<string, string>;
  timeZone: string;
  clock: HostClock;
  /** Runs the function; gives its result as JSON of a tagged value. */
  run: (functionName: string, argsJson: string) => Promise<string>;
  /** The answer for an error thrown. */
  explain: (error: ScriptError) => FormulaAnswer;
  loading: () => string;
  volatileRefusal: () => FormulaAnswer;
  /** True when a formula shall run again although nothing has changed (facts 1.6). */
  runsAgain: () => boolean;
}

interface Entry {
  answer: FormulaAnswer;
  /** True until the answer has been given: a formula runs again only after it has shown its result. */
  isNew: boolean;
  /** Cells to evaluate again when the answer is there. */
  asking: Map<string, AskingCell>;
}

/** The memory of a document's custom functions: every cell's call is an execution of its own (facts 1.6, 1.7). */
export class CustomFunctionCalls implements CustomFunctions {
  readonly #options: CallsOptions;
  readonly #memory = new Map<string, Map<string, Entry>>();
  readonly #listeners = new Set<(cells: AskingCell[]) => void>();
  #settled: AskingCell[] = [];
  #pending = 0;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  names(): string[] {
    return [...this.#options.functions.keys()];
  }

  ask(name: string, args: FormulaArgument[], cell: AskingCell, isVolatile = false): FormulaAnswer {
    if (isVolatile) return this.#options.volatileRefusal();
    const { timeZone } = this.#options;
    const argsJson = JSON.stringify(args.map((argument) => toScriptArgument(argument, timeZone)));
    const key = `${name.toUpperCase()}(${argsJson})`;
    const answers = this.#memory.get(cell.key) ?? new Map<string, Entry>();
    this.#memory.set(cell.key, answers);
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
    this.#start(name, argsJson, entry);
    return entry.answer;
  }

  forget(key: string): void {
    this.#memory.delete(key);
  }

  /** Forgets everything, as when a document is opened again. */
  forgetAll(): void {
    this.#memory.clear();
  }

  onSettled(listener: (cells: AskingCell[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pending(): number {
    return this.#pending;
  }

  #start(name: string, argsJson: string, entry: Entry): void {
    const { functions, run, explain, timeZone } = this.#options;
    this.#pending++;
    const finish = (answer: FormulaAnswer) => {
      this.#pending--;
      entry.answer = answer;
      this.#tell([...entry.asking.values()]);
    };
    run(functions.get(name.toUpperCase()) ?? name, argsJson).then(
      (json) => finish(toFormulaAnswer(JSON.parse(json) as TaggedValue, timeZone)),
      (error: ScriptError) => finish(explain(error)),
    );
  }

  /** Results that arrive together are told together: one recalculation for all. */
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
