import { chargeOfSearch } from "../../asking/pull";
import { questionId } from "../../pacing/turns";
import type { Outcome } from "../../service/client";
import { type Cell, cellOf } from "../../service/fields";
import { domainOf } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import { type DomainSearch, searchDomain } from "../../service/operations";
import type { Question } from "../protocol";
import { NO_DETAILS } from "../rows";
import type { Answer } from "../views";
import { scanColumn, summariseColumn, undoColumns, writeColumn } from "./column";
import { beginColumn, planColumn, prepareColumn } from "./column-plan";
import { type Asking, charge, failedAnswer, type Kind, noteOutcomes } from "./kind";

/** Details come only along with emails: the fewest are asked for (service.company-details). */
const EMAILS = 1;

const HALVES_PER_COMPANY = halvesForEmails(EMAILS);

/** *Add details to this column of companies* */
export const enrich: Kind<"enrich"> = {
  operation: "domain-search",
  tellsCosts: false,
  worstHalves: () => HALVES_PER_COMPANY,
  // Whoever finds the emails of the same company at the same time comes first: then the details are free.
  questionId: (key) => questionId("found", key),
  plan: (world, request) => planColumn(world, request, { operation: "domain-search", halves: HALVES_PER_COMPANY }),
  prepare: prepareColumn,
  begin: beginColumn,
  scan: scanColumn,
  ask: askDetails,
  write: (world, job, { entries }, properties) => writeColumn(world, job, entries, properties),
  summarise: summariseColumn,
  undo: undoColumns,
};

function askDetails(asking: Asking<"enrich">): Answer[] {
  const { service, questions } = asking;
  const calls = questions.map(({ text: company }) =>
    searchDomain({ company, limit: EMAILS, emailType: "all", companyEnrichment: true }),
  );
  const outcomes = service.client.askAll<DomainSearch>(calls);
  noteOutcomes(asking, outcomes);
  return questions.map((question, i) => answerTo(asking, question, outcomes[i] as Outcome<DomainSearch>));
}

function answerTo(asking: Asking<"enrich">, question: Question, outcome: Outcome<DomainSearch>): Answer {
  const { key } = question;
  charge(asking, key, chargeOfSearch(outcome));
  if (!outcome.ok) return failedAnswer(question, outcome.error);
  const { result } = outcome;
  const status = statusOf(key, result);
  const cells = asking.job.wish.fields.map((field, i) => (i === 0 ? status : detailOf(result, field)));
  return { key, state: "answered", entry: { cells } };
}

/** The company's domain; `NO_DETAILS` if nothing is known of it. */
function statusOf(key: string, { company_enrichment: details, email_list: emails, meta }: DomainSearch): Cell {
  const isKnown = emails.length > 0 || Object.values(details ?? {}).some((value) => value !== null && value !== "");
  const domain = domainOf(String(cellOf(meta, "domain")).toLowerCase()) ?? domainOf(key);
  return isKnown && domain !== null ? domain : NO_DETAILS;
}

/** Two fields are of the search itself. */
const detailOf = (search: DomainSearch, field: string): Cell =>
  field === "total_emails" ? cellOf(search.meta, field) : cellOf(search, field);
