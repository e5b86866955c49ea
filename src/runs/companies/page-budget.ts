import { HALVES_PER_PAGE } from "../../service/company-search";
import { createBudget, type GivenBack, type RunBudget } from "../spending";
import type { FillParts } from "./fill-parts";
import { type FillProgress, readProgress, writeProgress } from "./fill-progress";
import type { FillRecord } from "./fill-record";

/** A slice waits 30 s at most, fetches for 60 s at most (facts 2.2) and writes: what is silent for longer is gone. */
const TICKET_MS = 120_000;

/** Credits for pages, and the right to write the next ones. */
interface PageBudget extends RunBudget {
  /** Somebody else has that right, or has used it meanwhile. */
  isTaken: boolean;
  ticket: FillProgress["ticket"];
}

/**
 * Reserves the worst case of each page, and in the same hold of the lock makes sure that nobody else writes the fill's
 * next pages.
 * @param before what is to be kept beside the ticket
 */
export function createPageBudget(
  { store, clock }: FillParts,
  fill: FillRecord,
  before: FillProgress,
  { driverId, pages, given }: { driverId: string; pages: number[]; given: GivenBack },
): PageBudget {
  const credits = createBudget(store, fill, HALVES_PER_PAGE, given, () => clock.nowMs());
  const budget: PageBudget = {
    isTaken: false,
    isExhausted: false,
    isBooked: false,
    ticket: null,
    allow(ids) {
      const { ticket, pagesDone, search } = readProgress(store, fill.id);
      const isOthers = ticket !== null && ticket.driverId !== driverId && ticket.untilMs > clock.nowMs();
      budget.isTaken = isOthers || pagesDone !== before.pagesDone || search !== before.search;
      if (budget.isTaken) return [];
      const allowed = credits.allow(ids);
      budget.isExhausted = credits.isExhausted;
      return allowed;
    },
    take(ids) {
      credits.take(ids);
      budget.isBooked = true;
      budget.ticket = { driverId, untilMs: clock.nowMs() + TICKET_MS, pages: pages.slice(0, ids.length) };
      writeProgress(store, fill.id, { ...before, ticket: budget.ticket, atMs: clock.nowMs() });
    },
  };
  return budget;
}
