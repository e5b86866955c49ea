import type { ListColumnRequest } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { type Refusal, refuse } from "../result";
import { isDomain, isPossibleEmail } from "../service/input-problems";
import { readInput } from "../sheet/cell-text";
import { COMPANY_HEADER, filledColumns, findColumns, readTop } from "../sheet/find-column";
import type { ListColumn } from "./views";

/** 10 searches: the properties have to hold their exact bodies. */
const MOST_ENTRIES = 5_000;

const WANTED = {
  websites: (text: string): boolean => isDomain(text),
  names: (text: string): boolean => !isDomain(text) && !isPossibleEmail(text),
  texts: (): boolean => true,
};

export function readListColumn({ book }: World, request: ListColumnRequest): ListColumn | Refusal {
  const selected = book.selected();
  const table = request.sheetId === null ? selected.table : book.table(request.sheetId);
  if (!table) return refuse("SHEET_GONE", "This sheet was deleted.", "Choose another one.");
  const rows = table.lastRow();
  const none: ListColumn = {
    sheetId: table.id,
    sheetName: table.name(),
    columns: [],
    column: 0,
    values: [],
    leftOut: 0,
  };
  if (rows === 0) return none;
  const top = readTop(table);
  const likely = findColumns(top, { header: COMPANY_HEADER, matches: WANTED[request.wanted] });
  const headerRow = likely.find(({ isNamed }) => isNamed)?.headerRow ?? 0;
  const columns = filledColumns(top, () => headerRow).map((each) => ({
    ...each,
    isLikely: likely.some(({ column }) => column === each.column),
  }));
  const numbers = columns.map(({ column }) => column);
  const wished = request.column ?? (request.sheetId === null ? selected.column : null);
  const ofSelection = numbers.find((column) => column === wished);
  const column = ofSelection ?? likely[0]?.column ?? numbers[0] ?? 0;
  const cells = table.read({ row: 1, column, rows, columns: 1 }).slice(headerRow);
  const values = new Map<string, string>();
  for (const [cell] of cells) {
    const input = readInput(cell ?? "");
    if (input.kind === "text" && !values.has(input.key)) values.set(input.key, input.text);
  }
  const all = [...values.values()];
  return {
    ...none,
    columns,
    column,
    values: all.slice(0, MOST_ENTRIES),
    leftOut: Math.max(0, all.length - MOST_ENTRIES),
  };
}
