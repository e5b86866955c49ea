import { questionId } from "../pacing/question-id";
import { VERIFICATION_FIELDS } from "../service/fields";
import { emailProblem, isPossibleEmail } from "../service/recognise";
import { EMAIL_HEADER } from "../sheet/find-column";
import { readInput } from "../sheet/input";
import { searchColumns } from "../sheet/search-columns";
import { askEmails, HALVES_PER_VERIFICATION } from "./ask-emails";
import type { RunKind } from "./kind";

/** *Verify emails in this column* */
export const VERIFY: RunKind = {
  operation: "email-verifier",
  statusField: "email_status",
  // Everything of the answer but what names the row itself.
  writableFields: VERIFICATION_FIELDS.filter((field) => field !== "email"),
  inputColumn: "the column of addresses",
  answeredForHeader: "verified for",
  statusColours: [
    ["VALID", "#d9ead3"],
    ["CATCH_ALL", "#fff2cc"],
    ["INVALID", "#f4cccc"],
  ],
  halvesPerQuestion: HALVES_PER_VERIFICATION,
  columns: [{ header: EMAIL_HEADER, matches: isPossibleEmail }],
  foundColumns: searchColumns,
  readInput,
  problem: emailProblem,
  // Formulas claim it, too.
  questionId: (key) => questionId("verification", key),
  summaryOf: (status) => status,
  ask: askEmails,
};
