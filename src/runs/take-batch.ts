import type { Limiter } from "../pacing/limiter";
import { questionId as nameFor } from "../pacing/question-id";
import { refusalOf } from "../refusal";
import { isAccountFailure, type ServiceError } from "../service/errors";
import type { Outcome } from "../service/read-answer";
import { findSilence } from "./find-silence";
import type { RunKind } from "./kind";
import { createQuestionBudget } from "./question-budget";
import type { RunParts, RunService } from "./run-parts";
import type { RunRecord } from "./run-record";
import { refusal } from "./run-refusal";
import type { SliceItem, SliceReport, SliceRequest } from "./slices";
import { readSpending, reserveOf } from "./spending";

/** A slice that gets no turn by then comes back: so long waits show that there are too many lanes. */
export const LATEST_START_MS = 30_000;

/** Whoever was given a turn so long ago and has written nothing is dead: 10 s to answer (specification 8.4) and to write. */
const CLAIM_DIES_AFTER_MS = 20_000;

/** Calls of the last minute count against the service's limits (specification 8.2). */
export const ACTIVE_LATELY_MS = 60_000;

/** Questions whose turn has come just now; their credits are reserved. */
export interface TakenBatch {
  parts: RunParts;
  run: RunRecord;
  service: RunService;
  limiter: Limiter;
  items: SliceItem[];
  startMs: number;
  /** Where to put what becomes of them. */
  report: SliceReport;
  /**
   * Tells what a question can have cost in this slice at most, where that is less than was reserved.
   * @param isAll also with everything that was asked of it before
   */
  noteCost(key: string, halves: number, isAll?: boolean): void;
}

/**
 * Waits for the turn of as many questions as go together: claim, credits and turn in one hold of the lock (design 3.7,
 * 3.10). What gets none is reported.
 */
export function takeBatch(
  parts: RunParts,
  service: RunService,
  run: RunRecord,
  { operation, halvesPerQuestion, questionId }: RunKind,
  request: SliceRequest,
  report: SliceReport,
): TakenBatch {
  const { clock, store } = parts;
  const isActive = () => readSpending(store, run.id).atMs > clock.nowMs() - ACTIVE_LATELY_MS;
  const limiter = service.limiterOf(operation, isActive);
  const superseded = new Map(
    request.ask.flatMap(({ key, lastStartMs }): [string, number][] =>
      lastStartMs === null ? [] : [[questionId(key), lastStartMs]],
    ),
  );
  const byId = new Map(request.ask.map((item) => [questionId(item.key), item]));
  // The service charges once for an address, once for an id of a domain search, and another team once more.
  const nameOf = (id: string): string => nameFor(run.keyFingerprint, id + (byId.get(id)?.anonId ?? ""));
  const budget = createQuestionBudget(store, run, { halvesPerQuestion, nameOf }, request, clock.nowMs);
  const askedMs = clock.nowMs();
  const wanted = { ids: [...byId.keys()], latestStartMs: askedMs + LATEST_START_MS, superseded, by: "run" as const };
  let turn = limiter.awaitTurn(wanted, { reserve: reserveOf(budget) });
  const deadMs = Math.max(clock.nowMs() - CLAIM_DIES_AFTER_MS, run.leftMs);
  const dead = turn.claimed.filter(({ startMs }) => startMs <= deadMs);
  if (turn.granted.length === 0 && dead.length > 0) {
    for (const { id, startMs } of dead) superseded.set(id, startMs);
    turn = limiter.awaitTurn(wanted, { reserve: reserveOf(budget) });
  }
  report.waitedMs = clock.nowMs() - askedMs;
  report.batchCalls = limiter.pace.batchCalls;
  report.isShared = turn.isShared;
  const items = turn.granted.map((id) => byId.get(id) as SliceItem);
  const claimed = new Set(turn.claimed.map(({ id }) => byId.get(id)?.key));
  for (const item of request.ask) {
    if (!items.includes(item))
      report.answers.push({ key: item.key, state: claimed.has(item.key) ? "claimed" : "unasked" });
  }
  if (budget.isBooked) Object.assign(report, { costs: [], freeAnswers: 0 });
  if (budget.isExhausted) report.stop = refusal("CAP_REACHED");
  const noteCost = (key: string, halves: number, isAll = false): void => {
    report.costs.push(...budget.costOf(questionId(key), halves, isAll));
  };
  return { parts, run, service, limiter, items, startMs: turn.startMs, report, noteCost };
}

/** Slows everybody down after 429s, and stops for what no other call would get past. */
export function noteOutcomes({ service, limiter, report }: TakenBatch, outcomes: Outcome<unknown>[]): void {
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const refused = errors.filter(({ status }) => status === 429).length;
  if (refused > 0) limiter.noteRefusals(refused);
  const isSilent = errors.length === outcomes.length && errors.every(({ code }) => code === "NO_ANSWER");
  const ofAccount = errors.find(isAccountFailure);
  if (ofAccount) report.stop = refusalOf(ofAccount);
  const silence = isSilent ? findSilence(service) : null;
  if (silence) report.silence = refusalOf(silence);
}

/** Whether a call was certainly not done, and so not charged either. */
export const isSurelyUndone = ({ status, code }: ServiceError): boolean =>
  status !== null && status < 500 && code !== "UNREADABLE_ANSWER";
