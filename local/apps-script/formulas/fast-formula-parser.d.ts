declare module "fast-formula-parser" {
  /** A reference as the parser hands it out; rows or columns of open ranges are `null`. */
  interface ParserReference {
    sheet?: string;
    row?: number;
    col?: number;
    from?: { row: number | null; col: number | null };
    to?: { row: number | null; col: number | null };
  }
  class FormulaError extends Error {
    constructor(error: string, message?: string, details?: unknown);
    readonly error: string;
    readonly details?: unknown;
  }
  interface Operand {
    val: unknown;
    isArray: boolean;
  }
  class FormulaParser {
    static FormulaError: typeof FormulaError;
    constructor(config: {
      functions?: Record<string, (...args: { value: unknown }[]) => unknown>;
      onCell: (reference: ParserReference) => unknown;
      onRange: (reference: ParserReference) => unknown[][];
      onVariable?: (name: string) => ParserReference | null;
    });
    parse(text: string, position: { row: number; col: number; sheet: string }, allowReturnArray?: boolean): unknown;
    supportedFunctions(): string[];
    utils: { _applyInfix(left: Operand, operator: string, right: Operand): unknown };
    checkFormulaResult(result: unknown, allowReturnArray: boolean): unknown;
    _callFunction(name: string, args: unknown[]): unknown;
  }
  export = FormulaParser;
}
