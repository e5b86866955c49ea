import { paceFor } from "../pacing/pace";
import type { Refusal } from "../result";
import { RATE_LIMITS } from "../service/rate-limits";
import { dayOf } from "../sheet/answered-for";
import { groupOf, pinnedColumns } from "../sheet/pinned-columns";
import { type SearchColumns, searchColumns } from "../sheet/search-columns";
import type { CellValue, Table } from "../sheet/table";
import { chooseColumn } from "./choose-column";
import { isFailure, judgeRow, type ListRow, type RowState } from "./judge-row";
import { NO_ROWS } from "./look";
import type { RunParts } from "./run-parts";
import { refusal } from "./run-refusal";
import { HALVES_PER_VERIFICATION, STATUS_FIELD, verificationProblem, WRITABLE_FIELDS } from "./verification";
import type { PlanRequest, RowChoice, RunPlan } from "./views";

/** The first call and the last answer (specification 8.4). */
const START_AND_END_SECONDS = 15;

/** The honest dry run: free, and nothing is changed. */
export function planRun({ book, clock }: RunParts, request: PlanRequest): RunPlan | Refusal {
  const selected = book.selected();
  const table = request.sheetId === null ? selected.table : book.table(request.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const isBefore = table.id === selected.table.id;
  const selection = isBefore && selected.isRange ? selected.rows : [];
  const { columns, chosen, firstRow } = chooseColumn(table, isBefore ? selected : null, request);
  const plan: RunPlan = {
    ...{ sheetId: table.id, sheetName: table.name(), columns, column: chosen?.column ?? 0 },
    hasHeader: request.hasHeader ?? chosen?.hasHeader ?? false,
    ...{ counts: { ...NO_ROWS }, duplicates: 0, toAsk: 0, maxHalves: 0, seconds: 0, failedRows: 0 },
    ...{ presentFields: [], availableFields: [...WRITABLE_FIELDS] },
    selection,
    find: null,
  };
  if (!chosen) return plan;
  const list = readWholeList(table, chosen.column, searchColumns(firstRow));
  plan.presentFields = list.fields;
  const isChosen = rowFilter(table, request.rows, list.rows.length);
  const keys = new Set<string>();
  list.rows.forEach((row, index) => {
    const number = index + 1;
    if ((plan.hasHeader && number === 1) || !isChosen(number)) return;
    if (isFailure(row.status)) plan.failedRows++;
    const judged = judgeRow(row, {
      ...{ runId: null, rows: request.rows, alsoFoundValid: request.alsoFoundValid },
      ...{ today: dayOf(clock.nowMs()), problem: verificationProblem },
    });
    countRow(plan, judged, keys);
  });
  const { callsPerMinute } = paceFor(RATE_LIMITS["email-verifier"]);
  plan.toAsk = keys.size;
  plan.maxHalves = keys.size * HALVES_PER_VERIFICATION;
  plan.seconds = keys.size === 0 ? 0 : Math.round((keys.size * 60) / callsPerMinute) + START_AND_END_SECONDS;
  return plan;
}

function countRow(plan: RunPlan, judged: RowState, keys: Set<string>): void {
  plan.counts.rows++;
  if (judged.state === "unwanted") return;
  plan.counts[judged.state]++;
  if (judged.state !== "todo") return;
  if (keys.has(judged.key)) plan.duplicates++;
  keys.add(judged.key);
}

/** A column with the results it may have already, from row 1 on. */
function readWholeList(table: Table, column: number, found: SearchColumns): { rows: ListRow[]; fields: string[] } {
  const rows = table.lastRow();
  const marks = table.marks();
  const group = groupOf(marks, column);
  const pinned = group === null ? null : pinnedColumns(marks, group);
  const status = pinned?.outputs.find(({ field }) => field === STATUS_FIELD)?.column ?? null;
  const answeredFor = pinned?.answeredFor ?? null;
  const { anonId, foundStatus } = pinned ?? found;
  const all = [column, status ?? column, answeredFor ?? column, anonId ?? column, foundStatus ?? column];
  const first = Math.min(...all);
  const cells = table.read({ row: 1, column: first, rows, columns: Math.max(...all) - first + 1 });
  const at = (row: CellValue[], wanted: number | null): CellValue =>
    wanted === null ? "" : (row[wanted - first] ?? "");
  return {
    fields: (pinned?.outputs ?? []).map(({ field }) => field),
    rows: cells.map((row) => ({
      ...{ input: at(row, column), status: at(row, status), answeredFor: at(row, answeredFor) },
      ...{ anonId: at(row, anonId), foundStatus: at(row, foundStatus) },
    })),
  };
}

/** Whether a row is among the chosen ones. */
export function rowFilter(table: Table, choice: RowChoice, lastRow: number): (row: number) => boolean {
  if (choice.kind === "selected") return (row) => choice.spans.some(({ from, to }) => row >= from && row <= to);
  if (choice.kind !== "visible") return () => true;
  const hidden = table.hiddenRows(1, lastRow);
  return (row) => !hidden.has(row);
}
