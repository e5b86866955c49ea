import type { RowFill, SliceReport, SliceRequest } from "../../src/runs/slices";

/** What the user sees of a run while it goes on. */
export interface RunProgress {
  /** Rows that have got a result, by what their status says; failures by their code. */
  byStatus: Record<string, number>;
  /** Rows that have got a result. */
  rows: number;
  /** Distinct addresses that have got an answer. */
  answered: number;
  freeAnswers: number;
  /** At most, by this driver. */
  spentHalves: number;
  refusedCells: number;
  lost: number;
  /** Answers in the last minute. */
  perMinute: number;
  lanes: number;
}

const MINUTE_MS = 60_000;

/** The first answers come all at once: a speed derived from them alone would promise too much. */
const LEAST_MS = 15_000;

/** Adds up what slices report. */
export function createProgress(nowMs: () => number) {
  const startedMs = nowMs();
  let recent: { atMs: number; answers: number }[] = [];
  const total = { rows: 0, answered: 0, freeAnswers: 0, spentHalves: 0, refusedCells: 0, lost: 0 };
  const byStatus: Record<string, number> = {};

  const count = (cells: RowFill["cells"], rows: number): void => {
    const status = String(cells[0] ?? "");
    byStatus[status] = (byStatus[status] ?? 0) + rows;
  };

  return {
    note(request: SliceRequest, report: SliceReport): void {
      const rowsOf = new Map(request.ask.map(({ key, rows }) => [key, rows.length]));
      let answers = 0;
      for (const answer of report.answers) {
        if (answer.state === "answered") {
          answers++;
          total.freeAnswers += answer.isFree ? 1 : 0;
          total.spentHalves += answer.isFree ? 0 : 1;
          count(answer.cells, rowsOf.get(answer.key) ?? 0);
        } else if (answer.state === "failed" && answer.retryMs === null) {
          answers++;
          count(answer.cells, rowsOf.get(answer.key) ?? 0);
        }
      }
      for (const { cells } of request.fill) count(cells, 1);
      total.answered += answers;
      total.rows += report.writtenRows;
      total.refusedCells += report.refusedCells;
      total.lost += report.lostKeys.length;
      recent = [...recent.filter(({ atMs }) => atMs > nowMs() - MINUTE_MS), { atMs: nowMs(), answers }];
    },
    view(lanes: number): RunProgress {
      const passedMs = Math.min(MINUTE_MS, Math.max(LEAST_MS, nowMs() - startedMs));
      const answers = recent.reduce((sum, each) => sum + each.answers, 0);
      return { ...total, byStatus: { ...byStatus }, perMinute: Math.round((answers * MINUTE_MS) / passedMs), lanes };
    },
  };
}
