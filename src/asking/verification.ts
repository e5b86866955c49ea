import type { Outcome } from "../service/client";
import { isAccountFailure, retryReason } from "../service/errors";
import { HALVES_PER_VERIFICATION } from "../service/limits";
import { type EmailVerification, type ServiceCall, verifyEmail, verifyFoundEmail } from "../service/operations";
import { readInput } from "../sheet/cell-text";
import { failed, type Reply } from "./reply";

/** A question about an address. */
export interface AddressQuestion {
  /** The same for all spellings of the address. */
  key: string;
  /** The address, or an id that is verified for its own sake. */
  text: string;
  /** The id that a domain search gave for the address; `""` for none. */
  anonId: string;
}

/** The service publishes no form for `email_anon_id`. Every address has an @, and no id that can stand in a cell. */
export const isAddress = (text: string): boolean => text.includes("@");

/** By the id where there is one: charged only if the address is `VALID` (service.found-address-price). */
export function verificationCall({ text, anonId }: AddressQuestion): ServiceCall<EmailVerification> {
  const id = anonId || (isAddress(text) ? "" : text);
  return id === "" ? verifyEmail(text) : verifyFoundEmail(id);
}

/** Reads a verification: what it costs, and whether it is about the address that was asked. */
export function readVerification(
  question: AddressQuestion,
  outcome: Outcome<EmailVerification>,
): Reply<EmailVerification> {
  if (outcome.ok) {
    const { result } = outcome;
    const charge = result.free === true ? 0 : HALVES_PER_VERIFICATION;
    return isOther(question, result) ? { state: "otherAddress", charge } : { state: "answered", result, charge };
  }
  const { error } = outcome;
  const reply = failed(error);
  // A fault of the service says nothing about the id, and by itself an address may cost more.
  const isRefused = retryReason(error) === null && !isAccountFailure(error) && error.code !== "INTERNAL_ERROR";
  return question.anonId !== "" && isRefused ? { state: "otherAddress", charge: reply.charge } : reply;
}

/** Only an id can lead to another address than the one that was asked. */
function isOther({ key, anonId }: AddressQuestion, answer: EmailVerification): boolean {
  const email = readInput(answer.email);
  return anonId !== "" && !(email.kind === "text" && email.key === key);
}
