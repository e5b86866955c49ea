import type { Operation } from "./operations";

/** How fast an operation may be called. */
export interface RateLimit {
  callsPerMinute: number;
  callsPerSecond: number;
  /** The service has not told it: the pace begins here and is searched for. */
  isGuess?: boolean;
}

/** What holds for operations whose limits the service does not publish (design 3.7). */
const UNPUBLISHED: RateLimit = { callsPerMinute: 60, callsPerSecond: 5, isGuess: true };

/** The service's limits (specification 8.2). */
export const RATE_LIMITS: Record<Operation, RateLimit> = {
  "account-information": UNPUBLISHED,
  "email-count": UNPUBLISHED,
  "search-company": UNPUBLISHED,
  "search-suggestions": UNPUBLISHED,
  "email-verifier": { callsPerMinute: 400, callsPerSecond: 10 },
  "domain-search": { callsPerMinute: 1000, callsPerSecond: 50 },
};
