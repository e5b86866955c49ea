import type { Limiter } from "../pacing/limiter";
import { nextWaitMs } from "../pacing/retry";
import { isAccountFailure, isKeyFailure, retryReason, type ServiceError } from "../service/errors";
import { settle } from "./answer";
import type { Asking } from "./ask-missing";
import type { Question, QuestionQueue } from "./question-queue";

/** Questions whose turn has come. */
export interface Batch<Resource, Known> extends Asking<Resource, Known> {
  limiter: Limiter;
  queue: QuestionQueue;
  questions: Question[];
  /** The turn they use. */
  startMs: number;
  latestStartMs: number;
}

/**
 * Sends a batch, keeps what is answered, and puts back into the queue what may be answered later.
 * @returns the account's fault that every other call would meet, if there is one
 */
export function sendBatch<Resource, Known>(batch: Batch<Resource, Known>): ServiceError | null {
  const { environment, topic, memory, service, answers, limiter, queue, questions } = batch;
  const outcomes = service.client.askAll(questions.map(({ text }) => topic.call(text)));
  const known = new Map<string, Known>();
  const failures = new Map<string, ServiceError>();
  let refusedCalls = 0;
  questions.forEach((question, i) => {
    const outcome = outcomes[i];
    if (!outcome) return;
    if (outcome.ok) known.set(question.key, topic.known(outcome.result, environment.clock.nowMs()));
    else if (outcome.error.status === 429) refusedCalls++;
    if (!outcome.ok && askAgain(batch, question, outcome.error)) return;
    if (!outcome.ok) failures.set(question.key, outcome.error);
    queue.done(question);
  });

  memory.keep(known, service.cacheMarks);
  memory.note(failures);
  for (const [key, value] of known) answers.set(key, { state: "known", known: value, isFresh: true });
  for (const [key, error] of failures) answers.set(key, settle(error));
  if (refusedCalls > 0) limiter.noteRefusals(refusedCalls);

  const stop = accountFailure([...failures.values()], known.size > 0);
  if (stop) memory.stop(stop);
  return stop;
}

/** Puts a question back when another attempt may help and there is time for it. */
function askAgain<Resource, Known>(batch: Batch<Resource, Known>, question: Question, error: ServiceError): boolean {
  const { environment, queue, questions, startMs, latestStartMs } = batch;
  const waitMs = nextWaitMs(retryReason(error), question.attempts + 1);
  if (waitMs === null) return false;
  const notBeforeMs = environment.clock.nowMs() + waitMs;
  if (notBeforeMs > latestStartMs) return false;
  // What was sent together with a lost answer is sent again singly (facts 2.2).
  queue.retry(question, { notBeforeMs, startMs, isAlone: questions.length > 1 && error.code === "NO_ANSWER" });
  return true;
}

/** A refused key meets every call; so does an empty account, unless something was free. */
function accountFailure(errors: ServiceError[], hasAnswers: boolean): ServiceError | null {
  return errors.find(isKeyFailure) ?? (hasAnswers ? null : (errors.find(isAccountFailure) ?? null));
}
