import type { OperationName } from "../operations/operation";

/**
 * What can go wrong on request. `rate-limit`, `rate-limit-text` (429 without JSON), `unavailable`, `internal-error` and
 * `reset-before` strike before the call does anything; `reset-after`, `html`, `truncated-json` and `wrong-type` when
 * it is charged and a session has moved on; `slow` only delays.
 */
export const FAULT_KINDS = [
  "rate-limit",
  "rate-limit-text",
  "unavailable",
  "internal-error",
  "slow",
  "reset-before",
  "reset-after",
  "html",
  "truncated-json",
  "wrong-type",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** Strikes only calls of this operation. */
  operation?: OperationName | undefined;
  /** Strikes only calls with this key. */
  key?: string | undefined;
  /** How many calls pass unharmed before the first one is struck; none when not given. */
  skip?: number | undefined;
  /** How many calls are struck; one when neither this nor `probability` is given. */
  times?: number | undefined;
  /** From 0 to 1: strikes each call with this probability, for as long as `times` allows. */
  probability?: number | undefined;
  /** For `slow`: how much longer the answer takes; 8 seconds when not given. */
  delayMs?: number | undefined;
  /** For `html`: the HTTP status; 200 when not given. */
  status?: number | undefined;
}

/** Thrown out of `fetch` where a real service would have dropped the connection without an answer. */
export class ConnectionReset extends Error {
  override readonly name = "ConnectionReset";

  constructor() {
    super("The sandbox service dropped the connection, as it was asked to.");
  }
}
