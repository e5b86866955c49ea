/** At most `calls` in any `perMs` milliseconds. */
export interface RateLimit {
  calls: number;
  perMs: number;
}

/** Counts the calls of one key to one operation against one limit. */
export interface RateCounter {
  /** Whether a call at `now` is within the limit. */
  allows(now: number): boolean;
  /** Counts a call that went through; refused calls are not counted. */
  count(now: number): void;
}

/** Any stretch of time of the limit's length holds at most the limit's calls. */
export function slidingWindow({ calls, perMs }: RateLimit): RateCounter {
  const times: number[] = [];
  return {
    allows(now) {
      while (times[0] !== undefined && times[0] <= now - perMs) times.shift();
      return times.length < calls;
    },
    count: (now) => times.push(now),
  };
}

/** The clock is cut into pieces of the limit's length, and each piece begins at nothing. */
export function fixedWindow({ calls, perMs }: RateLimit): RateCounter {
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
export function tokenBucket({ calls, perMs }: RateLimit): RateCounter {
  let tokens = calls;
  let filledAt = Number.NEGATIVE_INFINITY;
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

/** How a service may count; the specification names the limits (service.rate-limits) and not the method. */
export const RATE_MODELS = { sliding: slidingWindow, fixed: fixedWindow, bucket: tokenBucket };

export type RateModel = keyof typeof RATE_MODELS;
