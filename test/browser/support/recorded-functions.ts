import type {
  AskingCell,
  CustomFunctions,
  FormulaAnswer,
  FormulaArgument,
} from "../../../local/apps-script/formulas/custom-functions";
import type { CellValue } from "../../../local/apps-script/workbook/cell";

type Compute = (...args: FormulaArgument[]) => CellValue | CellValue[][];
export type Computations = Record<string, Compute>;

/** Custom functions that answer when told to, and remember what they were asked. */
export function recordedFunctions(computations: Computations) {
  const answers = new Map<string, CellValue | CellValue[][] | undefined>();
  const asked: string[] = [];
  const waiting: { key: string; cell: AskingCell; compute: () => CellValue | CellValue[][] }[] = [];
  let settled: (cells: AskingCell[]) => void = () => {};

  const functions: CustomFunctions = {
    names: () => Object.keys(computations),
    ask: (name, args, cell): FormulaAnswer => {
      const key = `${cell.key} ${name} ${JSON.stringify(args)}`;
      const known = answers.get(key);
      if (known !== undefined) return { state: "done", value: known };
      if (!waiting.some((entry) => entry.key === key)) {
        asked.push(`${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`);
        waiting.push({ key, cell, compute: () => (computations[name] as Compute)(...args) });
      }
      return { state: "loading", value: "Loading..." };
    },
    forget: (key) => {
      for (const known of [...answers.keys()]) if (known.startsWith(`${key} `)) answers.delete(known);
    },
    onSettled: (listener) => {
      settled = listener;
      return () => {};
    },
    pending: () => waiting.length,
  };

  return {
    functions,
    /** The questions so far, as the cells ask them. */
    asked,
    /** Answers everything that was asked. */
    answer(): void {
      const done = waiting.splice(0);
      for (const { key, compute } of done) answers.set(key, compute());
      settled(done.map(({ cell }) => cell));
    },
  };
}
