import { questionId } from "../../pacing/question-id";
import { halvesForEmails } from "../../service/domain-search";
import { companyProblem, isDomain } from "../../service/recognise";
import { COMPANY_HEADER } from "../../sheet/find-column";
import type { RunKind } from "../kind";
import type { FindOptions } from "../views";
import { askCompanies } from "./ask-companies";
import { companyInput } from "./company-input";

/** A company's name tells nothing of a column, unless the column's own name does. */
const isCompanyName = (text: string): boolean => companyProblem(text) === null && !COMPANY_HEADER.test(text);

const isNumber = (status: string): boolean => /^\d+$/.test(status);

/** *Find emails for this column of companies* */
export const findKind = ({ limit, emailType }: FindOptions): RunKind => ({
  operation: "domain-search",
  statusField: "emails_found",
  writableFields: ["emails_found", "total_emails", "domain"],
  inputColumn: "the column of companies",
  answeredForHeader: "searched for",
  statusColours: [],
  halvesPerQuestion: halvesForEmails(limit),
  columns: [
    { header: COMPANY_HEADER, matches: isDomain },
    { header: COMPANY_HEADER, matches: isCompanyName, isNamedOnly: true },
  ],
  foundColumns: () => ({ anonId: null, foundStatus: null }),
  readInput: companyInput,
  problem: companyProblem,
  questionId: (key) => questionId(`found-${emailType}-${limit}`, key),
  summaryOf: (status) => (isNumber(status) ? "with emails" : status),
  ask: askCompanies,
});
