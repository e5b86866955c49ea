import { nextWaitMs } from "../pacing/pace";
import { questionId } from "../pacing/turns";
import { isRefused, type Refusal, refusalOf } from "../result";
import { isAccountFailure, retryReason, ServiceError } from "../service/errors";
import { isDomain } from "../service/input-problems";
import { halvesForEmails } from "../service/limits";
import { countEmails as countCall } from "../service/operations";
import { readColumn } from "./kinds/column-plan";
import type { CountRequest } from "./protocol";
import type { PaidService, World } from "./record";
import type { CountedEmails } from "./views";

/** One call goes on so long: the sidebar shows what it has counted. */
const COUNT_WITHIN_MS = 5_000;

/** It counts something all the same when formulas or others have taken the next turns. */
const FIRST_TURN_WITHIN_MS = 20_000;

/** Counts the emails known for the domains that a job would ask, in the order of its rows. Free. */
export function countEmails(world: World, request: CountRequest): CountedEmails | Refusal {
  const read = readColumn(world, request);
  if (isRefused(read)) return read;
  const domains = new Set(
    read.rows.flatMap(({ judged }) => (judged.state === "todo" && isDomain(judged.key) ? [judged.key] : [])),
  );
  try {
    return count(world, world.openService(), [...domains], request);
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** @throws ServiceError for what holds for every other domain as well */
function count(
  { clock, newId }: World,
  service: PaidService,
  domains: string[],
  { offset, limit }: CountRequest,
): CountedEmails {
  const limiter = service.limiterOf("email-count", () => false);
  const startMs = clock.nowMs();
  const counted: CountedEmails = { counted: 0, nextOffset: null, emails: 0, withoutEmails: 0, halves: 0 };
  const by = newId();
  let attempts = 0;
  for (let at = offset, round = 1; at < domains.length; round++) {
    const next = domains.slice(at, at + limiter.pace.batchCalls);
    // Asked again it is another question: its own claim must not hold it back.
    const ids = next.map((domain) => questionId(`count ${by} ${round}`, domain));
    const latestStartMs = startMs + (at === offset ? FIRST_TURN_WITHIN_MS : COUNT_WITHIN_MS);
    const { granted } = limiter.awaitTurn({ ids, latestStartMs, by: "count" });
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
      // A company that cannot be counted may have as many as are wanted.
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
