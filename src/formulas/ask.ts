import type { Limiter } from "../pacing/limiter";
import { MAX_BATCH_CALLS, nextWaitMs } from "../pacing/pace";
import type { Outcome, ServiceClient } from "../service/client";
import { isAccountFailure, isKeyFailure, retryReason, ServiceError } from "../service/errors";
import type { Operation } from "../service/operations";
import type { Clock } from "../world";
import { type AnswerCache, type CacheParts, openAnswerCache } from "./answer-cache";
import type { DailyCredits } from "./daily-credits";
import { claimId, type QuestionKind } from "./questions";
import { openTurnDesk, servedName } from "./turn-desk";

/** Everything a formula needs of the world. */
export interface FormulaEnvironment extends CacheParts {
  clock: Clock;
  /** When this execution began. */
  startedMs: number;
  /** A short random name of small letters and digits. */
  newId(): string;
  /**
   * Reads the key, which a formula that is answered from the cache never needs.
   * @throws ServiceError with `NO_API_KEY`
   */
  openService(): OpenService;
}

/** The service with the key that this execution may use. */
export interface OpenService {
  client: ServiceClient;
  limiterOf(operation: Operation): Limiter;
  credits: DailyCredits;
  /** Names the key without giving it away. */
  fingerprint: string;
  /** Entries left in the cache beside answers: the fingerprint of the key. */
  cacheMarks: Record<string, string>;
}

/** The answer to a question, or its failure. */
export type Answer<Known> =
  /** `isFresh` when this execution has asked. */
  | { state: "known"; known: Known; isFresh: boolean }
  /** The service's last word. */
  | { state: "failed"; error: ServiceError }
  /** To be asked again: time was up, or something stands in the way that can change. */
  | { state: "unfinished"; reason: ServiceError | null };

/** A question that is not answered yet. */
interface Open {
  key: string;
  text: string;
  /** Its name among the claims. */
  id: string;
  /** The id that a domain search gave for the address. */
  anonId: string | null;
  /** The failures up to now. */
  attempts: number;
  notBeforeMs: number;
  /** Sent by itself, not in a batch. */
  isAlone: boolean;
  /** The start of the turn with which another execution asks it; `null` when nobody does. */
  claimedMs: number | null;
  /** The start of a claim that no longer counts: this execution's own, or a dead one. */
  supersededMs: number | null;
}

/** Between two looks for an answer that another execution is getting. */
const LOOK_EVERY_MS = 800;

/** The service answers a verification within 10 s: an answer that has not come by then is not coming. */
const CLAIM_DIES_AFTER_MS = 13_000;

/**
 * Answers distinct questions: from the cache what is there, the rest by paced batches while there is time.
 * @param texts the questions by their keys
 * @returns an answer for every key; never throws for what the service does
 */
export function askAll<Resource, Known>(
  environment: FormulaEnvironment,
  kind: QuestionKind<Resource, Known>,
  texts: Map<string, string>,
): Map<string, Answer<Known>> {
  const answers = new Map<string, Answer<Known>>();
  if (texts.size === 0) return answers;
  const cache = openAnswerCache(environment, kind, texts.size > 1);
  const { found, anonIds, stop, others } = cache.look([...texts.keys()], [servedName(kind.operation)]);
  for (const [key, known] of found) answers.set(key, { state: "known", known, isFresh: false });

  const missing = [...texts].filter(([key]) => !answers.has(key));
  if (missing.length === 0) return answers;
  const questions = missing.map(([key, text]) => newQuestion(kind, key, text, anonIds.get(key) ?? null));
  const reason = stop ? new ServiceError(stop) : askMissing(environment, kind, cache, questions, answers, others);
  for (const [key] of missing) if (!answers.has(key)) answers.set(key, { state: "unfinished", reason });
  return answers;
}

function newQuestion<Resource, Known>(
  kind: QuestionKind<Resource, Known>,
  key: string,
  text: string,
  anonId: string | null,
): Open {
  return {
    key,
    text,
    // Of a long list only a few are asked at a time: the names of the others are never needed.
    get id() {
      return claimId(kind, key);
    },
    anonId,
    attempts: 0,
    notBeforeMs: 0,
    isAlone: kind.asksAlone(text),
    claimedMs: null,
    supersededMs: null,
  };
}

/**
 * Asks in paced batches until all is answered or time is up.
 * @returns why nothing more was asked, when it is the account's fault
 */
function askMissing<Resource, Known>(
  environment: FormulaEnvironment,
  kind: QuestionKind<Resource, Known>,
  cache: AnswerCache<Known>,
  questions: Open[],
  answers: Map<string, Answer<Known>>,
  entries: Record<string, string>,
): ServiceError | null {
  const { clock } = environment;
  const deadline = formulaDeadline(environment.startedMs);
  const latestStartMs = deadline.latestStartMs(kind.operation);
  let opened: OpenService | null = null;
  const service = (): OpenService => {
    opened ??= environment.openService();
    return opened;
  };
  const desk = openTurnDesk({
    ...environment,
    operation: kind.operation,
    service,
    served: entries[servedName(kind.operation)],
  });
  let open = questions;

  try {
    for (;;) {
      const batch = readyBatch();
      if (batch.length > 0) {
        const superseded = new Map(
          batch.flatMap(({ id, supersededMs }): [string, number][] =>
            supersededMs === null ? [] : [[id, supersededMs]],
          ),
        );
        const ids = batch.map(({ id }) => id);
        const turn = desk.awaitTurn({ ids, latestStartMs, superseded, mostHalves: kind.mostHalves });
        for (const { id, startMs } of turn.claimed)
          for (const each of batch) if (each.id === id) each.claimedMs = startMs;
        const granted = batch.filter(({ id }) => turn.granted.includes(id));
        if (granted.length > 0) {
          const failure = send(granted, turn.startMs);
          if (failure) return failure;
        } else if (turn.isCapped) return capped(service().credits);
        else if (turn.claimed.length === 0) open = open.filter(({ claimedMs }) => claimedMs !== null);
      } else {
        const waitMs = untilNext();
        if (waitMs === null || clock.nowMs() + waitMs > deadline.answerByMs) return null;
        clock.sleep(waitMs);
      }
      if (open.some(({ claimedMs }) => claimedMs !== null)) lookForOthersAnswers();
    }
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }

  /** The next questions to be sent together. */
  function readyBatch(): Open[] {
    const nowMs = clock.nowMs();
    const ready = open.filter(({ claimedMs, notBeforeMs }) => claimedMs === null && notBeforeMs <= nowMs);
    const [first] = ready;
    return first?.isAlone ? [first] : ready.filter(({ isAlone }) => !isAlone).slice(0, MAX_BATCH_CALLS);
  }

  /** `null` when nothing is left. */
  function untilNext(): number | null {
    const waits = open.map(({ claimedMs, notBeforeMs }) =>
      claimedMs === null ? notBeforeMs - clock.nowMs() : LOOK_EVERY_MS,
    );
    return waits.length > 0 ? Math.max(0, Math.min(...waits)) : null;
  }

  function close(question: Open, answer: Answer<Known>): void {
    answers.set(question.key, answer);
    open = open.filter((each) => each !== question);
  }

  /**
   * Sends a batch whose turn has come, keeps what is answered, and leaves open what may be answered later.
   * @returns the account's fault that every other call would meet, if there is one
   */
  function send(batch: Open[], startMs: number): ServiceError | null {
    const { client, credits, cacheMarks } = service();
    const paid = batch.filter(({ supersededMs }) => supersededMs === null).length * kind.mostHalves;
    const outcomes = client.askAll(batch.map(({ text, anonId }) => kind.call(text, anonId)));
    const known = new Map<string, Known>();
    const failures = new Map<string, ServiceError>();
    let chargedHalves = 0;
    batch.forEach((question, i) => {
      const outcome = outcomes[i];
      if (!outcome) return;
      question.supersededMs = startMs;
      const answer = outcome.ok ? kind.known(outcome.result, question.text, clock.nowMs()) : null;
      chargedHalves += halvesOf(kind, outcome, answer);
      if (answer !== null) known.set(question.key, answer);
      else if (!leaveOpen(question, outcome, batch.length)) failures.set(question.key, failureOf(outcome));
    });

    const refund = credits.refund(environment.newId(), paid - chargedHalves);
    cache.keep(known, { ...cacheMarks, ...refund });
    cache.noteFailures(failures);
    for (const question of batch) {
      const answer = known.get(question.key);
      const error = failures.get(question.key);
      if (answer !== undefined) close(question, { state: "known", known: answer, isFresh: true });
      else if (error) close(question, settle(error));
    }
    const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.status === 429).length;
    if (refused > 0) service().limiterOf(kind.operation).noteRefusals(refused);
    const failure = accountFailure([...failures.values()], known.size > 0);
    if (failure) cache.stop(failure);
    return failure;
  }

  /** Leaves a question open when another attempt may help and there is time for it. */
  function leaveOpen(question: Open, outcome: Outcome<Resource>, batchCalls: number): boolean {
    const error = outcome.ok ? null : outcome.error;
    const reason = error ? retryReason(error) : null;
    if (question.anonId !== null && reason === null && !(error && isAccountFailure(error))) {
      // The id is another address's by now, or none: the address itself is asked.
      question.anonId = null;
      return clock.nowMs() <= latestStartMs;
    }
    const waitMs = nextWaitMs(reason, ++question.attempts);
    if (waitMs === null || clock.nowMs() + waitMs > latestStartMs) return false;
    question.notBeforeMs = clock.nowMs() + waitMs;
    // Calls that were sent together with a lost answer are sent again singly: one lost answer loses all.
    question.isAlone ||= batchCalls > 1 && error?.code === "NO_ANSWER";
    return true;
  }

  function lookForOthersAnswers(): void {
    const waiting = open.filter(({ claimedMs }) => claimedMs !== null);
    const { found, failures } = cache.look(waiting.map(({ key }) => key));
    const deadMs = Math.max(clock.nowMs() - CLAIM_DIES_AFTER_MS, cache.forgottenMs());
    for (const question of waiting) {
      const claimedMs = question.claimedMs as number;
      const known = found.get(question.key);
      const noted = failures.get(question.key);
      if (known !== undefined) close(question, { state: "known", known, isFresh: false });
      // The failure of an earlier attempt says nothing about the one under way.
      else if (noted && noted.atMs >= claimedMs && retryReason(noted.failure) === null) {
        close(question, settle(new ServiceError(noted.failure)));
      } else if (claimedMs < deadMs || (noted && noted.atMs >= claimedMs)) {
        // That execution has failed to ask it.
        Object.assign(question, { claimedMs: null, supersededMs: claimedMs });
      }
    }
  }
}

/** Charged for a call at most, in half credits. A refusal is certainly not charged; a lost answer may be. */
function halvesOf<Resource, Known>(
  kind: QuestionKind<Resource, Known>,
  outcome: Outcome<unknown>,
  answer: Known | null,
): number {
  if (answer !== null) return kind.halves(answer);
  const isRefused = !outcome.ok && outcome.error.status !== null && outcome.error.status < 500;
  return isRefused && !outcome.ok && outcome.error.code !== "UNREADABLE_ANSWER" ? 0 : kind.mostHalves;
}

function capped({ capHalves }: DailyCredits): ServiceError {
  const credits = (capHalves ?? 0) / 2;
  const detail = `${credits} ${credits === 1 ? "credit" : "credits"} a day`;
  return new ServiceError({ code: "FORMULAS_CAPPED", status: null, detail });
}

const failureOf = (outcome: Outcome<unknown>): ServiceError =>
  outcome.ok ? new ServiceError({ code: "UNREADABLE_ANSWER", status: null, detail: "" }) : outcome.error;

/** Closes a question with its failure, once it is no longer retried. */
function settle(error: ServiceError): Answer<never> {
  const canChange = retryReason(error) !== null || isAccountFailure(error);
  return canChange ? { state: "unfinished", reason: error } : { state: "failed", error };
}

/** A refused key meets every call; so does an empty account, unless something was free. */
function accountFailure(errors: ServiceError[], hasAnswers: boolean): ServiceError | null {
  return errors.find(isKeyFailure) ?? (hasAnswers ? null : (errors.find(isAccountFailure) ?? null));
}

/** Google ends a custom function 30 s after its start without running `finally`: this leaves room to answer. */
const ANSWER_WITHIN_MS = 26_000;

/** An operation may take so long (service.response-times): calls start early enough to be answered in time. */
const LATEST_START_MS: Record<string, number> = {
  // up to 10 s
  "email-verifier": 15_000,
  // up to 5 s
  "domain-search": 20_000,
};
const LATEST_START_OF_OTHERS_MS = 20_000;

/** When a formula's execution has to be done with what. */
export interface Deadline {
  /** No call of this operation starts later. */
  latestStartMs(operation: string): number;
  /** Nothing is waited for after this. */
  answerByMs: number;
}

/** The deadline of a formula that started at `startedMs`. */
export const formulaDeadline = (startedMs: number): Deadline => ({
  latestStartMs: (operation) => startedMs + (LATEST_START_MS[operation] ?? LATEST_START_OF_OTHERS_MS),
  answerByMs: startedMs + ANSWER_WITHIN_MS,
});
