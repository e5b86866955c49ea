import { chargeOfSearch } from "../../asking/pull";
import { type Cell, cellOf } from "../../service/fields";
import { domainOf } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import { type DomainSearch, searchDomain, searchedDomain } from "../../service/operations";
import { NO_DETAILS } from "../../service/result-words";
import type { JobOf } from "../record";
import type { Answer } from "../views";
import { companyClaim } from "./ask-for-emails";
import { planColumn } from "./column-plan";
import { columnKind } from "./column-start";
import { type AskBatch, type Asked, askEach, failedAnswer, type Kind } from "./kind";

/** Details come only along with emails, so the fewest emails are asked for (service.company-details). */
const EMAILS = 1;

const HALVES_PER_COMPANY = halvesForEmails(EMAILS);

export const enrich: Kind<"enrich"> = {
  ...columnKind,
  operation: "domain-search",
  tellsCosts: false,
  worstHalves: () => HALVES_PER_COMPANY,
  questionId: companyClaim,
  plan: (world, request) => planColumn(world, request, enrich),
  ask: askDetails,
};

function askDetails(step: AskBatch<"enrich">): Asked {
  return askEach(
    step,
    ({ text: company }) => searchDomain({ company, limit: EMAILS, emailType: "all", companyEnrichment: true }),
    (question, outcome) => ({
      answer: outcome.ok ? detailsOf(step.job, question.key, outcome.result) : failedAnswer(question, outcome.error),
      charge: chargeOfSearch(outcome),
    }),
  );
}

function detailsOf({ choices }: JobOf<"enrich">, key: string, search: DomainSearch): Answer {
  const cells = choices.fields.map((field, i) => (i === 0 ? statusOf(key, search) : detailOf(search, field)));
  return { key, state: "answered", entry: { cells } };
}

/** `NO_DETAILS` if nothing is known of the company. */
function statusOf(key: string, search: DomainSearch): Cell {
  const { company_enrichment: details, email_list: emails } = search;
  const isKnown = emails.length > 0 || Object.values(details ?? {}).some((value) => value !== null && value !== "");
  const domain = searchedDomain(search) ?? domainOf(key);
  return isKnown && domain !== null ? domain : NO_DETAILS;
}

const detailOf = (search: DomainSearch, field: string): Cell =>
  field === "total_emails" ? cellOf(search.meta, field) : cellOf(search, field);
