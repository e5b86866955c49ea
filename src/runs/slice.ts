import { nextWaitMs } from "../pacing/retry";
import { refusalOf } from "../refusal";
import type { Refusal } from "../result";
import { isAccountFailure, retryReason, ServiceError } from "../service/errors";
import { readAccount } from "../service/operations";
import type { Outcome } from "../service/read-answer";
import type { EmailVerification } from "../service/resources";
import { type Filing, fileAnswers } from "./file-answers";
import { failureCell } from "./judge-row";
import { renewLease } from "./leases";
import { openForRun } from "./open-for-run";
import type { RunParts, RunService } from "./run-parts";
import { type RunRecord, readRun } from "./run-record";
import { isRefused, notRunning, refusal } from "./run-refusal";
import type { RowFill, SliceAnswer, SliceItem, SliceReport, SliceRequest } from "./slices";
import { createBudget, readSpending } from "./spending";
import {
  HALVES_PER_VERIFICATION,
  isAnswerTo,
  verificationCall,
  verificationCells,
  verificationId,
} from "./verification";

/** A slice that gets no turn by then comes back: so long waits show that there are too many lanes. */
const LATEST_START_MS = 30_000;

/** Whoever was given a turn so long ago and has written nothing is dead: 10 s to answer (specification 8.4) and to write. */
const CLAIM_DIES_AFTER_MS = 20_000;

/** Calls of the last minute count against the service's limits (specification 8.2). */
const ACTIVE_LATELY_MS = 60_000;

/** Asks one batch and writes it: claim, turn, `fetchAll`, write (design 3.6 to 3.8). */
export function runSlice(parts: RunParts, request: SliceRequest): SliceReport | Refusal {
  const { clock, cache, store } = parts;
  const run = readRun(store, request.runId);
  if (!run) return refusal("RUN_GONE");
  if (run.state !== "running") return notRunning(run);
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  renewLease(cache, run.id, request.driverId, request.held, clock.nowMs());
  const report: SliceReport = {
    ...{
      answers: [],
      writtenRows: 0,
      lostKeys: [],
      refusedCells: 0,
      waitedMs: 0,
      batchCalls: 0,
      isShared: false,
      stop: null,
    },
    unspentHalves: request.unspentHalves,
    freeAnswers: request.freeAnswers,
    ...{ emailsWritten: 0, alreadyThere: 0, isWriterBusy: false },
  };
  if (request.ask.length > 0) {
    const service = openForRun(parts, run);
    if (isRefused(service)) return { ...report, stop: service };
    ask(parts, service, run, request, report);
  }
  const fills = [...request.fill, ...answerRows(request.ask, report.answers)];
  const filing = fills.length > 0 ? fileAnswers(parts, run, fills, request.isPrepared) : null;
  if (filing) noteFiling(report, filing);
  return report;
}

function noteFiling(report: SliceReport, filing: Filing | Refusal): void {
  if (isRefused(filing)) {
    report.stop = filing;
    return;
  }
  const { writtenRows, lostKeys, refusedCells, protectedWords } = filing;
  Object.assign(report, { writtenRows, lostKeys, refusedCells });
  if (protectedWords !== null) report.stop = refusal("PROTECTED", protectedWords);
}

/** A result for every row of an item, once there is one. */
function answerRows(items: SliceItem[], answers: SliceAnswer[]): RowFill[] {
  return answers.flatMap((answer) => {
    const isFinal = answer.state === "answered" || (answer.state === "failed" && answer.retryMs === null);
    const rows = items.find(({ key }) => key === answer.key)?.rows ?? [];
    return isFinal ? rows.map((row) => ({ row, key: answer.key, cells: answer.cells })) : [];
  });
}

function ask(parts: RunParts, service: RunService, run: RunRecord, request: SliceRequest, report: SliceReport): void {
  const { clock, store } = parts;
  const isActive = () => readSpending(store, run.id).atMs > clock.nowMs() - ACTIVE_LATELY_MS;
  const limiter = service.limiterOf("email-verifier", isActive);
  const budget = createBudget(store, run, HALVES_PER_VERIFICATION, request, clock.nowMs);
  const superseded = new Map(
    request.ask.flatMap(({ key, lastStartMs }): [string, number][] =>
      lastStartMs === null ? [] : [[verificationId(key), lastStartMs]],
    ),
  );
  const byId = new Map(request.ask.map((item) => [verificationId(item.key), item]));
  const askedMs = clock.nowMs();
  const wanted = { ids: [...byId.keys()], latestStartMs: askedMs + LATEST_START_MS, superseded, by: "run" as const };
  let turn = limiter.awaitTurn(wanted, budget);
  const dead = turn.claimed.filter(({ startMs }) => startMs < clock.nowMs() - CLAIM_DIES_AFTER_MS);
  if (turn.granted.length === 0 && dead.length > 0) {
    for (const { id, startMs } of dead) superseded.set(id, startMs);
    turn = limiter.awaitTurn(wanted, budget);
  }
  report.waitedMs = clock.nowMs() - askedMs;
  report.batchCalls = limiter.pace.batchCalls;
  report.isShared = turn.isShared;
  const granted = turn.granted.map((id) => byId.get(id) as SliceItem);
  const claimed = new Set(turn.claimed.map(({ id }) => byId.get(id)?.key));
  for (const item of request.ask) {
    if (!granted.includes(item))
      report.answers.push({ key: item.key, state: claimed.has(item.key) ? "claimed" : "unasked" });
  }
  if (budget.isBooked) Object.assign(report, { unspentHalves: 0, freeAnswers: 0 });
  if (budget.isExhausted) report.stop = refusal("CAP_REACHED");
  if (granted.length === 0) return;

  const outcomes = service.client.askAll(granted.map(verificationCall));
  granted.forEach((item, i) => {
    report.answers.push(readOutcome(run, item, turn.startMs, outcomes[i] as Outcome<EmailVerification>, report));
  });
  const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.status === 429).length;
  if (refused > 0) limiter.noteRefusals(refused);
  report.stop = stopAfter(service, outcomes) ?? report.stop;
}

function readOutcome(
  run: RunRecord,
  item: SliceItem,
  startMs: number,
  outcome: Outcome<EmailVerification>,
  report: SliceReport,
): SliceAnswer {
  const { key } = item;
  if (outcome.ok) {
    if (outcome.result.free === true) {
      report.unspentHalves += HALVES_PER_VERIFICATION;
      report.freeAnswers++;
    }
    // The id was another address's: the address itself is asked.
    if (!isAnswerTo(item, outcome.result))
      return { key, state: "failed", code: "OTHER_EMAIL", cells: [], retryMs: 0, startMs };
    const cells = verificationCells(outcome.result, run.fields);
    return { key, state: "answered", cells, isFree: outcome.result.free === true };
  }
  const { error } = outcome;
  // What certainly was not done was not charged either.
  if (error.status !== null && error.status < 500 && error.code !== "UNREADABLE_ANSWER")
    report.unspentHalves += HALVES_PER_VERIFICATION;
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const retryMs = nextWaitMs(retryReason(error), item.attempts + 1);
  return { key, state: "failed", code: error.code, cells: [failureCell(error.code)], retryMs, startMs };
}

/** What no other call would get past: the account's failures, and a service that does not answer at all. */
function stopAfter(service: RunService, outcomes: Outcome<EmailVerification>[]): SliceReport["stop"] {
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const ofAccount = errors.find(isAccountFailure);
  if (ofAccount) return refusalOf(ofAccount);
  if (errors.length < outcomes.length || !errors.every(({ code }) => code === "NO_ANSWER")) return null;
  // One free question tells a lost batch from a service that cannot be reached (design 3.12).
  const [probe] = service.client.askAll([readAccount()]);
  if (!probe || probe.ok || probe.error.code !== "NO_ANSWER") return null;
  return refusalOf(new ServiceError({ code: "NO_ANSWER", status: null, detail: probe.error.detail }));
}
