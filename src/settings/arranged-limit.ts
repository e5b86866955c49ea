import { RATE_LIMITS, type RateLimit } from "../service/limits";
import type { Operation } from "../service/operations";
import type { Options } from "./views";

/** An even flow needs a little more than its share of each second. */
const BURST_ROOM = 1.2;

/** The limit that holds for a user: the arranged one, else the service's own. */
export function limitFor(operation: Operation, { callsPerMinute }: Options): RateLimit {
  const usual = RATE_LIMITS[operation];
  const arranged = (callsPerMinute as Partial<Record<Operation, number>>)[operation];
  if (arranged === undefined) return usual;
  // Nothing is said about bursts in an arrangement; below what the minute needs it could not be used.
  const needed = Math.ceil((arranged / 60) * BURST_ROOM);
  return { callsPerMinute: arranged, callsPerSecond: Math.min(arranged, Math.max(usual.callsPerSecond, needed)) };
}
