import { type AskedText, halvesAtMost, type PaidService, tellRefusals } from "../asking/reply";
import type { Clock } from "../google";
import { MAX_BATCH_CALLS, nextWaitMs, questionId } from "../pacing/turns";
import { type Failure, isAccountFailure, isCutOff, isFault, retryReason, ServiceError } from "../service/errors";
import { SLOWEST_ANSWER_MS } from "../service/limits";
import type { Operation, Outcome } from "../service/operations";
import type { VerdictSwitches } from "../service/verdict";
import { type AnswerCache, type CacheParts, openAnswerCache } from "./answer-cache";
import type { DailyCredits } from "./daily-credits";
import type { QuestionKind } from "./questions";
import { openTurnDesk, servedName } from "./turn-desk";

export interface FormulaEnvironment extends CacheParts {
  clock: Clock;
  startedMs: number;
  newId(): string;
  /** Cached answers need no key, so this is called late. @throws ServiceError with `NO_API_KEY` */
  openService(): FormulaService;
  /** The owner's choices. They cost a call, so they are read once. */
  verdictSwitches(): VerdictSwitches;
}

export interface FormulaService extends PaidService {
  credits: DailyCredits;
  /** The fingerprint of the key, cached along with answers. */
  cacheEntries: Record<string, string>;
}

export type Answer<Known, Resource = unknown> =
  /** `whole` is the answer as it came; `null` if this execution has not asked. */
  | { state: "known"; known: Known; whole: Resource | null }
  /** Asking again would bring the same. */
  | { state: "failed"; error: ServiceError }
  /** The question is worth asking again: time was up, or the obstacle may go away. */
  | { state: "unfinished"; reason: ServiceError | null };

const LOOK_EVERY_MS = 800;

/** An answer is in the cache this soon after it has come. */
const CACHED_WITHIN_MS = 3_000;

/** An answer that is not in the cache by then is not coming. */
const CLAIM_DIES_AFTER_MS = SLOWEST_ANSWER_MS + CACHED_WITHIN_MS;

/** Google kills a custom function 30 s after its start, without running `finally`. This leaves time to answer. */
const ANSWER_WITHIN_MS = 26_000;

/** A verification may take 10 s, a domain search 5 s (service.response-times), so calls have to start early enough. */
const LATEST_START_MS: Partial<Record<Operation, number>> = { "email-verifier": 15_000 };
const LATEST_START_OF_OTHERS_MS = 20_000;

export const latestStart = (startedMs: number, operation: Operation): number =>
  startedMs + (LATEST_START_MS[operation] ?? LATEST_START_OF_OTHERS_MS);

/**
 * Answers from the cache, and the rest in paced batches while there is time. Never throws for what the service does.
 * @param onlyIfFound keys that are asked only if a domain search has sent them as ids; otherwise they get no answer
 */
export function askAll<Resource, Known>(
  environment: FormulaEnvironment,
  kind: QuestionKind<Resource, Known>,
  texts: Map<string, string>,
  onlyIfFound: Set<string> = new Set(),
  cache: AnswerCache<Known> = openAnswerCache(environment, kind, texts.size > 1),
): Map<string, Answer<Known, Resource>> {
  const answers = new Map<string, Answer<Known, Resource>>();
  if (texts.size === 0) return answers;
  const served = servedName(kind.operation);
  const { found, anonIds, stop, others } = cache.read([...texts.keys()], [served]);
  for (const [key, known] of found) answers.set(key, { state: "known", known, whole: null });
  const open = new Map<string, Open>();
  for (const [key, text] of texts) {
    const anonId = anonIds.get(key) ?? "";
    if (found.has(key) || (onlyIfFound.has(key) && anonId === "")) continue;
    open.set(key, newOpen(kind, { key, text, anonId: anonId === text ? "" : anonId }));
  }
  if (open.size === 0) return answers;
  const asked = [...open.keys()];
  const reason = stop ? errorOf(stop) : askOpen(newRun(environment, kind, cache, open, answers, others[served]));
  for (const key of asked) if (!answers.has(key)) answers.set(key, { state: "unfinished", reason });
  return answers;
}

type Open = ReturnType<typeof newOpen>;

const newOpen = (kind: Pick<QuestionKind<never, never>, "name" | "asksAlone">, question: AskedText) => ({
  ...question,
  id: questionId(kind.name, question.key),
  attempts: 0,
  notBeforeMs: 0,
  isAlone: kind.asksAlone(question.text),
  /** The start of the turn in which another execution asks it; `null` if none does. */
  claimedMs: null as number | null,
  /** The start of a claim that is dead, or this execution's own. */
  supersededMs: null as number | null,
  /** What its earlier calls may have cost. A question is charged for once, however often it is sent. */
  spentHalves: 0,
});

/** The open questions of one call of `askAll`, and what answers them. */
type AskRun<Resource, Known> = ReturnType<typeof newRun<Resource, Known>>;

/** @param served the entry that tells when somebody last gave turns */
function newRun<Resource, Known>(
  environment: FormulaEnvironment,
  kind: QuestionKind<Resource, Known>,
  cache: AnswerCache<Known>,
  open: Map<string, Open>,
  answers: Map<string, Answer<Known, Resource>>,
  served: string | undefined,
) {
  const { clock, startedMs, newId } = environment;
  const { operation } = kind;
  let opened: FormulaService | null = null;
  const service = (): FormulaService => {
    opened ??= environment.openService();
    return opened;
  };
  return {
    clock,
    startedMs,
    newId,
    kind,
    cache,
    open,
    answers,
    service,
    awaitTurn: openTurnDesk({ ...environment, operation, service, served }),
    latestStartMs: latestStart(startedMs, operation),
    answerByMs: startedMs + ANSWER_WITHIN_MS,
  };
}

/** @returns the failure that ended it, or `null` */
function askOpen<Resource, Known>(run: AskRun<Resource, Known>): ServiceError | null {
  try {
    for (;;) {
      const batch = readyBatch(run);
      const failure = batch.length > 0 ? askBatch(run, batch) : null;
      if (failure) return failure;
      if (batch.length === 0 && !awaitNext(run)) return null;
      takeOthersAnswers(run);
    }
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function readyBatch<Resource, Known>({ clock, open }: AskRun<Resource, Known>): Open[] {
  const nowMs = clock.nowMs();
  const ready = [...open.values()].filter(({ claimedMs, notBeforeMs }) => claimedMs === null && notBeforeMs <= nowMs);
  const [first] = ready;
  return first?.isAlone ? [first] : ready.filter(({ isAlone }) => !isAlone).slice(0, MAX_BATCH_CALLS);
}

/** Sleeps until a question can be asked or its answer read. @returns false if that is too late or none is left */
function awaitNext<Resource, Known>({ clock, open, answerByMs }: AskRun<Resource, Known>): boolean {
  const nowMs = clock.nowMs();
  const nextMs = [...open.values()].map(({ claimedMs, notBeforeMs }) =>
    claimedMs === null ? Math.max(nowMs, notBeforeMs) : nowMs + LOOK_EVERY_MS,
  );
  const untilMs = Math.min(...nextMs);
  if (untilMs > answerByMs) return false;
  clock.sleep(untilMs - nowMs);
  return true;
}

/** Sends the questions that get a turn. @returns the failure that every other call would meet, or `null` */
function askBatch<Resource, Known>(run: AskRun<Resource, Known>, batch: Open[]): ServiceError | null {
  const { kind, service, open, awaitTurn, latestStartMs } = run;
  const ids = batch.map(({ id }) => id);
  const superseded = Object.fromEntries(
    batch.flatMap(({ id, supersededMs }) => (supersededMs === null ? [] : [[id, supersededMs]])),
  );
  const halves = Object.fromEntries(batch.map(({ id, spentHalves }) => [id, kind.mostHalves - spentHalves]));
  const turn = awaitTurn({ ids, latestStartMs, superseded, halves });
  for (const question of batch) {
    question.claimedMs = turn.claimed.find(({ id }) => id === question.id)?.startMs ?? null;
  }
  const granted = batch.filter(({ id }) => turn.granted.includes(id));
  if (granted.length > 0) return send(run, granted, turn.startMs);
  if (turn.isCapped) return capped(service().credits);
  // No turn comes in time, so only questions that others ask can still be answered.
  if (turn.claimed.length === 0)
    for (const { key, claimedMs } of [...open.values()]) if (claimedMs === null) open.delete(key);
  return null;
}

/** Questions that may be answered later stay open. @returns the failure that every other call would meet, or `null` */
function send<Resource, Known>(run: AskRun<Resource, Known>, batch: Open[], startMs: number): ServiceError | null {
  const { clock, startedMs, kind, cache, service, newId } = run;
  const { client, credits, cacheEntries, limiterOf } = service();
  const outcomes = client.askAll(batch.map((question) => kind.call(question)));
  const known = new Map<string, Known>();
  const failures = new Map<string, ServiceError>();
  let unusedHalves = 0;
  batch.forEach((question, i) => {
    const outcome = outcomes[i] as Outcome<Resource>;
    const reply = kind.reply(question, outcome, clock.nowMs());
    question.supersededMs = startMs;
    const spentHalves = Math.max(question.spentHalves, halvesAtMost(reply.charge, kind.mostHalves));
    unusedHalves += kind.mostHalves - spentHalves;
    // An address and its id are charged for separately.
    question.spentHalves = reply.state === "otherAddress" ? 0 : spentHalves;
    if (reply.state === "answered") {
      known.set(question.key, reply.result);
      const whole = outcome.ok ? outcome.result : null;
      close(run, question.key, { state: "known", known: reply.result, whole });
    } else if (reply.state === "otherAddress") question.anonId = "";
    else if (!willRetry(run, question, reply.error, batch.length)) {
      failures.set(question.key, reply.error);
      close(run, question.key, answerFor(reply.error));
    }
  });
  cache.keep(known, { ...cacheEntries, ...credits.refund(newId(), unusedHalves, startedMs) });
  cache.keepFailures(failures);
  tellRefusals(limiterOf(kind.operation), outcomes);
  const failure = accountFailure([...failures.values()], known.size > 0);
  if (failure) cache.stop(failure);
  return failure;
}

function willRetry<Resource, Known>(
  { clock, latestStartMs }: AskRun<Resource, Known>,
  question: Open,
  error: ServiceError,
  batchCalls: number,
): boolean {
  const waitMs = nextWaitMs(retryReason(error), ++question.attempts);
  if (waitMs === null || clock.nowMs() + waitMs > latestStartMs) return false;
  question.notBeforeMs = clock.nowMs() + waitMs;
  // One lost answer loses all of a batch, so its calls are sent again singly.
  question.isAlone ||= batchCalls > 1 && error.code === "NO_ANSWER";
  return true;
}

function takeOthersAnswers<Resource, Known>(run: AskRun<Resource, Known>): void {
  const { clock, cache, startedMs } = run;
  const waiting = [...run.open.values()].filter(({ claimedMs }) => claimedMs !== null);
  if (waiting.length === 0) return;
  const { found, failures, forgottenMs } = cache.read(waiting.map(({ key }) => key));
  const deadMs = Math.max(clock.nowMs() - CLAIM_DIES_AFTER_MS, forgottenMs);
  for (const question of waiting) {
    const claimedMs = question.claimedMs as number;
    const known = found.get(question.key);
    const [failedMs, kept] = failures.get(question.key) ?? [0, null];
    // The failure of an earlier attempt says nothing about the current one.
    const failure = failedMs >= claimedMs ? kept : null;
    // An execution that began after such a failure asks again.
    const isOver = failure !== null && (retryReason(failure) !== null || (isFault(failure) && failedMs < startedMs));
    if (known !== undefined) close(run, question.key, { state: "known", known, whole: null });
    else if (failure && !isOver) close(run, question.key, answerFor(errorOf(failure)));
    // The other execution did not manage to ask it.
    else if (isOver || claimedMs < deadMs) Object.assign(question, { claimedMs: null, supersededMs: claimedMs });
  }
}

function close<Resource, Known>(
  { open, answers }: AskRun<Resource, Known>,
  key: string,
  answer: Answer<Known, Resource>,
): void {
  answers.set(key, answer);
  open.delete(key);
}

const errorOf = ({ code, status, detail }: Failure): ServiceError => new ServiceError(code, status, detail);

function capped({ capHalves }: DailyCredits): ServiceError {
  if (!capHalves) return new ServiceError("FORMULAS_OFF");
  const credits = capHalves / 2;
  const detail = `${credits} ${credits === 1 ? "credit" : "credits"} a day`;
  return new ServiceError("FORMULAS_CAPPED", null, detail);
}

function answerFor(error: ServiceError): Answer<never> {
  const canChange = retryReason(error) !== null || isAccountFailure(error) || isFault(error);
  return canChange ? { state: "unfinished", reason: error } : { state: "failed", error };
}

/** A refused key affects every call; so does an empty account, unless something was free. */
function accountFailure(errors: ServiceError[], hasAnswers: boolean): ServiceError | null {
  return errors.find(isCutOff) ?? (hasAnswers ? null : (errors.find(isAccountFailure) ?? null));
}
