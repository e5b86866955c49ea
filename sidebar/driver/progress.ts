import type { RowFill, SliceAnswer, SliceReport, SliceRequest } from "../../src/runs/slices";
import { halvesForEmails } from "../../src/service/domain-search";

/** What the user sees of a run while it goes on. */
export interface RunProgress {
  /** Rows that have got a result, by what their status says; failures by their code. */
  byStatus: Record<string, number>;
  /** Rows that have got a result. */
  rows: number;
  /** Distinct questions that have got an answer. */
  answered: number;
  freeAnswers: number;
  /** At most, by this driver. */
  spentHalves: number;
  refusedCells: number;
  /** Questions whose rows were gone when they were to be written, and have not been found again. */
  lost: number;
  /** Emails that were found. */
  emails: number;
  /** Found emails that stand in their sheet since, and those that stood there before. */
  emailsWritten: number;
  alreadyThere: number;
  /** Answers in the last minute. */
  perMinute: number;
  lanes: number;
}

const MINUTE_MS = 60_000;

/** The first answers come all at once: a speed derived from them alone would promise too much. */
const LEAST_MS = 15_000;

/** A number of emails is no status by which rows could be counted. */
const WITH_EMAILS = "with emails";

const ZERO = { rows: 0, answered: 0, freeAnswers: 0, spentHalves: 0, refusedCells: 0 };

/**
 * Adds up what slices report.
 * @param isFinding answers are written by slices of their own
 */
export function createProgress(nowMs: () => number, isFinding = false) {
  const startedMs = nowMs();
  let recent: { atMs: number; answers: number }[] = [];
  const total = { ...ZERO, emails: 0, emailsWritten: 0, alreadyThere: 0 };
  const byStatus: Record<string, number> = {};
  const lost = new Set<string>();

  const count = (cells: RowFill["cells"], rows: number): void => {
    const [first = ""] = cells;
    const status = typeof first === "number" ? WITH_EMAILS : String(first);
    byStatus[status] = (byStatus[status] ?? 0) + rows;
  };

  /** @returns whether the answer is final */
  function noteAnswer(answer: SliceAnswer, rows: number): boolean {
    if (answer.state !== "answered" && (answer.state !== "failed" || answer.retryMs !== null)) return false;
    // Rows of companies are counted when they are written.
    if (!isFinding) count(answer.cells, rows);
    if (answer.state === "failed") return true;
    const { isFree, emails } = answer;
    total.freeAnswers += isFree ? 1 : 0;
    if (!isFree) total.spentHalves += emails ? halvesForEmails(emails.length) : 1;
    total.emails += emails?.length ?? 0;
    return true;
  }

  return {
    note(request: SliceRequest, report: SliceReport): void {
      const rowsOf = new Map(request.ask.map(({ key, rows }) => [key, rows.length]));
      const answers = report.answers.filter((answer) => noteAnswer(answer, rowsOf.get(answer.key) ?? 0)).length;
      for (const { cells } of request.fill) count(cells, 1);
      total.answered += answers;
      total.rows += report.writtenRows;
      total.refusedCells += report.refusedCells;
      // What a sort has moved is found again later.
      for (const { key } of [...request.fill, ...request.ask]) lost.delete(key);
      for (const key of report.lostKeys) lost.add(key);
      total.emailsWritten += report.emailsWritten;
      total.alreadyThere += report.alreadyThere;
      recent = [...recent.filter(({ atMs }) => atMs > nowMs() - MINUTE_MS), { atMs: nowMs(), answers }];
    },
    view(lanes: number): RunProgress {
      const passedMs = Math.min(MINUTE_MS, Math.max(LEAST_MS, nowMs() - startedMs));
      const answers = recent.reduce((sum, each) => sum + each.answers, 0);
      const perMinute = Math.round((answers * MINUTE_MS) / passedMs);
      return { ...total, byStatus: { ...byStatus }, lost: lost.size, perMinute, lanes };
    },
  };
}
