import { nextWaitMs } from "../pacing/pace";
import { isKeyFailure, retryReason, type ServiceError } from "../service/errors";
import { type Cell, FOUND_EMAIL_FIELDS } from "../service/fields";
import { continueSearch, type DomainSearch, type EmailType, type ServiceCall } from "../service/operations";
import { openAnswerCache } from "./answer-cache";
import { type Answer, askAll, type FormulaEnvironment, latestStart } from "./ask";
import { type Input, pick, unfinishedText, wordsOf } from "./cells";
import {
  ACCOUNT,
  ACCOUNT_COLUMNS,
  ALL_EMAILS,
  addressOf,
  claimId,
  type KnownSearch,
  type QuestionKind,
  searchQuestion,
} from "./questions";

/** The arguments of `=DOMAIN_EMAILS()`, read. */
export interface WantedEmails {
  company: Input;
  limit: number;
  emailType: EmailType;
  columns: string[];
}

/**
 * The emails of a company as a table with a header row.
 * @throws ServiceError when there is no valid key
 */
export function listEmails(environment: FormulaEnvironment, wanted: WantedEmails): Cell | Cell[][] {
  const { company, limit, emailType, columns } = wanted;
  if (company.kind === "blank") return "";
  if (company.kind === "unchanged") return company.value;
  const kind = searchQuestion(limit, emailType);
  const problem = kind.problem(company.text);
  if (problem !== null) return problem;
  const question = { kind, key: kind.keyOf(company.text), text: company.text, limit };
  const answer = askAll(environment, kind, new Map([[question.key, question.text]])).get(question.key);
  if (answer?.state !== "known") return shown(answer);

  const search =
    answer.isFresh && answer.known.searchId !== ""
      ? pullRest(environment, question, answer.known)
      : { emails: answer.known.emails, isFinished: true, reason: null };
  const rows = search.emails.slice(0, limit).map((row) => pick(row, FOUND_EMAIL_FIELDS, columns));
  const last = search.isFinished ? (rows.length === 0 ? "no emails found" : null) : unfinishedText(search.reason);
  const lastRow = last === null ? [] : [columns.map((_, i) => (i === 0 ? last : ""))];
  return [columns, ...rows, ...lastRow];
}

/**
 * The account of the key: one value for one column, else a table with a header row.
 * @throws ServiceError when there is no valid key
 */
export function showAccount(environment: FormulaEnvironment, columns: string[]): Cell | Cell[][] {
  const { fingerprint } = environment.openService();
  const answer = askAll(environment, ACCOUNT, new Map([[fingerprint, fingerprint]])).get(fingerprint);
  if (answer?.state !== "known") return shown(answer);
  const row = pick(answer.known, ACCOUNT_COLUMNS, columns);
  return columns.length === 1 ? (row[0] ?? "") : [columns, row];
}

/** @throws ServiceError when there is no valid key */
function shown(answer: Answer<unknown> | undefined): string {
  if (!answer || answer.state === "known") return unfinishedText(null);
  if (answer.state === "unfinished" && answer.reason && isKeyFailure(answer.reason)) throw answer.reason;
  return wordsOf(answer);
}

/** A search whose first set has come. */
interface OpenSearch {
  kind: QuestionKind<DomainSearch, KnownSearch>;
  key: string;
  text: string;
  limit: number;
}

/** The emails that have come; `isFinished` is false when there are more that did not come. */
interface PulledEmails {
  emails: Cell[][];
  isFinished: boolean;
  reason: ServiceError | null;
}

/** A search is begun anew so often; each time it costs nothing but calls. */
const MAX_LOSSES = 3;

/**
 * Follows a search's sets up to the limit. A continuation means "the next set", so one without an answer is never
 * repeated: the search is begun anew and what has come already is dropped by its email.
 */
function pullRest(environment: FormulaEnvironment, search: OpenSearch, first: KnownSearch): PulledEmails {
  const { kind, key, text, limit } = search;
  const { clock } = environment;
  const service = environment.openService();
  const limiter = service.limiterOf(kind.operation);
  const latestStartMs = latestStart(environment.startedMs, kind.operation);
  const found = new Map<string, Cell[]>();
  const add = (emails: Cell[][]) => {
    for (const row of emails) found.set(addressOf(row), row);
  };
  add(first.emails);

  let { searchId } = first;
  let next: ServiceCall<DomainSearch> = continueSearch(searchId);
  let losses = 0;
  let calls = 0;
  for (;;) {
    const id = claimId({ name: `${kind.name}+${searchId}` }, String(calls++));
    const turn = limiter.awaitTurn({ ids: [id], latestStartMs, superseded: new Map() });
    if (turn.granted.length === 0) return unfinished(null);
    const outcome = service.client.ask(next);
    const set = outcome.ok ? kind.known(outcome.result, text, clock.nowMs()) : null;
    if (set === null) {
      const error = outcome.ok ? null : outcome.error;
      losses++;
      if (error?.status === 429) limiter.noteRefusals(1);
      const waitMs = error ? (nextWaitMs(retryReason(error), losses) ?? 0) : 0;
      if (losses >= MAX_LOSSES || clock.nowMs() + waitMs > latestStartMs) return unfinished(error);
      clock.sleep(waitMs);
      next = kind.call(text, null);
      continue;
    }
    add(set.emails);
    searchId = set.searchId;
    if (found.size >= limit || searchId === "") break;
    next = continueSearch(searchId);
  }

  return { emails: keep(searchId === "" ? ALL_EMAILS : limit), isFinished: true, reason: null };

  function unfinished(reason: ServiceError | null): PulledEmails {
    return { emails: keep(found.size), isFinished: false, reason };
  }

  function keep(completeTo: number): Cell[][] {
    const emails = [...found.values()];
    const cache = openAnswerCache(environment, kind, false);
    cache.look([key]);
    cache.keep(new Map([[key, { ...first, emails, completeTo, searchId: "" }]]), {});
    return emails;
  }
}
