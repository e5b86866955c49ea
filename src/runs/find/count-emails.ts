import { questionId } from "../../pacing/question-id";
import { nextWaitMs } from "../../pacing/retry";
import { refusalOf } from "../../refusal";
import type { Refusal } from "../../result";
import { halvesForEmails } from "../../service/domain-search";
import { isAccountFailure, retryReason, ServiceError } from "../../service/errors";
import { countEmails as countCall } from "../../service/operations";
import { isDomain } from "../../service/recognise";
import { readColumn } from "../read-column";
import type { RunParts, RunService } from "../run-parts";
import { isRefused } from "../run-refusal";
import type { CountedEmails, CountRequest, FindOptions } from "../views";

/** One call goes on so long: the sidebar shows what it has counted. */
const COUNT_WITHIN_MS = 5_000;

/** It counts something all the same when formulas or others have taken the next turns. */
const FIRST_TURN_WITHIN_MS = 20_000;

/** How many emails are known for the domains that a run would ask, in the order of its rows. */
export function countEmails(parts: RunParts, request: CountRequest): CountedEmails | Refusal {
  const read = readColumn(parts, request);
  if (isRefused(read)) return read;
  const domains = new Set(
    read.rows.flatMap(({ judged }) => (judged.state === "todo" && isDomain(judged.key) ? [judged.key] : [])),
  );
  try {
    return count(parts, parts.openService(), [...domains], request.offset, request.find as FindOptions);
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** @throws ServiceError for what holds for every other domain as well */
function count(
  { clock, newId }: RunParts,
  service: RunService,
  domains: string[],
  offset: number,
  { limit }: FindOptions,
): CountedEmails {
  const limiter = service.limiterOf("email-count", () => false);
  const startMs = clock.nowMs();
  const counted: CountedEmails = { counted: 0, nextOffset: null, emails: 0, withoutEmails: 0, halves: 0 };
  const by = newId();
  let attempts = 0;
  for (let at = offset, round = 1; at < domains.length; round++) {
    const next = domains.slice(at, at + limiter.pace.batchCalls);
    // What is asked again is another question: its own claim must not hold it back.
    const ids = next.map((domain) => questionId(`count ${by} ${round}`, domain));
    const latestStartMs = startMs + (at === offset ? FIRST_TURN_WITHIN_MS : COUNT_WITHIN_MS);
    const { granted } = limiter.awaitTurn({ ids, latestStartMs, superseded: new Map(), by: "run" });
    if (granted.length === 0) return { ...counted, nextOffset: at };
    const outcomes = service.client.askAll(next.slice(0, granted.length).map(countCall));
    let waitMs: number | null = null;
    for (const outcome of outcomes) {
      if (!outcome.ok) {
        if (isAccountFailure(outcome.error)) throw outcome.error;
        if (outcome.error.status === 429) limiter.noteRefusals(1);
        waitMs = nextWaitMs(retryReason(outcome.error), ++attempts);
        if (waitMs !== null) break;
      }
      // What cannot be counted is not known to be less.
      const known = outcome.ok ? outcome.result.count : limit;
      attempts = 0;
      at++;
      counted.counted++;
      counted.emails += outcome.ok ? known : 0;
      counted.withoutEmails += outcome.ok && known === 0 ? 1 : 0;
      counted.halves += halvesForEmails(Math.min(limit, known));
    }
    if (waitMs !== null) clock.sleep(waitMs);
  }
  return counted;
}
