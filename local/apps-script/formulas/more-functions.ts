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
export const MORE_FUNCTIONS: Record<string, (...args: Argument[]) => unknown> = {
  COUNTA: (...args) => flat(args).filter((value) => value !== null && value !== undefined).length,
  MAX: (...args) => numbers(args).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  MIN: (...args) => numbers(args).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  UPPER: (text) => String(text?.value ?? "").toUpperCase(),
};
