import { formulaDeadline } from "../pacing/deadline";
import { questionId } from "../pacing/question-id";
import { nextWaitMs } from "../pacing/retry";
import type { Cell } from "../service/cells";
import { retryReason, type ServiceError } from "../service/errors";
import { continueSearch, type ServiceCall } from "../service/operations";
import type { DomainSearch } from "../service/resources";
import type { FormulaEnvironment } from "./environment";
import { createMemory } from "./memory";
import type { Topic } from "./topic";
import { ALL_EMAILS, type KnownSearch } from "./topics";

/** A search whose first set has come. */
export interface OpenSearch {
  topic: Topic<DomainSearch, KnownSearch>;
  company: { key: string; text: string };
  limit: number;
}

/** The emails held; `isFinished` is false when there are more that did not come. */
export interface PulledEmails {
  emails: Cell[][];
  isFinished: boolean;
  reason: ServiceError | null;
}

/** A search is begun anew so often; each time it costs nothing but calls (specification 8.1). */
const MAX_LOSSES = 3;

/**
 * Follows a search's sets up to the limit. A continuation means "the next set", so one without an answer is never
 * repeated: the search is begun anew and what is held already is dropped by its email (design 3.8).
 */
export function pullRest(environment: FormulaEnvironment, search: OpenSearch, first: KnownSearch): PulledEmails {
  const { topic, company, limit } = search;
  const { clock } = environment;
  const service = environment.openService();
  const limiter = service.limiterOf(topic.operation);
  const latestStartMs = formulaDeadline(environment.startedMs).latestStartMs(topic.operation);
  const held = new Map<string, Cell[]>();
  const add = (emails: Cell[][]) => {
    for (const row of emails) held.set(emailOf(row), row);
  };
  add(first.emails);

  let { searchId } = first;
  let next: ServiceCall<DomainSearch> = continueSearch(searchId);
  let losses = 0;
  let calls = 0;
  let totalEmails = first.totalEmails;
  for (;;) {
    const id = questionId(`${topic.name}+${searchId}`, String(calls++));
    const turn = limiter.awaitTurn({ ids: [id], latestStartMs, superseded: new Map() });
    if (turn.granted.length === 0) return unfinished(null);
    const [outcome] = service.client.askAll([next]);
    if (!outcome?.ok) {
      losses++;
      if (outcome?.error.status === 429) limiter.noteRefusals(1);
      const waitMs = outcome ? (nextWaitMs(retryReason(outcome.error), losses) ?? 0) : 0;
      if (losses >= MAX_LOSSES || clock.nowMs() + waitMs > latestStartMs) return unfinished(outcome?.error ?? null);
      clock.sleep(waitMs);
      next = topic.call(company.text);
      continue;
    }
    const set = topic.known(outcome.result, clock.nowMs());
    add(set.emails);
    totalEmails = set.totalEmails;
    searchId = set.searchId;
    if (held.size >= limit || searchId === "") break;
    next = continueSearch(searchId);
  }

  // Fewer than the service says there are: a lost set may be missing still.
  if (losses > 0 && held.size < Math.min(limit, totalEmails)) return unfinished(null);
  return { emails: keep(searchId === "" ? ALL_EMAILS : limit), isFinished: true, reason: null };

  function unfinished(reason: ServiceError | null): PulledEmails {
    return { emails: keep(held.size), isFinished: false, reason };
  }

  function keep(completeTo: number): Cell[][] {
    const emails = [...held.values()];
    const memory = createMemory(environment, topic, false);
    memory.look([company.key]);
    memory.keep(new Map([[company.key, { ...first, emails, completeTo, searchId: "" }]]), {});
    return emails;
  }
}

/** The first field of a found email. */
const emailOf = (row: Cell[]): string => String(row[0]).toLowerCase();
