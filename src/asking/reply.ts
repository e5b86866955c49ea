import type { Limiter } from "../pacing/limiter";
import {
  isAccountFailure,
  isFault,
  isSurelyUndone,
  retryReason,
  type ServiceError,
  TOO_MANY_CALLS,
} from "../service/errors";
import { HALVES_PER_VERIFICATION } from "../service/limits";
import {
  type EmailVerification,
  type Operation,
  type Outcome,
  type ServiceCall,
  type ServiceClient,
  verifyEmail,
  verifyFoundEmail,
} from "../service/operations";
import { readInput } from "../sheet/cell-text";

/** The service, with one person's key and at its pace. */
export interface PaidService {
  client: ServiceClient;
  /** @param wasActiveLately true if calls were made in the last minute. Asked when the limiter has lost its memory */
  limiterOf(operation: Operation, wasActiveLately?: (properties: Record<string, string>) => boolean): Limiter;
  /** A name of the key that does not give it away. */
  fingerprint: string;
}

/** In half credits. An `undone` call certainly cost nothing; an `unknown` one may have cost up to the worst case. */
export type Charge = number | "undone" | "unknown";

/** The cost of all calls of a question; the least possible one if `isKnown` is false. */
export interface ChargeInAll {
  halves: number;
  isKnown: boolean;
  isFree: boolean;
}

export const halvesAtMost = (charge: Charge, worstHalves: number): number =>
  charge === "unknown" ? worstHalves : charge === "undone" ? 0 : charge;

export type Reply<Result> =
  | { state: "answered"; result: Result; charge: Charge }
  /** The id of an address leads to another address or to none, so the address itself has to be asked. */
  | { state: "otherAddress"; charge: Charge }
  | { state: "failed"; error: ServiceError; charge: Charge };

export const failed = (error: ServiceError): Extract<Reply<never>, { state: "failed" }> => ({
  state: "failed",
  error,
  charge: isSurelyUndone(error) ? "undone" : "unknown",
});

export function readReply<Result, Known>(
  outcome: Outcome<Result>,
  answer: (result: Result) => { result: Known; charge: number },
): Reply<Known> {
  return outcome.ok ? { state: "answered", ...answer(outcome.result) } : failed(outcome.error);
}

export function tellRefusals(limiter: Pick<Limiter, "noteRefusals">, outcomes: Outcome<unknown>[]): void {
  const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.status === TOO_MANY_CALLS).length;
  if (refused > 0) limiter.noteRefusals(refused);
}

/** An address, or whatever text a question is about. */
export interface AskedText {
  /** Equal for all spellings of the address. */
  key: string;
  /** The address, or an id that stands in a cell instead of one. */
  text: string;
  /** The id that a domain search gave for the address; `""` for none. */
  anonId: string;
}

/** The service publishes no form for `email_anon_id`, but every address has an @, and no id in a cell has one. */
export const isAddress = (text: string): boolean => text.includes("@");

/** Verifies by the id if there is one: that is charged only if the address is `VALID` (service.found-address-price). */
export function verificationCall({ text, anonId }: AskedText): ServiceCall<EmailVerification> {
  const id = anonId || (isAddress(text) ? "" : text);
  return id === "" ? verifyEmail(text) : verifyFoundEmail(id);
}

export function verificationReply(question: AskedText, outcome: Outcome<EmailVerification>): Reply<EmailVerification> {
  if (outcome.ok) {
    const { result } = outcome;
    const charge = result.free === true ? 0 : HALVES_PER_VERIFICATION;
    return isOther(question, result) ? { state: "otherAddress", charge } : { state: "answered", result, charge };
  }
  const { error } = outcome;
  const reply = failed(error);
  // A fault of the service says nothing about the id, and to verify the address by itself may cost more.
  const isRefused = retryReason(error) === null && !isAccountFailure(error) && !isFault(error);
  return question.anonId !== "" && isRefused ? { state: "otherAddress", charge: reply.charge } : reply;
}

/** Only an id can lead to another address than the one that was asked. */
function isOther({ key, anonId }: AskedText, answer: EmailVerification): boolean {
  const email = readInput(answer.email);
  return anonId !== "" && !(email.kind === "text" && email.key === key);
}
