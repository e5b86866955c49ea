import { tellRefusals } from "../asking/reply";
import { nextWaitMs, questionId } from "../pacing/turns";
import { isRefused, type Refusal } from "../result";
import { isAccountFailure, refusalOf, retryReason } from "../service/errors";
import { domainOf, isDomain } from "../service/input-problems";
import { emailCountCall } from "../service/operations";
import { readColumn } from "./kinds/column-plan";
import { openAnyService } from "./own-key";
import type { PlanRequestOf } from "./protocol";
import type { World } from "./record";

/** A call begins no turn after this time. The sidebar shows what was counted, and calls again. */
const COUNT_WITHIN_MS = 5_000;

/** The first turn may come later: otherwise formulas and jobs could keep a call from counting anything. */
const FIRST_TURN_WITHIN_MS = 20_000;

/** @returns the domains that a job would ask, each with the key of its question, which the told price goes by */
export function listDomains(world: World, request: PlanRequestOf<"find">): [key: string, domain: string][] | Refusal {
  const read = readColumn(world, request);
  if (isRefused(read)) return read;
  const domains = new Map<string, string>();
  for (const { judged } of read.rows) {
    // The service may know a domain in one form only, so each is asked as it stands in its cell.
    if (judged.state === "todo" && isDomain(judged.key)) domains.set(judged.key, domainOf(judged.text) ?? judged.key);
  }
  return [...domains];
}

/**
 * Counts the emails known for domains. Free.
 * @returns a count for as many of the first domains as time allowed; `null` for a domain that cannot be counted
 */
export function countEmails(world: World, domains: string[]): (number | null)[] | Refusal {
  const { clock, newId } = world;
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const limiter = service.limiterOf("email-count");
  const startMs = clock.nowMs();
  const counts: (number | null)[] = [];
  const by = newId();
  let attempts = 0;
  for (let round = 1; counts.length < domains.length; round++) {
    const next = domains.slice(counts.length, counts.length + limiter.pace.batchCalls);
    // The claim of the round before would hold back the same ids.
    const ids = next.map((domain) => questionId(`count ${by} ${round}`, domain));
    const latestStartMs = startMs + (counts.length === 0 ? FIRST_TURN_WITHIN_MS : COUNT_WITHIN_MS);
    const { granted } = limiter.awaitTurn({ ids, latestStartMs, by: "count" });
    if (granted.length === 0) break;
    const outcomes = service.client.askAll(next.slice(0, granted.length).map(emailCountCall));
    tellRefusals(limiter, outcomes);
    let waitMs: number | null = null;
    for (const outcome of outcomes) {
      if (!outcome.ok) {
        if (isAccountFailure(outcome.error)) return refusalOf(outcome.error);
        waitMs = nextWaitMs(retryReason(outcome.error), ++attempts);
        if (waitMs !== null) break;
      }
      attempts = 0;
      counts.push(outcome.ok ? outcome.result.count : null);
    }
    if (waitMs !== null) clock.sleep(waitMs);
  }
  return counts;
}
