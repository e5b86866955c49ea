import type { OperationName } from "../operations/operation";

/** At most `calls` in any `perMs` milliseconds. */
export interface RateLimit {
  calls: number;
  perMs: number;
}

/** Counts the calls of one key to one operation against one limit. */
export interface RateCounter {
  /** True if a call at `now` is within the limit. */
  allows(now: number): boolean;
  /** Counts a call that went through; refused calls are not counted. */
  count(now: number): void;
}

/** Any stretch of time of the limit's length holds at most the limit's calls. */
function slidingWindow({ calls, perMs }: RateLimit): RateCounter {
  const times: number[] = [];
  return {
    allows(now) {
      while (times[0] !== undefined && times[0] <= now - perMs) times.shift();
      return times.length < calls;
    },
    count: (now) => times.push(now),
  };
}

/** Time is cut into windows of the limit's length, and the count begins anew with each. */
function fixedWindow({ calls, perMs }: RateLimit): RateCounter {
  let piece = Number.NaN;
  let counted = 0;
  return {
    allows(now) {
      const current = Math.floor(now / perMs);
      if (current !== piece) {
        piece = current;
        counted = 0;
      }
      return counted < calls;
    },
    count: () => {
      counted++;
    },
  };
}

/** A bucket that holds the limit's calls and fills evenly; every call takes one out. */
function tokenBucket({ calls, perMs }: RateLimit): RateCounter {
  let tokens = calls;
  let filledAt = -Infinity;
  return {
    allows(now) {
      tokens = Math.min(calls, tokens + ((now - filledAt) * calls) / perMs);
      filledAt = now;
      // Fractions add up to a hair less than one.
      return tokens >= 1 - 1e-9;
    },
    count: () => {
      tokens -= 1;
    },
  };
}

/** Ways in which a service may count; the specification names the limits (service.rate-limits) and not the method. */
export const RATE_MODELS = { sliding: slidingWindow, fixed: fixedWindow, bucket: tokenBucket };

export type RateModel = keyof typeof RATE_MODELS;

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
