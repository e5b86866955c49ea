import type { Cell } from "../service/cells";
import { isKeyFailure } from "../service/errors";
import { FOUND_EMAIL_FIELDS } from "../service/fields";
import { answerAll } from "./answer-all";
import { failureText, unfinishedText } from "./answer-texts";
import { readColumns, readEmailType, readLimit, readSingle } from "./arguments";
import type { FormulaEnvironment } from "./environment";
import { pick } from "./pick";
import { pullRest } from "./pull-rest";
import { searchTopic } from "./topics";

/** Who can be written to, and how sure that is. */
export const DEFAULT_EMAIL_COLUMNS = ["email", "first_name", "last_name", "email_type", "verification.status"];

/** What `=DOMAIN_EMAILS()` is given, as it comes from the cells. */
export interface DomainEmailsArguments {
  company: unknown;
  limit: unknown;
  type: unknown;
  columns: unknown;
}

/**
 * `=DOMAIN_EMAILS(company, [limit], [type], [columns])`: a table with a header row.
 * @throws Error when an argument is wrong, ServiceError when there is no valid key
 */
export function domainEmails(environment: FormulaEnvironment, given: DomainEmailsArguments): Cell | Cell[][] {
  const wanted = readColumns(given.columns, FOUND_EMAIL_FIELDS, DEFAULT_EMAIL_COLUMNS);
  const limit = readLimit(given.limit);
  const emailType = readEmailType(given.type);
  const company = readSingle(given.company, "the company");
  if (company.kind === "blank") return "";
  if (company.kind === "unchanged") return company.value;

  const topic = searchTopic(limit, emailType);
  const problem = topic.problem(company.text);
  if (problem !== null) return problem;
  const answer = answerAll(environment, topic, new Map([[company.key, company.text]])).get(company.key);
  if (answer?.state === "failed") return failureText(answer.error);
  if (answer?.state !== "known") {
    if (answer?.reason && isKeyFailure(answer.reason)) throw answer.reason;
    return unfinishedText(answer?.reason ?? null);
  }

  const question = { topic, company, limit };
  const search =
    answer.isFresh && answer.known.searchId !== ""
      ? pullRest(environment, question, answer.known)
      : { emails: answer.known.emails, isFinished: true, reason: null };
  const rows = search.emails.slice(0, limit).map((row) => pick(row, FOUND_EMAIL_FIELDS, wanted));
  const last = search.isFinished ? (rows.length === 0 ? "no emails found" : null) : unfinishedText(search.reason);
  const lastRow = last === null ? [] : [wanted.map((_, i) => (i === 0 ? last : ""))];
  return [wanted, ...rows, ...lastRow];
}
