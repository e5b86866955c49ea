import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../clock/clock";
import type { Random } from "../../random";
import { ConnectionReset, type FaultPlan, spoilAnswer } from "../faults/faults";
import type { Latency } from "../latency/latency";
import { type Caller, findCaller } from "../ledger/accounts";
import type { RateLimiter } from "../limits/rate-limits";
import type { OperationName, Storage } from "../operations/operation";
import { logCall } from "../storage/call-log";
import { LARGEST_BODY_BYTES, readText, saysJson } from "./read-body";
import { ServiceFailure } from "./service-failure";

/** The body of a refusal: the specification leaves open whether a 429 carries JSON (service.too-many-calls). */
export type RefusalBody = "json" | "text";

/** All that the calls of one sandbox work with. */
export interface ServiceWorld {
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

type Step = MiddlewareHandler<{ Variables: CallVariables }>;

const KEY_HEADER = "X-KEY";
const SLOW_MS = 8_000;

/** Writes the call into the log, however it ends. */
export const keepLog =
  ({ storage, clock }: ServiceWorld): Step =>
  async (context, next) => {
    const at = clock.now();
    let status = 0;
    try {
      await next();
      status = context.res.status;
    } finally {
      logCall(storage.state, {
        at,
        endedAt: clock.now(),
        status,
        key: context.req.header(KEY_HEADER) ?? "",
        operation: context.req.path.slice(1),
        request: context.get("requestText") ?? "",
        errorCode: context.get("errorCode") ?? null,
        fault: context.get("fault") ?? null,
      });
    }
  };

/** Every request needs a key; without one it learns nothing (service.key-header). */
export const checkKey =
  ({ storage }: ServiceWorld): Step =>
  async (context, next) => {
    const caller = findCaller(storage.state, context.req.header(KEY_HEADER) ?? "");
    if (!caller) throw new ServiceFailure("INVALID_API_KEY", "The header X-KEY is missing or its key is not valid.");
    context.set("caller", caller);
    await next();
  };

/**
 * POST and JSON only. A request without a body, as account information has it (service.account-information), need not
 * name its type (service.http-calls).
 */
export const checkMethod = (): Step => async (context, next) => {
  const { req } = context;
  if (req.method !== "POST") {
    context.header("Allow", "POST");
    throw new ServiceFailure("INVALID_REQUEST", "This operation is called with POST.", 405);
  }
  const contentType = req.header("Content-Type");
  const hasBody = Number(req.header("Content-Length") ?? 0) > 0 || req.header("Transfer-Encoding") !== undefined;
  if (contentType === undefined ? hasBody : !saysJson(contentType)) {
    throw new ServiceFailure("INVALID_REQUEST", "The header Content-Type must be application/json.", 415);
  }
  await next();
};

/** The limits of the key for this operation (service.rate-limits). */
export const limitRate =
  ({ clock, limiter, refusalBody }: ServiceWorld, operation: OperationName): Step =>
  async (context, next) => {
    if (!limiter.admit(context.get("caller").key, operation, clock.now())) {
      context.set("errorCode", "RATE_LIMIT_EXCEEDED");
      if (refusalBody === "text") return context.text("Too Many Requests", 429);
      throw new ServiceFailure("RATE_LIMIT_EXCEEDED", "Too many requests.", 429);
    }
    await next();
  };

/** Reads the body, which the log keeps even when a fault strikes. */
export const keepText = (): Step => async (context, next) => {
  context.set("requestText", await readText(context.req.raw, LARGEST_BODY_BYTES));
  await next();
};

/** Lets the fault strike that was asked for, if any. */
export const applyFault =
  ({ clock, faults }: ServiceWorld, operation: OperationName): Step =>
  async (context, next) => {
    const fault = faults.next(operation, context.get("caller").key);
    if (!fault) return next();
    context.set("fault", fault.kind);
    switch (fault.kind) {
      case "rate-limit":
        throw new ServiceFailure("RATE_LIMIT_EXCEEDED", "Too many requests.", 429);
      case "rate-limit-text":
        return context.text("Too Many Requests", 429);
      case "unavailable":
        throw new ServiceFailure("SERVICE_TEMPORARILY_UNAVAILABLE", "Please retry after a short delay.");
      case "internal-error":
        throw new ServiceFailure("INTERNAL_ERROR", "An error occurred in the service; please contact support.");
      case "reset-before":
        throw new ConnectionReset();
      case "slow":
        await clock.sleep(fault.delayMs ?? SLOW_MS);
        return next();
    }
    await next();
    if (fault.kind === "reset-after") throw new ConnectionReset();
    const spoilt = await spoilAnswer(fault, context.res);
    context.res = undefined; // Otherwise Hono keeps the headers of the answer before.
    context.res = spoilt;
  };
