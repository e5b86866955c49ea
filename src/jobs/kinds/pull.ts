import { nextWaitMs } from "../../pacing/pace";
import { questionId } from "../../pacing/turns";
import {
  failureCell,
  isAccountFailure,
  isSurelyUndone,
  partCell,
  retryReason,
  type ServiceError,
  type ServiceErrorCode,
} from "../../service/errors";
import { type Cell, cellOf } from "../../service/fields";
import { domainOf, isDomain } from "../../service/input-problems";
import { COMPANY_REFUSALS, halvesForEmails, setSizeFor } from "../../service/limits";
import {
  continueSearch,
  type DomainSearch,
  type FoundEmail,
  nextSetOf,
  type ServiceCall,
  searchDomain,
} from "../../service/operations";
import type { FindOptions, FoundEmailRow, Question } from "../protocol";
import type { JobOf } from "../record";
import { NO_EMAILS } from "../rows";
import type { Answer, AnswerEntry } from "../views";
import { COMPANY_COLUMN, emailColumns } from "./found-emails";
import { type Asking, noteOutcomes } from "./kind";

/**
 * No set is asked for after this time. With the wait and the turn before it, and 60 s for the last answer, a call stays
 * within Google's 6 minutes. 1,000 emails of ten companies take less than 2 beside 7 other lanes.
 */
const PULL_WITHIN_MS = 180_000;

/**
 * The losses in a row, without new emails in between, after which a search is given up; earlier attempts count.
 * Beginning it anew costs nothing but calls (service.domain-price).
 */
const MAX_LOSSES = 3;

/** No address is longer: this much of a longer text tells it from others. */
const MOST_ADDRESS = 1_000;

const MISSING: ServiceErrorCode = "EMAILS_MISSING";

/** One company while its emails are pulled, set by set. */
const newPull = (question: Question, limit: number) => ({
  question,
  /** By address, in the order of their arrival. Searching anew brings the same ones again. */
  found: new Map<string, FoundEmail>(),
  /** The first answer: what it says about the company counts. */
  first: null as DomainSearch | null,
  /** Emails asked for at a time. */
  setLimit: limit,
  /** The way to the next set; `""` to search anew from the first one. */
  searchId: "",
  /** Emails that the search under way has brought. */
  searched: 0,
  /** The most that one search has brought, also those without an address: they are charged for. */
  sent: 0,
  /** The number of emails that the service has announced. */
  expected: 0,
  /** The number of sets that were lost, and of those since the last new email. */
  losses: 0,
  vainLosses: 0,
  isDone: false,
  /** The service has more, and does not send it. */
  isCut: false,
  error: null as ServiceError | null,
  /** Something may have been charged that did not come. */
  isUnsure: false,
});
type Pull = ReturnType<typeof newPull>;

/** Searches a batch of companies, and pulls the emails of each set by set: a company's whole result is one answer. */
export function askCompanies(asking: Asking<"find">): Answer[] {
  const { world, limiter, questions, startMs, report } = asking;
  const { limit } = asking.job.wish;
  const pulls = questions.map((question) => newPull(question, limit));
  const open = (): Pull[] => pulls.filter(({ isDone, error }) => !isDone && error === null);
  let waitMs = send(asking, pulls);
  for (let round = 1; open().length > 0 && report.stop === null; round++) {
    if (waitMs > 0) world.clock.sleep(waitMs);
    const byId = new Map(open().map((pull) => [questionId(`${startMs}+${round}`, pull.question.key), pull]));
    const wanted = { ids: [...byId.keys()], latestStartMs: startMs + PULL_WITHIN_MS };
    // These ids are the job's own: nobody else claims them.
    const { granted } = limiter.awaitTurn({ ...wanted, by: "set" });
    if (granted.length === 0) break;
    waitMs = send(
      asking,
      granted.map((id) => byId.get(id) as Pull),
    );
  }
  return pulls.map((pull) => answerTo(asking, pull));
}

/** @returns how long to wait before what was lost is begun anew */
function send(asking: Asking<"find">, pulls: Pull[]): number {
  const { wish } = asking.job;
  const outcomes = asking.service.client.askAll<DomainSearch>(pulls.map((pull) => nextCall(pull, wish)));
  let waitMs = 0;
  pulls.forEach((pull, i) => {
    const outcome = outcomes[i];
    if (outcome?.ok) takeSet(pull, outcome.result, wish.limit);
    if (!outcome || outcome.ok) return;
    const { error } = outcome;
    if (!isSurelyUndone(error)) pull.isUnsure = true;
    const isBegun = pull.first !== null;
    // A set that did not come may have been sent: the search is begun anew.
    if (isBegun) Object.assign(lose(pull), { searchId: "" });
    const reason = retryReason(error);
    // If the very first answer is a failure, it is about the company, or the driver asks again.
    if (!isBegun || isInVain(pull) || reason === null) pull.error = error;
    else waitMs = Math.max(waitMs, nextWaitMs(reason, pull.losses) ?? 0);
  });
  noteOutcomes(asking, outcomes);
  return waitMs;
}

function lose(pull: Pull): Pull {
  pull.losses++;
  pull.vainLosses++;
  return pull;
}

const isInVain = ({ vainLosses, question }: Pull): boolean => vainLosses + question.attempts >= MAX_LOSSES;

/** The next call. A continuation means "the next set": it is never sent twice. */
const nextCall = (
  { question, setLimit, searchId }: Pull,
  { emailType, enrichment }: FindOptions,
): ServiceCall<DomainSearch> =>
  searchId === ""
    ? searchDomain({ company: question.text, limit: setLimit, emailType, companyEnrichment: enrichment.length > 0 })
    : continueSearch(searchId);

/** Takes in a set, and decides how to go on. */
function takeSet(pull: Pull, set: DomainSearch, limit: number): void {
  const isFirst = pull.searchId === "";
  const { email_list: emails, meta } = set;
  pull.first ??= set;
  pull.searched = emails.length + (isFirst ? 0 : pull.searched);
  pull.sent = Math.max(pull.sent, pull.searched);
  for (const each of emails) {
    const key = typeof each.email === "string" ? each.email.trim().toLowerCase().slice(0, MOST_ADDRESS) : "";
    if (key === "" || pull.found.has(key)) continue;
    pull.found.set(key, each);
    pull.vainLosses = 0;
  }
  const left = Number(meta.remaining_emails) || 0;
  if (isFirst) pull.expected = Math.max(pull.expected, Math.min(limit, pull.searched + left));
  const searchId = nextSetOf(meta);
  const isAll = meta.more_results !== true || pull.searched >= limit;
  const isLost = !isAll && emails.length === 0;
  if (isLost) lose(pull);
  pull.isCut = (!isAll && searchId === "") || (isLost && isInVain(pull));
  pull.isDone = isAll || pull.isCut;
  if (pull.isDone) return;
  const size = Number(meta.limit) || emails.length;
  const exact = setSizeFor(limit, size);
  // Sets of this size would bring, and cost, more than was wished: smaller ones are asked for, the first again for free.
  const isTooMuch = isFirst && exact < size && halvesForEmails(pull.searched + left) > halvesForEmails(limit);
  if (isTooMuch) pull.setLimit = exact;
  pull.searchId = isTooMuch ? "" : searchId;
}

/** True if all emails that the service has announced have come, although sets were lost. */
const isWhole = ({ found, expected, losses, isCut }: Pull): boolean =>
  !isCut && (losses === 0 || found.size >= expected);

function answerTo(asking: Asking<"find">, pull: Pull): Answer {
  const { report, job } = asking;
  const { question, found, first, isDone, error, isUnsure } = pull;
  const { key, attempts } = question;
  const isAnswered = isDone && first !== null && isWhole(pull);
  // The service would have said the same about the company in an answer that was lost.
  const isRefused = first === null && error !== null && COMPANY_REFUSALS.includes(error.code);
  // The service does not say what a search has cost: the number of emails does, however often they were asked for.
  const halves = halvesForEmails(Math.max(found.size, pull.sent));
  if (isAnswered || isRefused) asking.chargeInAll(key, { halves, isKnown: true, isFree: isAnswered && halves === 0 });
  else if (!isUnsure && halves === 0) asking.charge(key, null);
  else if (!isUnsure) asking.chargeInAll(key, { halves, isKnown: false, isFree: false });
  if (isAnswered) return { key, state: "answered", entry: entryOf(pull, first, job, found.size || NO_EMAILS) };
  const isAccounts = error === null ? !isDone && report.stop !== null : isAccountFailure(error);
  const code = isAccounts && report.stop ? report.stop.code : codeFor(pull);
  // What has come is paid for.
  const part = first && found.size > 0 ? entryOf(pull, first, job, partCell(code, found.size, pull.expected)) : null;
  if (isAccounts) return { key, state: "unasked", ...(part ? { entry: part } : {}) };
  const retryMs = nextWaitMs(error ? retryReason(error) : "server", attempts + 1);
  return { key, state: "failed", code, entry: part ?? { cells: [failureCell(code)] }, retryMs };
}

/** Only a failure of the first answer is about the company itself. */
function codeFor({ first, error }: Pull): string {
  if (error === null) return MISSING;
  return first && COMPANY_REFUSALS.includes(error.code) ? MISSING : error.code;
}

/** @param status the number of emails, or what is to be said instead */
function entryOf(pull: Pull, first: DomainSearch, job: JobOf<"find">, status: Cell): AnswerEntry {
  const cells = job.wish.fields.map((field) => (field === "emails_found" ? status : cellOf(first.meta, field)));
  const company = domainOf(String(cellOf(first.meta, "domain")).toLowerCase()) ?? pull.question.key;
  return { cells, emails: foundRows(pull, first, job), company };
}

/** In the order of the list's columns. A company that was asked by its website is called by its domain. */
function foundRows(
  { question, found }: Pull,
  { company_enrichment }: DomainSearch,
  job: JobOf<"find">,
): FoundEmailRow[] {
  const columns = emailColumns(job);
  const company = isDomain(question.text) ? question.key : question.text;
  return [...found].slice(0, job.wish.limit).map(([email, fields]) => {
    const row = { ...fields, [COMPANY_COLUMN]: company, company_enrichment };
    return { email, cells: columns.map((column) => cellOf(row, column)) };
  });
}
