import { nextWaitMs } from "../pacing/retry";
import { cellOf } from "../service/cells";
import { isAccountFailure, retryReason } from "../service/errors";
import { type ServiceCall, verifyEmail, verifyFoundEmail } from "../service/operations";
import type { Outcome } from "../service/read-answer";
import type { EmailVerification } from "../service/resources";
import { readInput } from "../sheet/input";
import type { CellValue } from "../sheet/table";
import { failureCell } from "./judge-row";
import type { SliceAnswer, SliceItem } from "./slices";
import { isSurelyUndone, noteOutcomes, type TakenBatch } from "./take-batch";

/** Specification 8.1: half a credit for each email. */
export const HALVES_PER_VERIFICATION = 1;

/** By the id of a domain search where there is one: charged only when it is `VALID` (specification 8.1). */
function verificationCall({ text, anonId }: SliceItem): ServiceCall<EmailVerification> {
  return anonId ? verifyFoundEmail(anonId) : verifyEmail(text);
}

/** An id may belong to another address than the row's: such an answer is not written (design 3.11). */
function isAnswerTo(item: SliceItem, answer: EmailVerification): boolean {
  const email = readInput(answer.email);
  return !item.anonId || (email.kind === "text" && email.key === item.key);
}

const verificationCells = (answer: EmailVerification, fields: string[]): CellValue[] =>
  fields.map((field) => cellOf(answer, field));

/** Verifies a batch of emails. */
export function askEmails(batch: TakenBatch): void {
  const { service, items, report } = batch;
  const outcomes = service.client.askAll(items.map(verificationCall));
  items.forEach((item, i) => {
    report.answers.push(readOutcome(batch, item, outcomes[i] as Outcome<EmailVerification>));
  });
  noteOutcomes(batch, outcomes);
}

function readOutcome(
  { run, startMs, report, noteCost }: TakenBatch,
  item: SliceItem,
  outcome: Outcome<EmailVerification>,
): SliceAnswer {
  const { key } = item;
  if (outcome.ok) {
    if (outcome.result.free === true) {
      noteCost(key, 0);
      report.freeAnswers++;
    }
    // The id was another address's: the address itself is asked.
    if (!isAnswerTo(item, outcome.result))
      return { key, state: "failed", code: "OTHER_EMAIL", cells: [], retryMs: 0, startMs };
    const cells = verificationCells(outcome.result, run.fields);
    return { key, state: "answered", cells, isFree: outcome.result.free === true };
  }
  const { error } = outcome;
  if (isSurelyUndone(error)) noteCost(key, 0);
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const retryMs = nextWaitMs(retryReason(error), item.attempts + 1);
  return { key, state: "failed", code: error.code, cells: [failureCell(error.code)], retryMs, startMs };
}
