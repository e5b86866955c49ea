import { noteRefusals } from "../asking/reply";
import { nextWaitMs } from "../pacing/pace";
import { questionId } from "../pacing/turns";
import { isCutOff, retryReason } from "../service/errors";
import { type Cell, FOUND_EMAIL_FIELDS } from "../service/fields";
import { NOT_FINISHED } from "../service/input-problems";
import { continueSearch, type DomainSearch, type EmailType } from "../service/operations";
import { openAnswerCache } from "./answer-cache";
import { type Answer, askAll, type FormulaEnvironment, latestStart } from "./ask";
import { type Input, pick, unansweredText, unfinishedText } from "./cells";
import {
  ACCOUNT,
  ACCOUNT_COLUMNS,
  ALL_EMAILS,
  addressOf,
  type KnownSearch,
  type QuestionKind,
  searchQuestion,
} from "./questions";

/**
 * The emails of a company as a table with a header row.
 * @throws ServiceError when there is no valid key
 */
export function listEmails(
  environment: FormulaEnvironment,
  company: Input,
  limit: number,
  emailType: EmailType,
  columns: string[],
): Cell | Cell[][] {
  if (company.kind === "blank") return "";
  if (company.kind === "unchanged") return company.value;
  const kind = searchQuestion(limit, emailType);
  const text = kind.textOf(company.text);
  const problem = kind.problem(text, true);
  if (problem !== null) return problem;
  const key = kind.keyOf(text);
  const answer = askAll(environment, kind, new Map([[key, text]])).get(key);
  if (answer?.state !== "known") return shown(answer);

  const { emails, left } = kind.suffices(answer.known)
    ? { emails: answer.known.emails, left: "" }
    : pullRest(environment, kind, text, limit, answer.known);
  const rows = emails.slice(0, limit).map((row) => pick(row, FOUND_EMAIL_FIELDS, columns));
  const last = left || (rows.length === 0 ? "no emails found" : "");
  return [columns, ...rows, ...(last ? [columns.map((_, i) => (i === 0 ? last : ""))] : [])];
}

/** Calculated again, the formula would begin anew. */
const TOO_MANY = `${NOT_FINISHED}: more than there is time for. Ask for fewer emails, or choose Find emails for this column of companies`;

const NOT_SENT = `${NOT_FINISHED}: the service says that there are more, but does not send them`;

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
  if (answer.state === "unfinished" && answer.reason && isCutOff(answer.reason)) throw answer.reason;
  return unansweredText(answer);
}

/** The most sets that are lost or empty; beginning a search anew costs nothing but calls. */
const MAX_LOSSES = 3;

/**
 * Gets a search's sets up to the limit. A continuation means "the next set", so that one without an answer is never
 * repeated: the search begins anew, and known emails are dropped.
 * @param first the set that has just come
 * @returns all emails that have come; `left` says why there may be more, and is "" if there are none
 */
function pullRest(
  environment: FormulaEnvironment,
  kind: QuestionKind<DomainSearch, KnownSearch>,
  company: string,
  limit: number,
  first: KnownSearch,
): { emails: Cell[][]; left: string } {
  const { clock, startedMs } = environment;
  const { client, limiterOf } = environment.openService();
  const limiter = limiterOf(kind.operation);
  const latestStartMs = latestStart(startedMs, kind.operation);
  const found = new Map(first.emails.map((row) => [addressOf(row), row]));
  let { searchId, completeTo } = first;
  const question = { key: kind.keyOf(company), text: company, anonId: "" };
  let next = continueSearch(searchId);
  let losses = 0;
  for (let calls = 0; searchId !== "" && found.size < limit; calls++) {
    const id = questionId(`${kind.name}+${searchId}`, String(calls));
    const turn = limiter.awaitTurn({ ids: [id], latestStartMs });
    // Nothing asked: the time has passed in waiting for others, which are done the next time.
    if (turn.granted.length === 0) return end(found.size, calls === 0 ? NOT_FINISHED : TOO_MANY);
    const outcome = client.ask(next);
    const reply = kind.reply(question, outcome, clock.nowMs());
    if (reply.state === "answered") {
      const set = reply.result;
      for (const row of set.emails) found.set(addressOf(row), row);
      ({ searchId, completeTo } = set);
      next = continueSearch(searchId);
      if (set.emails.length === 0 && ++losses >= MAX_LOSSES) break;
      continue;
    }
    const error = outcome.ok ? null : outcome.error;
    losses++;
    noteRefusals(limiter, [outcome]);
    const waitMs = error ? (nextWaitMs(retryReason(error), losses) ?? 0) : 0;
    if (losses >= MAX_LOSSES || clock.nowMs() + waitMs > latestStartMs) {
      return end(found.size, error ? unfinishedText(error) : TOO_MANY);
    }
    clock.sleep(waitMs);
    next = kind.call(question);
  }
  if (completeTo === ALL_EMAILS) return end(ALL_EMAILS, "");
  return found.size < limit ? end(found.size, NOT_SENT) : end(limit, "");

  /** Keeps the emails that have come, and the limit up to which they are complete. */
  function end(completeTo: number, left: string) {
    const emails = [...found.values()];
    const cache = openAnswerCache(environment, kind, false);
    const key = kind.keyOf(company);
    cache.read([key]);
    cache.keep(new Map([[key, { ...first, emails, completeTo, searchId: "" }]]), {});
    return { emails, left };
  }
}
