import type { Refusal } from "../result";
import { readAnsweredFor } from "../sheet/answered-for";
import { isFailure, judgeRow } from "./judge-row";
import { openToRead, readWindow } from "./list-columns";
import { rulesOf } from "./look";
import type { RunParts } from "./run-parts";
import { readRun } from "./run-record";
import { isRefused, refusal } from "./run-refusal";
import { ownFingerprint, runView } from "./run-view";
import type { RunSummary } from "./views";

/** What a run has led to, counted in the sheet as it is now. */
export function summariseRun(parts: RunParts, runId: string): RunSummary | Refusal {
  const run = readRun(parts.store, runId);
  if (!run) return refusal("RUN_GONE");
  const list = openToRead(parts.book, run);
  if (isRefused(list)) return list;
  const byStatus: Record<string, number> = {};
  let failed = 0;
  let foundValid = 0;
  const rules = rulesOf(run, list, parts.clock.nowMs());
  const lastRow = list.table.lastRow();
  for (const row of lastRow > 0 ? readWindow(list, 1, lastRow) : []) {
    if (readAnsweredFor(row.answeredFor)?.runId !== run.id) {
      if (judgeRow(row, rules).state === "foundValid") foundValid++;
      continue;
    }
    const status = list.kind.summaryOf(String(row.status));
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    if (isFailure(status)) failed++;
  }
  return {
    run: runView(parts, run, { sheetName: list.table.name(), fingerprint: ownFingerprint(parts) }),
    byStatus,
    failed,
    foundValid,
  };
}

/** Puts a table of the statuses with a chart into a new sheet. @returns its name */
export function insertChart(parts: RunParts, runId: string): { sheetName: string } | Refusal {
  const summary = summariseRun(parts, runId);
  if (isRefused(summary)) return summary;
  const statuses = Object.entries(summary.byStatus).sort(([, a], [, b]) => b - a);
  const rows = [["Status", "Rows"], ...statuses] as [string, string | number][];
  return { sheetName: parts.book.addChartSheet(`Summary of ${summary.run.columnName}`, rows) };
}
