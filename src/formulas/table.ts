import { chargeOfPull, isWhole, newPull, type Pull, pullSets, takeSet } from "../asking/pull";
import { halvesAtMost } from "../asking/reply";
import { isCutOff } from "../service/errors";
import { type Cell, FOUND_EMAIL_FIELDS } from "../service/fields";
import { NOT_FINISHED } from "../service/input-problems";
import type { DomainSearch, EmailSearch, EmailType } from "../service/operations";
import { openAnswerCache } from "./answer-cache";
import { type Answer, askAll, type FormulaEnvironment, latestStart } from "./ask";
import { type Input, pick, unansweredText, unfinishedText } from "./cells";
import { ACCOUNT, ACCOUNT_COLUMNS, ALL_EMAILS, type KnownSearch, knownSearch, searchQuestion } from "./questions";

/** A header row, and a row for each email. @throws ServiceError when there is no valid key */
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
  const problem = kind.problem(text, "alone");
  if (problem !== null) return problem;
  const key = kind.keyOf(text);
  const cache = openAnswerCache(environment, kind, false);
  const answer = askAll(environment, kind, new Map([[key, text]]), new Set(), cache).get(key);
  if (answer?.state !== "known") return shown(answer);
  let { known } = answer;
  let left = "";
  if (!kind.suffices(known) && answer.whole !== null) {
    const search = { company: text, limit, emailType, companyEnrichment: true };
    const pulled = pullRest(environment, search, answer.whole, kind.mostHalves);
    ({ known, left } = pulled);
    cache.keep(new Map([[key, known]]), pulled.refund);
  }
  const rows = known.emails.slice(0, limit).map((row) => pick(row, FOUND_EMAIL_FIELDS, columns));
  const last = left || (rows.length === 0 ? "no emails found" : "");
  return [columns, ...rows, ...(last ? [columns.map((_, i) => (i === 0 ? last : ""))] : [])];
}

/** Does not advise to finish the formula, because that would begin the search anew. */
const TOO_MANY = `${NOT_FINISHED}: more than there is time for. Ask for fewer emails, or choose Find emails for this column of companies`;

const NOT_SENT = `${NOT_FINISHED}: the service says that there are more, but does not send them`;

/** One value for one column, otherwise a table with a header row. @throws ServiceError when there is no valid key */
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

interface Pulled {
  known: KnownSearch;
  /** Says why there may be more emails; `""` if there are none. */
  left: string;
  /** Gives back what the emails that have come leave of the reserved credits. */
  refund: Record<string, string>;
}

/** Returns the emails up to the limit. */
function pullRest(
  environment: FormulaEnvironment,
  search: EmailSearch,
  first: DomainSearch,
  reservedHalves: number,
): Pulled {
  const { startedMs, clock, newId } = environment;
  const { client, credits, limiterOf } = environment.openService();
  const limiter = limiterOf("domain-search");
  const latestStartMs = latestStart(startedMs, "domain-search");
  const pull = newPull(search);
  takeSet(pull, first);
  let rounds = 0;
  const awaitTurn = (open: Pull[], round: number): Pull[] => {
    rounds = round;
    return limiter.awaitTurn({ ids: [newId()], latestStartMs }).granted.length > 0 ? open : [];
  };
  pullSets([pull], { client, limiter, clock }, awaitTurn, latestStartMs);
  const emails = [...pull.found.values()];
  const charge = chargeOfPull(pull);
  const halves = typeof charge === "object" ? charge.halves : halvesAtMost(charge, reservedHalves);
  const completeTo = isWhole(pull) ? (pull.hasMore ? search.limit : ALL_EMAILS) : emails.length;
  return {
    known: knownSearch(first, emails, completeTo),
    left: whatIsLeft(pull, rounds),
    refund: credits.refund(newId(), reservedHalves - halves, startedMs),
  };
}

function whatIsLeft(pull: Pull, rounds: number): string {
  if (isWhole(pull)) return "";
  if (pull.isDone) return NOT_SENT;
  if (pull.lastError) return unfinishedText(pull.lastError);
  // If nothing was asked, the time has passed in waiting for others. They will be done the next time.
  return rounds === 0 ? NOT_FINISHED : TOO_MANY;
}
