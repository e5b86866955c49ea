import { MAX_BATCH_CALLS, nextWaitMs } from "../pacing/pace";
import { questionId } from "../pacing/turns";
import type { Outcome } from "../service/client";
import { type Failure, isAccountFailure, isCutOff, isSurelyUndone, retryReason, ServiceError } from "../service/errors";
import type { Operation } from "../service/operations";
import type { VerdictSwitches } from "../service/verdict";
import type { Clock, PaidService } from "../world";
import { type CacheParts, openAnswerCache } from "./answer-cache";
import type { DailyCredits } from "./daily-credits";
import type { QuestionKind } from "./questions";
import { openTurnDesk, servedName } from "./turn-desk";

export interface FormulaEnvironment extends CacheParts {
  clock: Clock;
  startedMs: number;
  /** A short random name of small letters and digits. */
  newId(): string;
  /**
   * Reads the key. Formulas that are answered from the cache never need it.
   * @throws ServiceError with `NO_API_KEY`
   */
  openService(): FormulaService;
  /** How the owner of the sheet wants addresses judged; read once, as that is a call of its own. */
  verdictSwitches(): VerdictSwitches;
}

/** The service with the key that this execution may use. */
export interface FormulaService extends PaidService {
  credits: DailyCredits;
  /** Entries to keep in the cache beside answers: the fingerprint of the key. */
  cacheEntries: Record<string, string>;
}

export type Answer<Known> =
  /** `isFresh` when this execution has asked. */
  | { state: "known"; known: Known; isFresh: boolean }
  /** The service's last word. */
  | { state: "failed"; error: ServiceError }
  /** Worth asking again: time was up, or the obstacle may go away. */
  | { state: "unfinished"; reason: ServiceError | null };

/** A question that is not answered yet. */
interface Open {
  key: string;
  text: string;
  /** Its name among the claims. */
  id: string;
  /** The id that a domain search gave for the address. */
  anonId: string | null;
  attempts: number;
  notBeforeMs: number;
  /** Sent alone, not in a batch. */
  isAlone: boolean;
  /** The start of the turn in which another execution asks it; `null` if none does. */
  claimedMs: number | null;
  /** The start of a claim that no longer counts: this execution's own, or a dead one. Its cost is counted already. */
  supersededMs: number | null;
}

/** The wait between two looks for an answer that another execution is getting. */
const LOOK_EVERY_MS = 800;

/** The service answers a verification within 10 s: an answer that has not come by then is not coming. */
const CLAIM_DIES_AFTER_MS = 13_000;

/** Google kills a custom function 30 s after its start, without running `finally`: this leaves time to answer. */
const ANSWER_WITHIN_MS = 26_000;

/** A verification may take 10 s, a domain search 5 s (service.response-times): calls start early enough for that. */
const LATEST_START_MS: Partial<Record<Operation, number>> = { "email-verifier": 15_000 };
const LATEST_START_OF_OTHERS_MS = 20_000;

/** No call of a formula that began at `startedMs` starts later. */
export const latestStart = (startedMs: number, operation: Operation): number =>
  startedMs + (LATEST_START_MS[operation] ?? LATEST_START_OF_OTHERS_MS);

/**
 * Answers distinct questions from the cache, and the rest by paced batches while there is time.
 * @param texts the questions by their keys
 * @param onlyIfFound keys that are asked only if a domain search has sent them as ids; else they get no answer
 * @returns an answer for every other key; never throws for what the service does
 */
export function askAll<Resource, Known>(
  environment: FormulaEnvironment,
  kind: QuestionKind<Resource, Known>,
  texts: Map<string, string>,
  onlyIfFound: Set<string> = new Set(),
): Map<string, Answer<Known>> {
  const answers = new Map<string, Answer<Known>>();
  if (texts.size === 0) return answers;
  const { clock, startedMs } = environment;
  const { operation, mostHalves } = kind;
  const latestStartMs = latestStart(startedMs, operation);
  const cache = openAnswerCache(environment, kind, texts.size > 1);
  const { found, anonIds, stop, others } = cache.read([...texts.keys()], [servedName(operation)]);
  for (const [key, known] of found) answers.set(key, { state: "known", known, isFresh: false });
  const asked = [...texts].filter(([key]) => !onlyIfFound.has(key) || anonIds.has(key));
  let open = asked
    .filter(([key]) => !found.has(key))
    .map(
      ([key, text]): Open => ({
        key,
        text,
        id: questionId(kind.name, key),
        // An id that is asked itself is known by itself.
        anonId: anonIds.get(key) === text ? null : (anonIds.get(key) ?? null),
        attempts: 0,
        notBeforeMs: 0,
        isAlone: kind.asksAlone(text),
        claimedMs: null,
        supersededMs: null,
      }),
    );
  if (open.length === 0) return answers;
  let opened: FormulaService | null = null;
  const service = (): FormulaService => {
    opened ??= environment.openService();
    return opened;
  };
  const awaitTurn = openTurnDesk({ ...environment, operation, service, served: others[servedName(operation)] });
  const reason = stop ? errorOf(stop) : askOpen();
  for (const [key] of asked) if (!answers.has(key)) answers.set(key, { state: "unfinished", reason });
  return answers;

  /**
   * Asks in paced batches until all is answered or time is up.
   * @returns the failure of the account that has ended it, if there is one
   */
  function askOpen(): ServiceError | null {
    try {
      for (;;) {
        const batch = readyBatch();
        if (batch.length > 0) {
          const superseded: Record<string, number> = {};
          for (const { id, supersededMs } of batch) if (supersededMs !== null) superseded[id] = supersededMs;
          const turn = awaitTurn({ ids: batch.map(({ id }) => id), latestStartMs, superseded, mostHalves });
          for (const question of batch) {
            question.claimedMs = turn.claimed.find(({ id }) => id === question.id)?.startMs ?? null;
          }
          const granted = batch.filter(({ id }) => turn.granted.includes(id));
          if (granted.length > 0) {
            const failure = send(granted, turn.startMs);
            if (failure) return failure;
          } else if (turn.isCapped) return capped(service().credits);
          // No turn comes in time: only questions that others ask can still be answered.
          else if (turn.claimed.length === 0) open = open.filter(({ claimedMs }) => claimedMs !== null);
        } else {
          const waitMs = untilNext();
          if (waitMs === null || clock.nowMs() + waitMs > startedMs + ANSWER_WITHIN_MS) return null;
          clock.sleep(waitMs);
        }
        lookForOthersAnswers();
      }
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }

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

  function close(key: string, answer: Answer<Known>): void {
    answers.set(key, answer);
    open = open.filter((each) => each.key !== key);
  }

  /**
   * Sends a batch whose turn has come, keeps its answers, and leaves open questions that may be answered later.
   * @returns the failure of the account that every other call would meet, if there is one
   */
  function send(batch: Open[], startMs: number): ServiceError | null {
    const { client, credits, cacheEntries, limiterOf } = service();
    const reservedHalves = batch.filter(({ supersededMs }) => supersededMs === null).length * mostHalves;
    const outcomes = client.askAll(batch.map(({ text, anonId }) => kind.call(text, anonId)));
    const known = new Map<string, Known>();
    const failures = new Map<string, ServiceError>();
    let chargedHalves = 0;
    batch.forEach((question, i) => {
      const outcome = outcomes[i] as Outcome<Resource>;
      question.supersededMs = startMs;
      const answer = outcome.ok ? kind.known(outcome.result, question.text, clock.nowMs()) : null;
      if (answer !== null) {
        known.set(question.key, answer);
        chargedHalves += kind.halves(answer);
        return;
      }
      // An answer about another address is as good as none.
      const error = outcome.ok ? new ServiceError("UNREADABLE_ANSWER") : outcome.error;
      if (!isSurelyUndone(error)) chargedHalves += mostHalves;
      if (!leaveOpen(question, outcome, batch.length)) failures.set(question.key, error);
    });

    const refund = credits.refund(environment.newId(), reservedHalves - chargedHalves);
    cache.keep(known, { ...cacheEntries, ...refund });
    cache.keepFailures(failures);
    for (const [key, answer] of known) close(key, { state: "known", known: answer, isFresh: true });
    for (const [key, error] of failures) close(key, settled(error));
    const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.status === 429).length;
    if (refused > 0) limiterOf(operation).noteRefusals(refused);
    const failure = accountFailure([...failures.values()], known.size > 0);
    if (failure) cache.stop(failure);
    return failure;
  }

  /** Leaves a question open when another attempt may help and there is time for it. */
  function leaveOpen(question: Open, outcome: Outcome<Resource>, batchCalls: number): boolean {
    const error = outcome.ok ? null : outcome.error;
    const reason = error ? retryReason(error) : null;
    if (question.anonId !== null && reason === null && !(error && isAccountFailure(error))) {
      // The id belongs to another address by now, or to none: the address itself is asked.
      question.anonId = null;
      return clock.nowMs() <= latestStartMs;
    }
    const waitMs = nextWaitMs(reason, ++question.attempts);
    if (waitMs === null || clock.nowMs() + waitMs > latestStartMs) return false;
    question.notBeforeMs = clock.nowMs() + waitMs;
    // Calls of a lost batch are sent again singly: one lost answer loses all.
    question.isAlone ||= batchCalls > 1 && error?.code === "NO_ANSWER";
    return true;
  }

  function lookForOthersAnswers(): void {
    const waiting = open.filter(({ claimedMs }) => claimedMs !== null);
    if (waiting.length === 0) return;
    const { found, failures } = cache.read(waiting.map(({ key }) => key));
    const deadMs = Math.max(clock.nowMs() - CLAIM_DIES_AFTER_MS, cache.forgottenMs());
    for (const question of waiting) {
      const claimedMs = question.claimedMs as number;
      const known = found.get(question.key);
      const [failedMs, kept] = failures.get(question.key) ?? [0, null];
      // The failure of an earlier attempt says nothing about the one under way.
      const failure = failedMs >= claimedMs ? kept : null;
      if (known !== undefined) close(question.key, { state: "known", known, isFresh: false });
      else if (failure && retryReason(failure) === null) close(question.key, settled(errorOf(failure)));
      // That execution has failed to ask it.
      else if (failure || claimedMs < deadMs) Object.assign(question, { claimedMs: null, supersededMs: claimedMs });
    }
  }
}

const errorOf = ({ code, status, detail }: Failure): ServiceError => new ServiceError(code, status, detail);

function capped({ capHalves }: DailyCredits): ServiceError {
  if (!capHalves) return new ServiceError("FORMULAS_OFF");
  const credits = capHalves / 2;
  const detail = `${credits} ${credits === 1 ? "credit" : "credits"} a day`;
  return new ServiceError("FORMULAS_CAPPED", null, detail);
}

/** The answer to a question that is not asked again. */
function settled(error: ServiceError): Answer<never> {
  const canChange = retryReason(error) !== null || isAccountFailure(error);
  return canChange ? { state: "unfinished", reason: error } : { state: "failed", error };
}

/** A refused key affects every call; so does an empty account, unless something was free. */
function accountFailure(errors: ServiceError[], hasAnswers: boolean): ServiceError | null {
  return errors.find(isCutOff) ?? (hasAnswers ? null : (errors.find(isAccountFailure) ?? null));
}
