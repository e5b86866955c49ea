import { nextWaitMs } from "../../pacing/pace";
import { questionId } from "../../pacing/turns";
import type { Outcome } from "../../service/client";
import { failureCell, isAccountFailure, isSurelyUndone, retryReason } from "../../service/errors";
import { type Cell, cellOf } from "../../service/fields";
import { NOT_KNOWN } from "../../service/input-problems";
import { UNANSWERED } from "../../service/limits";
import { type EmailVerification, type ServiceCall, verifyEmail, verifyFoundEmail } from "../../service/operations";
import { ASKED_ADDRESS } from "../../service/read-cell";
import { type JudgedAddress, verdictOf } from "../../service/verdict";
import { readInput } from "../../sheet/cell-text";
import type { Question } from "../protocol";
import type { Answer } from "../views";
import { scanColumn, summariseColumn, undoColumns, writeColumn } from "./column";
import { beginColumn, planColumn, prepareColumn } from "./column-plan";
import { type Asking, type Kind, noteOutcomes } from "./kind";

/** Half a credit for each email (service.verification-price). */
const HALVES_PER_VERIFICATION = 1;

/** *Verify emails in this column* */
export const verify: Kind<"verify"> = {
  operation: "email-verifier",
  tellsCosts: true,
  worstHalves: () => HALVES_PER_VERIFICATION,
  // Formulas claim it, too.
  questionId: (key) => questionId("verification", key),
  plan: (world, request) =>
    planColumn(world, request, { operation: "email-verifier", halves: HALVES_PER_VERIFICATION }),
  prepare: prepareColumn,
  begin: beginColumn,
  scan: scanColumn,
  ask: askEmails,
  write: (world, job, { entries }, properties) => writeColumn(world, job, entries, properties),
  summarise: summariseColumn,
  undo: undoColumns,
};

/** By the id of a domain search where there is one: charged only if it is `VALID` (service.found-address-price). */
const callFor = ({ text, anonId }: Question): ServiceCall<EmailVerification> =>
  anonId ? verifyFoundEmail(anonId) : verifyEmail(text);

function askEmails(asking: Asking<"verify">): Answer[] {
  const { service, questions } = asking;
  const outcomes = service.client.askAll(questions.map(callFor));
  noteOutcomes(asking, outcomes);
  return questions.map((question, i) => answerTo(asking, question, outcomes[i] as Outcome<EmailVerification>));
}

function answerTo(asking: Asking<"verify">, question: Question, outcome: Outcome<EmailVerification>): Answer {
  const { key, attempts } = question;
  if (outcome.ok) {
    asking.charge(key, outcome.result.free === true ? 0 : HALVES_PER_VERIFICATION);
    // The id was another address's, which must not be written here: the address itself is asked.
    if (!isAnswerTo(question, outcome.result))
      return { key, state: "failed", code: "OTHER_EMAIL", entry: { cells: [] }, retryMs: 0 };
    const judged = verdictOf(outcome.result, asking.service.verdictSwitches);
    const cells = asking.job.wish.fields.map((field) =>
      field === ASKED_ADDRESS ? question.text : shownCell(outcome.result, judged, field),
    );
    return { key, state: "answered", entry: { cells } };
  }
  const { error } = outcome;
  if (isSurelyUndone(error)) asking.charge(key, null);
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const retryMs = nextWaitMs(retryReason(error), attempts + 1);
  return { key, state: "failed", code: error.code, entry: { cells: [failureCell(error.code)] }, retryMs };
}

/** Says so beside an address that nobody could check: who reads INVALID takes it for one that bounces. */
function shownCell(answer: EmailVerification, { verdict, reason }: JudgedAddress, field: string): Cell {
  if (field === "verdict") return verdict;
  if (field === "verdict_reason") return reason;
  const isUnanswered = answer.email_status === "INVALID" && UNANSWERED.includes(answer.email_sub_status ?? "");
  return field === "email_status" && isUnanswered ? NOT_KNOWN : cellOf(answer, field);
}

function isAnswerTo({ key, anonId }: Question, answer: EmailVerification): boolean {
  const email = readInput(answer.email);
  return !anonId || (email.kind === "text" && email.key === key);
}
