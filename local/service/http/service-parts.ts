import type { Clock } from "../../clock/clock";
import type { Random } from "../../random";
import type { FaultPlan } from "../faults/faults";
import type { Latency } from "../latency/latency";
import type { Caller } from "../ledger/accounts";
import type { RateLimiter } from "../limits/rate-limits";
import type { OperationName, Storage } from "../operations/operation";

/**
 * The body of a refusal: the specification leaves open whether a 429 carries JSON (service.too-many-calls).
 */
export type RefusalBody = "json" | "text";

/** The HTTP side is wired from these. */
export interface ServiceParts {
  storage: Storage;
  clock: Clock;
  faults: FaultPlan;
  limiter: RateLimiter;
  refusalBody: RefusalBody;
  latency: Latency;
  random: Random;
}

/** The steps of a call hand this on to each other. */
export interface CallVariables {
  caller: Caller;
  operation: OperationName;
  requestText: string;
  errorCode: string | undefined;
  fault: string | undefined;
}
