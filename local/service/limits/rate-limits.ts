import type { OperationName } from "../operations/operation";
import { RATE_MODELS, type RateCounter, type RateLimit, type RateModel } from "./rate-model";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const limits = (perMinute: number, perSecond: number): RateLimit[] => [
  { calls: perMinute, perMs: MINUTE_MS },
  { calls: perSecond, perMs: SECOND_MS },
];

/**
 * The limits (service.rate-limits), and for the operations without a published one twice what the add-on assumes (60
 * and 5).
 */
export const PUBLISHED_LIMITS: Record<OperationName, RateLimit[]> = {
  "email-verifier": limits(400, 10),
  "domain-search": limits(1_000, 50),
  "account-information": limits(120, 10),
  "email-count": limits(120, 10),
  "search-company": limits(120, 10),
  "search-suggestions": limits(120, 10),
};

/** Decides for every call whether its key may make it now. */
export interface RateLimiter {
  admit(key: string, operation: OperationName, now: number): boolean;
}

export function createRateLimiter(
  limitsByOperation: Record<OperationName, RateLimit[]>,
  model: RateModel,
): RateLimiter {
  const counters = new Map<string, RateCounter[]>();
  return {
    admit(key, operation, now) {
      const name = `${operation} ${key}`;
      const own = counters.get(name) ?? limitsByOperation[operation].map(RATE_MODELS[model]);
      counters.set(name, own);
      if (!own.every((counter) => counter.allows(now))) return false;
      for (const counter of own) counter.count(now);
      return true;
    },
  };
}
