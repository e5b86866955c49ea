import FormulaParser from "fast-formula-parser";
import { closeArea } from "../sheet/a1";
import { type Area, type CellValue, isCellError } from "../workbook/cell";
import type { FormulaArgument, FormulaScalar } from "./custom-functions";

interface Argument {
  value: unknown;
}

function flat(args: Argument[]): unknown[] {
  return args.flatMap(({ value }) => (Array.isArray(value) ? value.flat() : [value]));
}

function numbers(args: Argument[]): number[] {
  return flat(args).filter((value) => typeof value === "number");
}

/** Built-in functions that sheets often use and the parser's library lacks. */
const MORE_FUNCTIONS: Record<string, (...args: Argument[]) => unknown> = {
  COUNTA: (...args) => flat(args).filter((value) => value !== null && value !== undefined).length,
  MAX: (...args) => numbers(args).reduce((a, b) => Math.max(a, b), -Infinity),
  MIN: (...args) => numbers(args).reduce((a, b) => Math.min(a, b), Infinity),
  UPPER: (text) => String(text?.value ?? "").toUpperCase(),
};

/** The arguments of a formula that is one `IF(…)` as a whole. */
export interface IfCall {
  condition: string;
  yes: string;
  /** Missing in `IF(a, b)`. */
  no?: string;
}

/** Takes `IF(a, b, c)` apart at its own commas; `null` for any other formula. */
function splitIf(formula: string): IfCall | null {
  const text = formula.trim();
  if (!/^IF\(/i.test(text)) return null;
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 3;
  for (let index = 2; index < text.length; index++) {
    const letter = text[index] as string;
    if (quote !== "") {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("({".includes(letter)) depth++;
    else if (")}".includes(letter)) {
      depth--;
      if (depth === 0 && index < text.length - 1) return null;
    } else if (letter === "," && depth === 1) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  const [condition, yes, no, ...more] = [...parts, text.slice(start, -1)];
  if (depth !== 0 || condition === undefined || yes === undefined || more.length > 0) return null;
  return { condition, yes, no };
}

const { FormulaError } = FormulaParser;
type ParserReference = Parameters<ConstructorParameters<typeof FormulaParser>[0]["onCell"]>[0];

/** Built-ins whose results change by themselves; custom functions refuse them (google.volatile-arguments). */
const VOLATILE = new Set(["NOW", "RAND", "RANDARRAY", "RANDBETWEEN"]);

/** The surroundings of a formula while it is evaluated. */
export interface Surroundings {
  /** The size of a sheet by name, `null` when there is none. */
  sheetSize(name: string): { rows: number; columns: number } | null;
  values(sheetName: string, area: Area): CellValue[][];
  /** The same cells for a custom function, with dates instead of their numbers. */
  scalars(sheetName: string, area: Area): FormulaScalar[][];
  /** Values of rows that no filter hides and, when `byUserToo`, nobody has hidden; without other subtotals. */
  visible(sheetName: string, area: Area, byUserToo: boolean): CellValue[];
  isVolatile(sheetName: string, area: Area): boolean;
  isCustom(name: string): boolean;
  callCustom(name: string, args: FormulaArgument[], isVolatile: boolean): CellValue | CellValue[][];
  sawVolatile(): void;
}

/** The library does not know `A2:A` and `A2:C`: they become ranges that end beyond every sheet's last row. */
const OPEN_RANGE = /("(?:[^"]|"")*")|(\$?[A-Za-z]{1,3}\$?[1-9]\d*:\$?[A-Za-z]{1,3})(?![\w$(])/g;
const BEYOND_LAST_ROW = 1_048_576;

/** The library ends `5:5` here; the sheet's end is meant. */
const BEYOND_LAST_COLUMN = 16_384;

/** Closes a formula's ranges that are open below, beyond every sheet's end. */
export function closeOpenRanges(formula: string): string {
  return formula.replace(OPEN_RANGE, (all, text: string | undefined) =>
    text === undefined ? `${all}${BEYOND_LAST_ROW}` : all,
  );
}

interface Position {
  row: number;
  col: number;
  sheet: string;
}

interface Operand {
  val: unknown;
  isArray: boolean;
}

/** In a comparison a blank cell is what the other side is (`""`, 0 or FALSE), and letter case does not matter. */
function comparable({ val, isArray }: Operand, other: Operand): Operand {
  if (isArray) return { val, isArray };
  if ((val === null || val === undefined) && typeof other.val === "string") return { val: "", isArray };
  if ((val === null || val === undefined) && typeof other.val === "boolean") return { val: false, isArray };
  return { val: typeof val === "string" ? val.toLowerCase() : val, isArray };
}

const numbersIn = (values: CellValue[]): number[] => values.filter((value) => typeof value === "number");
const sumOf = (values: CellValue[]): number => numbersIn(values).reduce((sum, value) => sum + value, 0);

/** The functions that `SUBTOTAL` can compute here, by their codes. */
const SUBTOTALS: Record<number, (values: CellValue[]) => CellValue> = {
  1: (values) => (numbersIn(values).length === 0 ? { error: "#DIV/0!" } : sumOf(values) / numbersIn(values).length),
  2: (values) => numbersIn(values).length,
  3: (values) => values.filter((value) => value !== null).length,
  4: (values) => Math.max(0, ...numbersIn(values)),
  5: (values) => Math.min(...(numbersIn(values).length === 0 ? [0] : numbersIn(values))),
  9: sumOf,
};

/** The library's parser with our cells and with custom functions called by the host. */
class Evaluator extends FormulaParser {
  #around!: Surroundings;
  #position!: Position;
  #hasVolatile = false;

  constructor() {
    super({
      functions: MORE_FUNCTIONS,
      onCell: (reference) => this.#values(reference)[0]?.[0],
      onRange: (reference) => this.#values(reference),
    });
    const apply = this.utils._applyInfix.bind(this.utils);
    this.utils._applyInfix = (left, operator, right) => {
      if (!/[<=>]/.test(operator)) return apply(left, operator, right);
      return apply(comparable(left, right), operator, comparable(right, left));
    };
  }

  evaluate(text: string, position: Position, around: Surroundings): unknown {
    this.#around = around;
    this.#position = position;
    this.#hasVolatile = false;
    return this.parse(text, position, true);
  }

  /** A formula that is one reference shows an error of its cell as it is. */
  override checkFormulaResult(result: unknown, allowReturnArray: boolean): unknown {
    const reference = (result as { ref?: ParserReference } | null)?.ref;
    if (reference === undefined) return super.checkFormulaResult(result, allowReturnArray);
    const values = this.#values(reference);
    return reference.from === undefined ? values[0]?.[0] : values;
  }

  override _callFunction(name: string, args: unknown[]): unknown {
    const upper = name.toUpperCase();
    if (VOLATILE.has(upper)) {
      this.#hasVolatile = true;
      this.#around.sawVolatile();
    }
    if (upper === "SUBTOTAL") return this.#subtotal(args);
    if (!this.#around.isCustom(upper)) return super._callFunction(name, args);
    let isVolatile = this.#hasVolatile;
    const converted = args.map((argument) => {
      const reference = (argument as { ref?: ParserReference } | null)?.ref;
      if (reference === undefined) return toArgument(argument);
      const area = this.#area(reference);
      isVolatile ||= this.#around.isVolatile(this.#sheet(reference), area);
      const scalars = this.#around.scalars(this.#sheet(reference), area);
      return reference.from === undefined ? scalars[0]?.[0] : scalars;
    });
    return toParser(this.#around.callCustom(upper, converted, isVolatile));
  }

  /** `SUBTOTAL(code, ranges)`: codes from 101 leave out rows hidden by hand too, not only filtered ones. */
  #subtotal([code, ...ranges]: unknown[]): unknown {
    const which = Number(code);
    const subtotal = SUBTOTALS[which > 100 ? which - 100 : which];
    if (subtotal === undefined) throw new FormulaError("#VALUE!");
    const values = ranges.flatMap((argument) => {
      const reference = (argument as { ref?: ParserReference } | null)?.ref;
      if (reference === undefined) throw new FormulaError("#VALUE!");
      return this.#around.visible(this.#sheet(reference), this.#area(reference), which > 100);
    });
    return toParserScalar(subtotal(values));
  }

  #sheet(reference: ParserReference): string {
    return reference.sheet ?? this.#position.sheet;
  }

  #area(reference: ParserReference): Area {
    const size = this.#around.sheetSize(this.#sheet(reference));
    if (size === null) throw new FormulaError("#REF!");
    const { from = reference as { row: number; col: number }, to = from } = reference;
    const area = closeArea(
      {
        row: from.row ?? undefined,
        column: from.col ?? undefined,
        lastRow: to.row === BEYOND_LAST_ROW ? undefined : (to.row ?? undefined),
        lastColumn: to.col === BEYOND_LAST_COLUMN ? undefined : (to.col ?? undefined),
      },
      size,
    );
    if (area.row + area.rows - 1 > size.rows || area.column + area.columns - 1 > size.columns) {
      throw new FormulaError("#REF!");
    }
    return area;
  }

  #values(reference: ParserReference): unknown[][] {
    return this.#around.values(this.#sheet(reference), this.#area(reference)).map((row) => row.map(toParserScalar));
  }
}

function toParserScalar(value: CellValue): unknown {
  return isCellError(value) ? new FormulaError(value.error, value.note ?? "") : value;
}

function toParser(value: CellValue | CellValue[][]): unknown {
  if (Array.isArray(value)) return value.map((row) => row.map(toParserScalar));
  return value === null ? "" : toParserScalar(value);
}

function fromParser(value: unknown): CellValue {
  if (value instanceof FormulaError)
    return { error: value.error, note: value.message === "" ? undefined : value.message };
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : null;
}

/**
 * An argument that is not a reference; one left empty between commas arrives as `""`
 * (google.custom-function-arguments).
 */
function toArgument(value: unknown): FormulaArgument {
  if (Array.isArray(value)) return value.map((row: unknown[]) => row.map(fromParser));
  return fromParser(value);
}

/** One for each depth: a formula that is read while another is evaluated may have to be evaluated first. */
const evaluators: Evaluator[] = [];
let depth = 0;

/**
 * The result of a formula (without its `=`): a value, or rows to spill. Of an outermost `IF` only the branch taken is
 * evaluated, as in Sheets.
 */
export function evaluateFormula(text: string, position: Position, around: Surroundings): CellValue | CellValue[][] {
  const branches = splitIf(text);
  if (branches !== null) {
    const condition = evaluateFormula(branches.condition, position, around);
    if (isCellError(condition)) return condition;
    const taken = condition !== false && condition !== 0 && condition !== null ? branches.yes : branches.no;
    return taken === undefined ? false : taken.trim() === "" ? null : evaluateFormula(taken, position, around);
  }
  evaluators[depth] ??= new Evaluator();
  const evaluator = evaluators[depth] as Evaluator;
  depth++;
  try {
    const result = evaluator.evaluate(closeOpenRanges(text), position, around);
    return Array.isArray(result) ? result.map((row: unknown[]) => row.map(fromParser)) : fromParser(result);
  } catch (error) {
    const details = error instanceof FormulaError ? error.details : undefined;
    if (details instanceof FormulaError) return fromParser(details);
    return { error: "#ERROR!", note: "Formula parse error." };
  } finally {
    depth--;
  }
}
