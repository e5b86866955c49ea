import { chargeOfPull, isWhole, newPull, type Pull, pullSets } from "../../asking/pull";
import { nextWaitMs, questionId } from "../../pacing/turns";
import type { Refusal } from "../../result";
import { failureCell, isAccountFailure, partCell, retryReason, type ServiceErrorCode } from "../../service/errors";
import { type Cell, cellOf } from "../../service/fields";
import { isDomain } from "../../service/input-problems";
import { COMPANY_REFUSALS } from "../../service/limits";
import { type DomainSearch, searchedDomain } from "../../service/operations";
import { NO_EMAILS } from "../../service/result-words";
import type { FoundEmailRow, Question } from "../protocol";
import type { JobOf } from "../record";
import type { Answer, AnswerEntry } from "../views";
import { COMPANY_COLUMN, emailColumns } from "./found-emails";
import { type AskBatch, type Asked, stopAndWords } from "./kind";

/**
 * No set is asked for after this time. With the wait, the turn and 60 s for the last answer, a call stays within
 * Google's 6 minutes. Ten companies with 1,000 emails each take less than 2 minutes beside 7 other lanes.
 */
const PULL_WITHIN_MS = 180_000;

/** Emails and details have one id: if both are asked at the same time, emails go first and the details are free. */
export const companyClaim = (key: string): string => questionId("found", key);

const MISSING: ServiceErrorCode = "EMAILS_MISSING";

interface Pulled {
  question: Question;
  pull: Pull;
}

/** The whole result of a company is one answer, however many sets of emails it takes. */
export function askForEmails(step: AskBatch<"find">): Asked {
  const { world, service, limiter, questions, startMs } = step;
  const { limit, emailType, enrichment } = step.job.choices;
  const companyEnrichment = enrichment.length > 0;
  const pulled = questions.map((question): Pulled => {
    const search = { company: question.text, limit, emailType, companyEnrichment };
    return { question, pull: newPull(search, question.attempts) };
  });
  const keys = new Map(pulled.map(({ question, pull }) => [pull, question.key]));
  const latestStartMs = startMs + PULL_WITHIN_MS;
  const awaitTurn = (open: Pull[], round: number): Pull[] => {
    // The call's own turn was granted for the first sets.
    if (round === 0) return open;
    const byId = new Map(open.map((pull) => [questionId(`${startMs}+${round}`, keys.get(pull) ?? ""), pull]));
    // These ids are the job's own, so nobody else claims them.
    const { granted } = limiter.awaitTurn({ ids: [...byId.keys()], latestStartMs, by: "set" });
    return granted.map((id) => byId.get(id) as Pull);
  };
  const { client } = service;
  const errors = pullSets([...keys.keys()], { client, limiter, clock: world.clock }, awaitTurn, latestStartMs);
  const { stop, words } = stopAndWords(errors);
  const answered = pulled.map((each) => ({
    answer: answerTo(step.job, stop, each),
    charge: chargeOfPull(each.pull),
  }));
  return { answered, stop, words, kept: {} };
}

/** @param stop the failure of the account that has ended the step */
function answerTo(job: JobOf<"find">, stop: Refusal | null, { question, pull }: Pulled): Answer {
  const { found, first, isDone, error } = pull;
  const { key, attempts } = question;
  if (first && isWhole(pull)) {
    const count = Math.min(found.size, job.choices.limit);
    return { key, state: "answered", entry: entryOf(question, pull, first, job, count || NO_EMAILS) };
  }
  const isAccounts = error === null ? !isDone && stop !== null : isAccountFailure(error);
  const code = isAccounts && stop ? stop.code : codeFor(pull);
  // The emails that have come are paid for, so they are written.
  const status = partCell(code, found.size, pull.expected);
  const part = first && found.size > 0 ? entryOf(question, pull, first, job, status) : null;
  if (isAccounts) return { key, state: "unasked", ...(part ? { entry: part } : {}) };
  const retryMs = nextWaitMs(error ? retryReason(error) : "server", attempts + 1);
  return { key, state: "failed", code, entry: part ?? { cells: [failureCell(code)] }, retryMs };
}

/** Once a company has answered, a later refusal says nothing about the company itself. */
function codeFor({ first, error }: Pull): string {
  return error === null || (first && COMPANY_REFUSALS.includes(error.code)) ? MISSING : error.code;
}

/** @param status the number of emails, or the text that stands in its place */
function entryOf(question: Question, pull: Pull, first: DomainSearch, job: JobOf<"find">, status: Cell): AnswerEntry {
  const cells = job.choices.fields.map((field) => (field === "emails_found" ? status : cellOf(first.meta, field)));
  const company = searchedDomain(first) ?? question.key;
  return { cells, emails: foundRows(question, pull, first, job), company };
}

/** A company that was asked by its website is listed by its domain. */
function foundRows(
  question: Question,
  { found }: Pull,
  { company_enrichment }: DomainSearch,
  job: JobOf<"find">,
): FoundEmailRow[] {
  const columns = emailColumns(job);
  const company = isDomain(question.text) ? question.key : question.text;
  return [...found].slice(0, job.choices.limit).map(([email, fields]) => {
    const row = { ...fields, [COMPANY_COLUMN]: company, company_enrichment };
    return { email, cells: columns.map((column) => cellOf(row, column)) };
  });
}
