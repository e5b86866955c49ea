import { columnLetter } from "../sheet/column-letter";
import { findColumns } from "../sheet/find-column";
import { isOwnMark } from "../sheet/pinned-columns";
import type { CellValue, Selected, Table } from "../sheet/table";
import { kindOf } from "./kind";
import type { PlanColumn, PlanRequest } from "./views";

/** So many rows tell what a column holds. */
const SAMPLE_ROWS = 60;

/** The columns of a sheet that can be chosen, and the one to begin with. */
export interface ColumnChoices {
  columns: PlanColumn[];
  /** `null` on an empty sheet. */
  chosen: PlanColumn | null;
  firstRow: CellValue[];
}

/** Chooses as asked, else what is selected if it holds the like, else the likeliest. */
export function chooseColumn(table: Table, selected: Selected | null, request: PlanRequest): ColumnChoices {
  const rows = table.lastRow();
  const width = table.lastColumn();
  if (rows === 0) return { columns: [], chosen: null, firstRow: [] };
  const top = table.read({ row: 1, column: 1, rows: Math.min(rows, SAMPLE_ROWS), columns: width });
  const found = kindOf(request).columns.flatMap((kind) => findColumns(top, kind));
  // The surest reading of a column counts.
  const likely = found.filter(({ column }, i) => found.findIndex((each) => each.column === column) === i);
  const pinned = new Set(table.marks().flatMap(({ column, value }) => (isOwnMark(value) ? [column] : [])));
  const columns = Array.from({ length: width }, (_, index) => index + 1)
    .filter((column) => !pinned.has(column) && isFilled(top, column))
    .map((column): PlanColumn => {
      const own = likely.find((each) => each.column === column);
      const first = String(top[0]?.[column - 1] ?? "").trim();
      const hasHeader = own ? own.hasHeader : likely.some((each) => each.hasHeader);
      return {
        column,
        letter: columnLetter(column),
        hasHeader,
        isLikely: own !== undefined,
        header: hasHeader ? first : "",
      };
    });
  const wished = columns.find(({ column }) => column === request.column);
  const ofSelection = columns.find(({ column, isLikely }) => isLikely && column === selected?.column);
  const best = columns.find(({ column }) => column === likely[0]?.column);
  return { columns, chosen: wished ?? ofSelection ?? best ?? columns[0] ?? null, firstRow: top[0] ?? [] };
}

function isFilled(top: CellValue[][], column: number): boolean {
  return top.some((row) => (row[column - 1] ?? "") !== "");
}
