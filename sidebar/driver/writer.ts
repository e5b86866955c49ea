import type { Refusal } from "../../src/result";
import type { RowFill, SliceReport, SliceRequest } from "../../src/runs/slices";
import { noteUnwritten, type SliceParts } from "./slices";

/** Rows that are answered and wait to be written: so many more are not bought (a page that closes forgets them). */
const MOST_UNWRITTEN_ROWS = 400;

/** Emails are much longer than results: so many hold a slice's request to about a megabyte. */
const EMAILS_AT_ONCE = 5_000;
const LEAST_EMAILS_AT_ONCE = 250;

/** Another driver's slice writes for some seconds. One that has died over it is waited out by the server, for a minute. */
const BUSY_WAIT_MS = 3_000;
const MOST_BUSY_IN_A_ROW = 40;
const MOST_BUSY_WHILE_ASKING = 3;

const BUSY: Refusal = {
  ok: false,
  code: "WRITER_BUSY",
  message: "The found emails are being written from somewhere else all the time.",
  remedy: "What is done is kept. Resume the run when the other one has ended.",
};

/**
 * The one lane that writes what the others have found: everything that has come since its last slice. What was bought
 * is kept until it stands in the sheet; written twice, it is found there and left alone.
 */
export function createWriter({ calls, runId, driverId, ...parts }: SliceParts) {
  const { questions, looks, ending, progress, costs } = parts;
  const failures = ending.watch();
  let underWay: RowFill[] = [];
  let isOver = false;
  let emailsAtOnce = EMAILS_AT_ONCE;
  let busy = 0;
  let hasFailed = false;

  async function write(): Promise<void> {
    underWay = questions.nextFill(emailsAtOnce);
    const request: SliceRequest = {
      runId,
      driverId,
      ask: [],
      fill: underWay,
      waitMs: busy > 0 ? BUSY_WAIT_MS : 0,
      ...costs.send(),
      held: looks.held(),
      isPrepared: parts.isPrepared(),
    };
    const result = await calls.runSlice(request);
    hasFailed = !result.ok;
    if (result.ok) {
      costs.arrive(result.data);
      take(request, result.data);
    } else {
      costs.lose(request);
      questions.putBack(request.fill);
      // It may have been too much for one execution.
      emailsAtOnce = Math.max(LEAST_EMAILS_AT_ONCE, emailsAtOnce / 2);
      isOver = !(await failures.waitOrEnd(result));
    }
    underWay = [];
  }

  function take(request: SliceRequest, report: SliceReport): void {
    failures.arrived();
    busy = report.isWriterBusy ? busy + 1 : 0;
    const stop = report.stop ?? (busy >= MOST_BUSY_IN_A_ROW ? BUSY : null) ?? noteUnwritten(request, report, questions);
    if (stop) ending.end("paused", stop);
    isOver = stop !== null;
    if (report.isWriterBusy) {
      questions.putBack(request.fill);
      return;
    }
    emailsAtOnce = EMAILS_AT_ONCE;
    progress.note(request, report);
    parts.onReport();
  }

  return {
    /** Whether there is something to write, and nothing being written. */
    mayBegin: () => !isOver && underWay.length === 0 && questions.toFill() > 0,
    /** Too much is bought and not written, or nothing can be written: nothing more is asked. */
    isBehind: () =>
      hasFailed || busy >= MOST_BUSY_WHILE_ASKING || questions.toFill() + underWay.length >= MOST_UNWRITTEN_ROWS,
    write,
  };
}
