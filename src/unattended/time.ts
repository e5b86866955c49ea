import type { JobOperation } from "../jobs/views";
import { MAX_A_DAY_MS, MINUTE_MS, RUN_MS } from "./limits";

/**
 * Questions done in a minute without overlap, measured in virtual time on a Google as documented; for verifications
 * with the service's own spread of times (`npm run bench -- closed`).
 */
const PER_MINUTE: Record<JobOperation, number> = { "email-verifier": 92, "domain-search": 200, "search-company": 20 };

/** Executions that overlap on average: four need a while to begin, and to end. */
const OVERLAPPING = 2.5;

const DAY_MINUTES = 24 * 60;

/**
 * Estimates how long triggers take for a job, from their time a day and how often they come. Google permits more calls
 * of the service than can be made in that time (google.fetches-a-day).
 * @param everyMinutes 1 in a script that is bound to its sheet, 60 in an add-on @returns seconds
 */
export function secondsUnattended(operation: JobOperation, questions: number, everyMinutes: number): number {
  if (questions === 0) return 0;
  const [runMinutes, dayMinutes] = [RUN_MS / MINUTE_MS, MAX_A_DAY_MS / MINUTE_MS];
  const minutes = questions / PER_MINUTE[operation];
  const days = Math.floor(minutes / dayMinutes);
  const runs = Math.ceil((minutes - days * dayMinutes) / runMinutes);
  // The next execution begins with the next minute, or hour, after the last one has ended.
  const betweenStarts = Math.max(everyMinutes, runMinutes + everyMinutes / 2);
  const inTurn = (runs - 1) * betweenStarts + Math.min(runMinutes, minutes);
  // Executions that find emails have the same operation as details, but wait for each other.
  const isTogether = everyMinutes < runMinutes && operation === "email-verifier";
  const together = 3 * everyMinutes + (minutes - days * dayMinutes) / OVERLAPPING;
  const rest = isTogether ? Math.min(inTurn, together) : inTurn;
  return Math.round((everyMinutes + days * DAY_MINUTES + rest) * 60);
}
