import type { Refusal } from "../result";
import { type Filing, fileAnswers } from "./file-answers";
import { writeEmails } from "./find/write-emails";
import { askAgainLater } from "./find-silence";
import { kindOf } from "./kind";
import { renewLease } from "./leases";
import { openForRun } from "./open-for-run";
import type { RunParts } from "./run-parts";
import { readRun } from "./run-record";
import { isRefused, notRunning, refusal } from "./run-refusal";
import type { RowFill, SliceAnswer, SliceItem, SliceReport, SliceRequest } from "./slices";
import { takeBatch } from "./take-batch";

/** Asks one batch and writes it: claim, turn, `fetchAll`, write (design 3.6 to 3.8). */
export function runSlice(parts: RunParts, request: SliceRequest): SliceReport | Refusal {
  const { clock, cache, store } = parts;
  const run = readRun(store, request.runId);
  if (!run) return refusal("RUN_GONE");
  // What was found before somebody has ended the run is paid for.
  const isBought = run.find !== null && request.ask.length === 0;
  if (run.state !== "running" && !isBought) return notRunning(run);
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  renewLease(cache, run.id, request.driverId, request.held, clock.nowMs());
  const report: SliceReport = {
    answers: [],
    writtenRows: 0,
    lostKeys: [],
    refusedCells: 0,
    unwritten: [],
    unwrittenWords: "",
    waitedMs: 0,
    batchCalls: 0,
    isShared: false,
    stop: null,
    silence: null,
    costs: request.costs,
    freeAnswers: request.freeAnswers,
    emailsWritten: 0,
    alreadyThere: 0,
    isWriterBusy: false,
  };
  if (request.ask.length > 0) {
    const service = openForRun(parts, run);
    if (isRefused(service)) return { ...report, stop: service };
    const kind = kindOf(run);
    const batch = takeBatch(parts, service, run, kind, request, report);
    if (batch.items.length > 0) kind.ask(batch);
    if (report.silence) report.answers = report.answers.map(askAgainLater);
  }
  // Found emails come first: with its result beside it a company is done. Their slices come one after another.
  const fills = run.find ? request.fill : [...request.fill, ...answerRows(request.ask, report.answers)];
  if (fills.length === 0 || (run.find && !writeEmails(parts, run, run.find, request, report))) return report;
  noteFiling(report, fileAnswers(parts, run, fills, request.isPrepared));
  return report;
}

function noteFiling(report: SliceReport, filing: Filing | Refusal): void {
  if (isRefused(filing)) {
    report.stop = filing;
    return;
  }
  const { writtenRows, lostKeys, refusedCells, unwritten, words } = filing;
  Object.assign(report, { writtenRows, lostKeys, refusedCells, unwritten });
  if (unwritten.length > 0) report.unwrittenWords = words;
  if (filing.isProtected) report.stop = refusal("PROTECTED", words);
}

/** A result for every row of an item, once there is one. */
function answerRows(items: SliceItem[], answers: SliceAnswer[]): RowFill[] {
  return answers.flatMap((answer) => {
    const isFinal = answer.state === "answered" || (answer.state === "failed" && answer.retryMs === null);
    const rows = items.find(({ key }) => key === answer.key)?.rows ?? [];
    return isFinal ? rows.map((row) => ({ row, key: answer.key, cells: answer.cells })) : [];
  });
}
