import { type Cell, cellAt, differences, type Intended, type Rows, rowsFrom } from "../../../src/lists/rows";
import { settle } from "../../../src/lists/settle";
import type { CellValue, ColumnMark } from "../../../src/sheet/table";
import { createDraw, type Draw } from "../../soak/random";

// A list in which people move rows and columns around a write: what of it `settle` puts back.

/** What somebody does, and the moments around the first write at which it is done. */
export interface Acts {
  what: (keyof typeof ACTS)[];
  /** As probabilities. */
  before: number;
  /** Between two columns of it. */
  during?: number;
  after: number;
}

const IN = "input";
const TAG = "tag";
const RESULTS = ["domain", "status"];
const OURS = [TAG, ...RESULTS];
const MARKS = { [IN]: "g1:in", [TAG]: "g1:for", domain: "g1=domain", status: "g1=status" };

/** Rows and columns by names that stay, and the cells by both. */
interface Sheet {
  rows: string[];
  columns: string[];
  cells: Map<string, CellValue>;
}

const valueAt = ({ cells }: Sheet, row: string, column: string): CellValue => cells.get(`${row} ${column}`) ?? "";

function read(sheet: Sheet): Rows {
  return rowsFrom(
    1,
    sheet.rows.map((row) => sheet.columns.map((column) => valueAt(sheet, row, column))),
  );
}

const marksOf = ({ columns }: Sheet): ColumnMark[] =>
  Object.entries(MARKS).map(([column, value]) => ({ column: columns.indexOf(column) + 1, value }));

function moveIn(list: string[], draw: Draw): void {
  const [moved = ""] = list.splice(draw.int(0, list.length - 1), 1);
  list.splice(draw.int(0, list.length), 0, moved);
}

const insertIn = (list: string[], draw: Draw): void =>
  void list.splice(draw.int(0, list.length), 0, `new ${draw.next()}`);

const ACTS = {
  insertRow: ({ rows }: Sheet, draw: Draw) => insertIn(rows, draw),
  moveRow: ({ rows }: Sheet, draw: Draw) => moveIn(rows, draw),
  deleteRow: ({ rows }: Sheet, draw: Draw) => void rows.splice(draw.int(0, rows.length - 1), 1),
  sort(sheet: Sheet, draw: Draw) {
    const by = draw.pick(sheet.columns.filter((column) => !OURS.includes(column)));
    const textOf = (row: string): string => String(valueAt(sheet, row, by));
    sheet.rows.sort((a, b) => Number(textOf(a) > textOf(b)) - Number(textOf(a) < textOf(b)));
  },
  insertColumn: ({ columns }: Sheet, draw: Draw) => insertIn(columns, draw),
  moveColumn: ({ columns }: Sheet, draw: Draw) => moveIn(columns, draw),
};

const resultsOf = (input: CellValue): CellValue[] => [
  `tag of ${input}`,
  `at ${input}`,
  `status ${String(input).length}`,
];

/** Inputs, blank ones and repeated ones among them; some have their results already; columns of somebody's, sparse or full. */
function drawSheet(draw: Draw): Sheet {
  const rows = Array.from({ length: draw.int(3, 10) }, (_, i) => `row ${i}`);
  const columns = [IN, ...OURS];
  const sheet: Sheet = { rows, columns, cells: new Map() };
  const put = (row: string, column: string, value: CellValue): void => void sheet.cells.set(`${row} ${column}`, value);
  for (const own of ["own 1", "own 2", "own 3"].slice(0, draw.int(0, 3))) {
    columns.splice(draw.int(0, columns.length), 0, own);
    const cellOf = draw.pick([
      (i: number): CellValue => `${own} of ${i}`,
      (): CellValue => draw.int(0, 2),
      (i: number): CellValue => (draw.chance(0.4) ? `${own} of ${i}` : ""),
      (): CellValue => "",
    ]);
    for (const [i, row] of rows.entries()) put(row, own, cellOf(i));
  }
  for (const [i, row] of rows.entries()) {
    const input = draw.chance(0.08) ? "" : draw.chance(0.1) ? "x".repeat(3) : "x".repeat(i + 1);
    put(row, IN, input);
    if (input !== "" && draw.chance(0.3))
      for (const [at, value] of resultsOf(input).entries()) put(row, OURS[at] as string, value);
  }
  return sheet;
}

/** What `beside.ts` plans: results for the inputs that have none. */
function planned(rows: Rows, marks: ColumnMark[]): Cell[] {
  const columnOf = (mark: string): number => marks.find(({ value }) => value === mark)?.column ?? 0;
  const ours = [MARKS[TAG], MARKS.domain, MARKS.status].map(columnOf);
  return [...rows.keys()].flatMap((row): Cell[] => {
    const input = cellAt(rows, row, columnOf(MARKS[IN]));
    if (input === "") return [];
    const cells = resultsOf(input).map((value, i): Cell => ({ row, column: ours[i] as number, value }));
    return cells.every(({ column, value }) => cellAt(rows, row, column) === value) ? [] : cells;
  });
}

/** No write is repaired more often. */
const MAX_ROUNDS = 8;

/**
 * Lets people act around a write, and repairs what `settle` says.
 * @returns what is wrong afterwards, by the acts; `[]` if nothing is
 */
export function wrongAfter(seed: number, { what, before, during = 0, after }: Acts): string[] {
  const draw = createDraw(seed, "moved lists");
  const sheet = drawSheet(draw);
  const own = new Map([...sheet.cells].filter(([key]) => !OURS.some((column) => key.endsWith(` ${column}`))));
  const told: string[] = [];
  const maybe = (probability: number, when: string): void => {
    if (!draw.chance(probability)) return;
    const act = draw.pick(what);
    ACTS[act](sheet, draw);
    told.push(`${act} ${when}`);
  };
  let [was, marks] = [read(sheet), marksOf(sheet)];
  let ought = was;
  let cells = planned(ought, marks).sort((a, b) => a.column - b.column);
  for (let round = 1; cells.length > 0; round++) {
    if (round > MAX_ROUNDS) return [...told, "comes to no end"];
    if (round === 1) maybe(before, "before the write");
    for (const [i, { row, column, value }] of cells.entries()) {
      if (round === 1 && column !== cells[i - 1]?.column) maybe(during, "during the write");
      while (sheet.rows.length < row) sheet.rows.push(`below ${sheet.rows.length}`);
      sheet.cells.set(`${sheet.rows[row - 1]} ${sheet.columns[column - 1]}`, value);
    }
    if (round === 1) maybe(after, "after the write");
    const meant: Intended = {
      ...{ was, ought, marks, size: 0, pinned: [], isSure: true, written: cells },
      tagColumn: marks.find(({ value }) => value === MARKS[TAG])?.column ?? null,
      unknownTag: (row) => (row[sheet.columns.indexOf(IN)] === "" ? "" : "asked"),
    };
    [was, marks] = [read(sheet), marksOf(sheet)];
    ought = settle(meant, { rows: was, marks });
    cells = differences({ was, ought });
  }
  const wrong = sheet.rows.flatMap((row) => [
    ...sheet.columns
      .filter((column) => !OURS.includes(column))
      .filter((column) => valueAt(sheet, row, column) !== (own.get(`${row} ${column}`) ?? ""))
      .map((column) => `${row} has "${valueAt(sheet, row, column)}" in ${column}`),
    ...wrongResults(
      own.get(`${row} ${IN}`) ?? "",
      OURS.map((column) => valueAt(sheet, row, column)),
    ).map((result) => `${row} has "${result}"`),
  ]);
  return wrong.length > 0 ? [...told, ...wrong] : [];
}

/** Results and tags of another input; a tag says that its row is done. */
function wrongResults(input: CellValue, [tag = "", ...results]: CellValue[]): CellValue[] {
  const [rightTag, ...right] = input === "" ? ["", "", ""] : resultsOf(input);
  if (tag !== "" && tag !== "asked" && tag !== rightTag) return [tag];
  return results.filter((result, i) => result !== right[i] && (result !== "" || tag === rightTag));
}
