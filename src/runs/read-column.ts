import type { Refusal } from "../result";
import { dayOf } from "../sheet/answered-for";
import { groupOf, pinnedColumns } from "../sheet/pinned-columns";
import type { CellValue, Table } from "../sheet/table";
import { type ColumnChoices, chooseColumn } from "./choose-column";
import { judgeRow, type ListRow, type RowState } from "./judge-row";
import { kindOf, type RunKind } from "./kind";
import type { RunParts } from "./run-parts";
import { refusal } from "./run-refusal";
import type { PlanRequest, RowChoice, RowSpan } from "./views";

/** A column that a run may do, as it is before the run. */
export interface ReadColumn extends ColumnChoices {
  table: Table;
  hasHeader: boolean;
  /** What is selected now, when it is more than one row. */
  selection: RowSpan[];
  /** Fields that it has results of. */
  fields: string[];
  /** The chosen ones among its rows. */
  rows: { row: ListRow; judged: RowState }[];
}

/** Reads a whole column, as asked for or as it is likely meant. */
export function readColumn({ book, clock }: RunParts, request: PlanRequest): ReadColumn | Refusal {
  const selected = book.selected();
  const table = request.sheetId === null ? selected.table : book.table(request.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const isBefore = table.id === selected.table.id;
  const choices = chooseColumn(table, isBefore ? selected : null, request);
  const { chosen } = choices;
  const read: ReadColumn = {
    ...choices,
    table,
    hasHeader: request.hasHeader ?? chosen?.hasHeader ?? false,
    selection: isBefore && selected.isRange ? selected.rows : [],
    fields: [],
    rows: [],
  };
  if (!chosen) return read;
  const kind = kindOf(request);
  const list = readWholeList(kind, table, chosen.column, choices.firstRow);
  const isChosen = rowFilter(table, request.rows, list.rows.length);
  const { rows, alsoFoundValid } = request;
  const rules = { runId: null, rows, alsoFoundValid, today: dayOf(clock.nowMs()), problem: kind.problem };
  read.fields = list.fields;
  list.rows.forEach((row, index) => {
    const number = index + 1;
    if ((read.hasHeader && number === 1) || !isChosen(number)) return;
    read.rows.push({ row, judged: judgeRow(row, rules) });
  });
  return read;
}

/** A column with the results it may have already, from row 1 on. */
function readWholeList(
  kind: RunKind,
  table: Table,
  column: number,
  firstRow: CellValue[],
): { rows: ListRow[]; fields: string[] } {
  const rows = table.lastRow();
  const marks = table.marks();
  const group = groupOf(marks, column);
  const pinned = group === null ? null : pinnedColumns(marks, group);
  const status = pinned?.outputs.find(({ field }) => field === kind.statusField)?.column ?? null;
  const answeredFor = pinned?.answeredFor ?? null;
  const { anonId, foundStatus } = pinned ?? kind.foundColumns(firstRow);
  const all = [column, status ?? column, answeredFor ?? column, anonId ?? column, foundStatus ?? column];
  const first = Math.min(...all);
  const cells = table.read({ row: 1, column: first, rows, columns: Math.max(...all) - first + 1 });
  const at = (row: CellValue[], wanted: number | null): CellValue =>
    wanted === null ? "" : (row[wanted - first] ?? "");
  return {
    fields: (pinned?.outputs ?? []).map(({ field }) => field),
    rows: cells.map((row) => ({
      input: kind.readInput(at(row, column)),
      status: at(row, status),
      answeredFor: at(row, answeredFor),
      anonId: at(row, anonId),
      foundStatus: at(row, foundStatus),
    })),
  };
}

/** Whether a row is among the chosen ones. */
export function rowFilter(table: Table, choice: RowChoice, lastRow: number): (row: number) => boolean {
  if (choice.kind === "selected") return (row) => choice.spans.some(({ from, to }) => row >= from && row <= to);
  if (choice.kind !== "visible") return () => true;
  const visible = table.visibleRows(1, lastRow);
  return (row) => visible.has(row);
}
