import { questionId } from "../pacing/question-id";
import { cellOf } from "../service/cells";
import { VERIFICATION_FIELDS } from "../service/fields";
import { type ServiceCall, verifyEmail, verifyFoundEmail } from "../service/operations";
import { emailProblem } from "../service/recognise";
import type { EmailVerification } from "../service/resources";
import { readInput } from "../sheet/input";
import type { CellValue } from "../sheet/table";
import type { SliceItem } from "./slices";

/** What a verification can write: everything of the answer but what names the row itself. */
export const WRITABLE_FIELDS: readonly string[] = VERIFICATION_FIELDS.filter((field) => field !== "email");

/** Always written, always first: it says of a row that it is done. */
export const STATUS_FIELD = "email_status";

/** Specification 8.1: half a credit for each email. */
export const HALVES_PER_VERIFICATION = 1;

/** The name under which formulas, too, claim the question. */
export const verificationId = (key: string): string => questionId("verification", key);

export const verificationProblem = emailProblem;

/** The fields that are written, the status first; unknown ones are dropped. */
export function writtenFields(wished: string[]): string[] {
  const others = wished.filter((field) => field !== STATUS_FIELD && WRITABLE_FIELDS.includes(field));
  return [STATUS_FIELD, ...new Set(others)];
}

/** By the id of a domain search where there is one: charged only when it is `VALID` (specification 8.1). */
export function verificationCall({ text, anonId }: SliceItem): ServiceCall<EmailVerification> {
  return anonId ? verifyFoundEmail(anonId) : verifyEmail(text);
}

/** An id may belong to another address than the row's: such an answer is not written (design 3.11). */
export function isAnswerTo(item: SliceItem, answer: EmailVerification): boolean {
  const email = readInput(answer.email);
  return !item.anonId || (email.kind === "text" && email.key === item.key);
}

export const verificationCells = (answer: EmailVerification, fields: string[]): CellValue[] =>
  fields.map((field) => cellOf(answer, field));
