import { type Reply, verificationCall, verificationReply } from "../../asking/reply";
import { questionId } from "../../pacing/turns";
import { ASKED_ADDRESS, type Cell, cellOf } from "../../service/fields";
import { HALVES_PER_VERIFICATION, UNANSWERED } from "../../service/limits";
import type { EmailVerification } from "../../service/operations";
import { NOT_KNOWN } from "../../service/result-words";
import { type JudgedAddress, verdictOf } from "../../service/verdict";
import type { Question } from "../protocol";
import type { Answer } from "../views";
import { planColumn } from "./column-plan";
import { columnKind } from "./column-start";
import { type AskBatch, type Asked, askEach, failedAnswer, type Kind } from "./kind";

export const verify: Kind<"verify"> = {
  ...columnKind,
  operation: "email-verifier",
  tellsCosts: true,
  worstHalves: () => HALVES_PER_VERIFICATION,
  // Formulas claim the same id.
  questionId: (key) => questionId("verification", key),
  plan: (world, request) => planColumn(world, request, verify),
  ask: askEmails,
};

function askEmails(step: AskBatch<"verify">): Asked {
  return askEach(step, verificationCall, (question, outcome) => {
    const reply = verificationReply(question, outcome);
    return { answer: answerTo(step, question, reply), charge: reply.charge };
  });
}

function answerTo({ job, service }: AskBatch<"verify">, question: Question, reply: Reply<EmailVerification>): Answer {
  const { key } = question;
  if (reply.state === "failed") return failedAnswer(question, reply.error);
  if (reply.state === "otherAddress")
    return { key, state: "failed", code: "OTHER_EMAIL", entry: { cells: [] }, retryMs: 0 };
  const judged = verdictOf(reply.result, service.verdictSwitches);
  const cells = job.choices.fields.map((field) =>
    field === ASKED_ADDRESS ? question.text : shownCell(reply.result, judged, field),
  );
  return { key, state: "answered", entry: { cells } };
}

/** Nobody could check some INVALID addresses, but people would think that they bounce. */
function shownCell(answer: EmailVerification, { verdict, reason }: JudgedAddress, field: string): Cell {
  if (field === "verdict") return verdict;
  if (field === "verdict_reason") return reason;
  const isUnanswered = answer.email_status === "INVALID" && UNANSWERED.includes(answer.email_sub_status ?? "");
  return field === "email_status" && isUnanswered ? NOT_KNOWN : cellOf(answer, field);
}
