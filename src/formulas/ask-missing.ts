import { formulaDeadline } from "../pacing/deadline";
import { nextWaitMs } from "../pacing/retry";
import { type Failure, isAccountFailure, isKeyFailure, retryReason, ServiceError } from "../service/errors";
import { type Answer, settle } from "./answer";
import type { FormulaEnvironment, OpenService } from "./environment";
import type { Memory } from "./memory";
import { createQueue, type Question } from "./question-queue";
import type { Topic } from "./topic";

/** What is to be asked, and where the answers go. */
export interface Asking<Resource, Known> {
  environment: FormulaEnvironment;
  topic: Topic<Resource, Known>;
  memory: Memory<Known>;
  service: OpenService;
  missing: Map<string, string>;
  answers: Map<string, Answer<Known>>;
}

/** How often a cell looks for the answer that another execution is getting. */
const LOOK_EVERY_MS = 800;

/** An answer that has not come so long after its start is not coming (10 s, specification 8.4, and a margin). */
const CLAIM_DIES_AFTER_MS = 13_000;

/**
 * Asks in paced batches until all is answered or time is up.
 * @returns why nothing more was asked, when it is the account's fault
 */
export function askMissing<Resource, Known>(asking: Asking<Resource, Known>): ServiceError | null {
  const { environment, topic, memory, service, missing, answers } = asking;
  const { clock } = environment;
  const limiter = service.limiterOf(topic.operation);
  const deadline = formulaDeadline(environment.startedMs);
  const latestStartMs = deadline.latestStartMs(topic.operation);
  const queue = createQueue(topic, missing);

  for (;;) {
    const batch = queue.ready(clock.nowMs(), limiter.pace.batchCalls);
    if (batch.length > 0) {
      const turn = limiter.awaitTurn({ ids: batch.map(({ id }) => id), latestStartMs, superseded: queue.superseded });
      queue.leaveToOthers(turn.claimed, batch);
      const sent = batch.filter(({ id }) => turn.granted.includes(id));
      if (sent.length === 0 && turn.claimed.length === 0) queue.giveUp();
      const accountFailure = sent.length > 0 ? send(sent, turn.startMs) : null;
      if (accountFailure) return accountFailure;
      if (turn.claimed.length > 0) lookForOthersAnswers();
      continue;
    }
    const waitMs = queue.waitMs(clock.nowMs(), LOOK_EVERY_MS);
    if (waitMs === null || clock.nowMs() + waitMs > deadline.answerByMs) return null;
    clock.sleep(waitMs);
    if (queue.hasClaims()) lookForOthersAnswers();
  }

  function send(questions: Question[], startMs: number): ServiceError | null {
    const outcomes = service.client.askAll(questions.map(({ text }) => topic.call(text)));
    const known = new Map<string, Known>();
    const failures = new Map<string, ServiceError>();
    let refused = 0;
    questions.forEach((question, i) => {
      const outcome = outcomes[i];
      if (outcome?.ok) {
        known.set(question.key, topic.known(outcome.result, clock.nowMs()));
        queue.done(question);
      } else if (outcome) {
        if (outcome.error.status === 429) refused++;
        const waitMs = nextWaitMs(retryReason(outcome.error), question.attempts + 1);
        const again = waitMs === null ? Number.POSITIVE_INFINITY : clock.nowMs() + waitMs;
        // What was sent together with a lost answer is sent again singly (facts 2.2).
        if (again <= latestStartMs)
          queue.retry(question, {
            notBeforeMs: again,
            startMs,
            isAlone: questions.length > 1 && outcome.error.code === "NO_ANSWER",
          });
        else {
          failures.set(question.key, outcome.error);
          queue.done(question);
        }
      }
    });
    for (const [key, value] of known) answers.set(key, { state: "known", known: value, isFresh: true });
    for (const [key, error] of failures) answers.set(key, settle(error));
    if (known.size > 0) memory.keep(known, service.cacheMarks);
    memory.note(
      new Map(
        [...failures].map(([key, { code, status, detail }]): [string, Failure] => [key, { code, status, detail }]),
      ),
    );
    if (refused > 0) limiter.noteRefusals(refused);
    return stopFor([...failures.values()], known.size > 0);
  }

  /** A refused key meets every call; so does an empty account, unless something was free. */
  function stopFor(errors: ServiceError[], hasAnswers: boolean): ServiceError | null {
    const error = errors.find(isKeyFailure) ?? (hasAnswers ? undefined : errors.find(isAccountFailure));
    if (!error) return null;
    memory.stop({ code: error.code, status: error.status, detail: error.detail });
    return error;
  }

  function lookForOthersAnswers(): void {
    const { found, notes } = memory.look(queue.claimedKeys());
    for (const [key, known] of found) {
      answers.set(key, { state: "known", known, isFresh: false });
      queue.answeredByOthers(key);
    }
    for (const [key, { atMs, failure }] of notes) {
      // A note of an earlier attempt says nothing about the one under way.
      if (atMs < queue.claimStartMs(key)) continue;
      if (retryReason(failure) !== null) queue.takeOver(key);
      else {
        answers.set(key, settle(new ServiceError(failure)));
        queue.answeredByOthers(key);
      }
    }
    queue.takeOverOlderThan(clock.nowMs() - CLAIM_DIES_AFTER_MS);
  }
}
