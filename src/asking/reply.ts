import type { Limiter } from "../pacing/limiter";
import type { Outcome } from "../service/client";
import { isSurelyUndone, type ServiceError } from "../service/errors";

/**
 * The cost of one call: half credits; nothing, as the service has certainly not done it; or anything up to the worst
 * case, as nobody knows.
 */
export type Charge = number | "undone" | "unknown";

/** The cost of a question in all, however often it was asked; at least, if that is not known. */
export interface ChargeInAll {
  halves: number;
  isKnown: boolean;
  /** It was answered for nothing. */
  isFree: boolean;
}

/** The most that a call can have cost, in half credits. */
export const halvesAtMost = (charge: Charge, worstHalves: number): number =>
  charge === "unknown" ? worstHalves : charge === "undone" ? 0 : charge;

/** What has come of a question that was sent. */
export type Reply<Result> =
  | { state: "answered"; result: Result; charge: Charge }
  /** The id of an address leads to another address, or to none: the address itself is to be asked. */
  | { state: "otherAddress"; charge: Charge }
  | { state: "failed"; error: ServiceError; charge: Charge };

/** A failure with its cost. */
export const failed = (error: ServiceError): Extract<Reply<never>, { state: "failed" }> => ({
  state: "failed",
  error,
  charge: isSurelyUndone(error) ? "undone" : "unknown",
});

/** Reads an outcome whose cost is known when it is answered. */
export function readReply<Result, Known>(
  outcome: Outcome<Result>,
  answer: (result: Result) => { result: Known; charge: number },
): Reply<Known> {
  return outcome.ok ? { state: "answered", ...answer(outcome.result) } : failed(outcome.error);
}

/** Slows everybody down after calls that were refused as too fast. */
export function noteRefusals(limiter: Pick<Limiter, "noteRefusals">, outcomes: Outcome<unknown>[]): void {
  const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.status === 429).length;
  if (refused > 0) limiter.noteRefusals(refused);
}
