import { writeWanted } from "../sheet/answered-for";
import { spansOf } from "../sheet/pieces";
import type { Table } from "../sheet/table";
import { rowFilter } from "./read-column";
import type { RunRecord } from "./run-record";

/** Rows that are chosen by where they are. */
export const isByPlace = ({ rows }: Pick<RunRecord, "rows">): boolean =>
  rows.kind === "selected" || rows.kind === "visible";

/** Rows chosen by where they are carry the wish with them, wherever they are moved. */
export function markWanted(table: Table, run: RunRecord, column: number): void {
  if (!isByPlace(run)) return;
  const lastRow = table.lastRow();
  const isChosen = rowFilter(table, run.rows, lastRow);
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1).filter(
    (row) => isChosen(row) && !(run.hasHeader && row === 1),
  );
  for (const { from, to } of spansOf(rows)) {
    const block = { row: from, column, rows: to - from + 1, columns: 1 };
    table.write(
      block,
      Array.from({ length: block.rows }, () => [writeWanted(run.id)]),
    );
  }
}
