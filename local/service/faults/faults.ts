import type { Random } from "../../random";
import type { OperationName } from "../operations/operation";

/**
 * Faults on request. `rate-limit`, `rate-limit-text` (429 without JSON), `unavailable`, `internal-error` and
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
  /** The number of calls that pass before the first one is struck; 0 if left out. */
  skip?: number | undefined;
  /** The number of calls to strike; 1 if neither this nor `probability` is given. */
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

/** The faults still to come. */
export interface FaultPlan {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that strikes this call, if any; it is used up by one call. */
  next(operation: OperationName, key: string): Fault | undefined;
}

/** Each call looks at all of them. */
const MAX_PENDING = 1_000;

export function createFaultPlan(random: Random): FaultPlan {
  let pending: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add(fault) {
      if (pending.length >= MAX_PENDING) throw new RangeError(`At most ${MAX_PENDING} faults can be asked for.`);
      const left = fault.times ?? (fault.probability === undefined ? 1 : Infinity);
      pending.push({ fault, skip: fault.skip ?? 0, left });
    },
    clear() {
      pending = [];
    },
    next(operation, key) {
      for (const entry of pending) {
        const { fault } = entry;
        if (fault.operation !== undefined && fault.operation !== operation) continue;
        if (fault.key !== undefined && fault.key !== key) continue;
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        if (fault.probability !== undefined && random() >= fault.probability) continue;
        entry.left--;
        if (entry.left <= 0) pending = pending.filter((other) => other !== entry);
        return fault;
      }
      return undefined;
    },
  };
}

const HTML = "<!doctype html><html><head><title>Please wait</title></head><body><h1>One moment</h1></body></html>";

/** A field of each operation's answer, with a value that its type forbids. */
const WRONG_VALUES: Record<string, unknown> = {
  remaining_credits: "many",
  count: "a few",
  email_status: 7,
  email_list: "none",
  results: { company: null },
  location_suggestions: 0,
};

function withWrongType(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (name, value) => (Object.hasOwn(WRONG_VALUES, name) ? WRONG_VALUES[name] : value)),
  );
}

/** The answer as a fault leaves it. The call has been made and charged. */
export async function spoilAnswer(fault: Fault, answer: Response): Promise<Response> {
  if (fault.kind === "html") {
    return new Response(HTML, { status: fault.status ?? 200, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  const text = await answer.text();
  const spoilt = fault.kind === "truncated-json" ? text.slice(0, Math.floor(text.length / 2)) : withWrongType(text);
  return new Response(spoilt, { status: answer.status, headers: { "Content-Type": "application/json" } });
}
