import { formulaDeadline } from "../pacing/deadline";
import { retryReason, ServiceError } from "../service/errors";
import { type Answer, settle } from "./answer";
import type { FormulaEnvironment, OpenService } from "./environment";
import type { Memory } from "./memory";
import { createQueue } from "./question-queue";
import { sendBatch } from "./send-batch";
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
      const questions = batch.filter(({ id }) => turn.granted.includes(id));
      if (questions.length > 0) {
        const { startMs } = turn;
        const accountFailure = sendBatch({ ...asking, limiter, queue, questions, startMs, latestStartMs });
        if (accountFailure) return accountFailure;
      } else if (turn.claimed.length === 0) queue.giveUp();
      if (turn.claimed.length === 0) continue;
      queue.leaveToOthers(turn.claimed, batch);
    } else {
      const waitMs = queue.waitMs(clock.nowMs(), LOOK_EVERY_MS);
      if (waitMs === null || clock.nowMs() + waitMs > deadline.answerByMs) return null;
      clock.sleep(waitMs);
    }
    if (queue.hasClaims()) lookForOthersAnswers();
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
    queue.takeOverOlderThan(Math.max(clock.nowMs() - CLAIM_DIES_AFTER_MS, memory.forgottenMs()));
  }
}
