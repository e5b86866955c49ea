import type { Spent } from "../jobs/credits";
import type { Entry } from "../jobs/protocol";
import { type AnswerEntry, type AskReport, settledOf, type WriteReport, type WrittenView } from "../jobs/views";
import { withoutNumbers } from "../service/errors";
import { WITH_EMAILS } from "../service/result-words";

export interface JobProgress {
  /** Inputs with a result, by the words of their status; failed ones by their code. */
  byStatus: Record<string, number>;
  rows: number;
  answered: number;
  /** Answered questions whose results are in the sheet, or whose rows have left it. */
  done: number;
  /** `null` before the first answer. */
  spent: Spent | null;
  refusedCells: number;
  /** Questions whose rows were gone when they were to be written, and have not been found again. */
  lost: number;
  /** Emails that this driver found, and those that were in the sheet before. */
  emails: number;
  written: WrittenView | null;
  /** Recent answers a minute; `null` until that can be told. */
  perMinute: number | null;
  lanes: number;
  /** The code of the last failure while the service fails and answers nothing; else `null`. */
  failing: string | null;
}

const MINUTE_MS = 60_000;

/** Answers come in batches, at first in two waves, so a speed needs this much time and this many batches. */
const LEAST_MS = 28_000;
const LEAST_BATCHES = 4;

/** For a slower job, the speed is the average over its whole time, once that is this long. */
const LEAST_WHOLE_MS = 30_000;

/** The most that calls under way can cost counts as held. */
export function withUnderWay(spent: Spent, underWayHalves: number, capHalves: number | null): Spent {
  const settled = settledOf(spent);
  const most = capHalves === null ? Infinity : Math.max(0, capHalves - settled);
  const heldHalves = Math.max(spent.heldHalves, Math.min(underWayHalves, most));
  return { ...spent, halves: settled + heldHalves, heldHalves };
}

interface ProgressOptions {
  /** Pages have no status. */
  hasPages?: boolean;
  capHalves: number | null;
  /** Those that earlier drivers have put into the sheet. */
  emails?: number;
}

export function createProgress(nowMs: () => number, { hasPages = false, capHalves, emails = 0 }: ProgressOptions) {
  let recent: { atMs: number; answers: number }[] = [];
  const total = { rows: 0, refusedCells: 0, emails };
  /** Statuses by key, so that a result in several rows counts once. */
  const statuses = new Map<string, string>();
  const answered = new Set<string>();
  const done = new Set<string>();
  const lost = new Set<string>();
  const covered = new Set<string>();
  let spent: Spent | null = null;
  let spentAskNumber = 0;
  let written: WrittenView | null = null;
  /** Speed counts only answers after the first: nobody knows how long the first were on their way. */
  let firstMs: number | null = null;
  let afterFirst = 0;

  return {
    /** @param results of questions that are not asked again @param isEarly a short first call, which tells no speed */
    asked({ spent: told, askNumber }: AskReport, results: Map<string, AnswerEntry>, isEarly = false): void {
      for (const [key, { emails = [] }] of results) {
        answered.add(key);
        lost.delete(key);
        total.emails += emails.length;
      }
      const now = results.size;
      if (told && askNumber > spentAskNumber) {
        // Answers of earlier calls that came before this one may count as held in it.
        const settled = Math.max(settledOf(told), spent ? settledOf(spent) : 0);
        spent = { ...told, heldHalves: Math.max(0, told.halves - settled) };
        spentAskNumber = askNumber;
      }
      if (now === 0 || isEarly) return;
      recent = [...recent.filter(({ atMs }) => atMs > nowMs() - MINUTE_MS), { atMs: nowMs(), answers: now }];
      if (firstMs !== null) afterFirst += now;
      firstMs ??= nowMs();
    },
    wrote(entries: Entry[], report: WriteReport): void {
      const isWritten = new Set(report.writtenKeys);
      for (const { key, cells } of entries) {
        if (!isWritten.has(key) || hasPages) continue;
        const [first = ""] = cells;
        // Each number of emails would make a row of the table.
        statuses.set(key, typeof first === "number" ? WITH_EMAILS : withoutNumbers(String(first)));
      }
      total.rows += report.writtenRows;
      total.refusedCells += report.refusedCells;
      for (const key of report.lostKeys) lost.add(key);
      for (const key of report.coveredKeys) covered.add(key);
      for (const key of [...report.writtenKeys, ...report.lostKeys]) if (answered.has(key)) done.add(key);
      written = report.written ?? written;
    },
    rows: () => total.rows,
    /** @param sent as if these were written */
    doneWith: (sent: Entry[]) => new Set([...done, ...sent.flatMap(({ key }) => (answered.has(key) ? key : []))]).size,
    covered: () => covered.size,
    spent: () => spent,
    written: () => written,
    view(lanes: number, underWayHalves: number, failing: string | null = null): JobProgress {
      const [first, ...later] = recent.filter(({ atMs }) => atMs > nowMs() - MINUTE_MS);
      const speed = (answers: number, sinceMs: number): number =>
        Math.max(1, Math.round((answers * MINUTE_MS) / (nowMs() - sinceMs)));
      const answers = later.reduce((sum, each) => sum + each.answers, 0);
      const isLately = first !== undefined && nowMs() - first.atMs >= LEAST_MS && later.length >= LEAST_BATCHES;
      const isWhole = firstMs !== null && afterFirst > 0 && nowMs() - firstMs >= LEAST_WHOLE_MS;
      const perMinute = isLately ? speed(answers, first.atMs) : isWhole ? speed(afterFirst, firstMs ?? 0) : null;
      return {
        ...total,
        answered: answered.size,
        done: done.size,
        byStatus: countBy([...statuses.values()]),
        lost: lost.size,
        spent: spent && withUnderWay(spent, underWayHalves, capHalves),
        written,
        perMinute,
        lanes,
        failing,
      };
    },
  };
}

function countBy(texts: string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries(counts);
}
