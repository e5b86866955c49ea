import type { Refusal } from "../../result";
import { settle } from "../question-budget";
import type { RunParts } from "../run-parts";
import { type FoundPlace, foundName, parse, type RunRecord, type RunStore } from "../run-record";
import { isRefused, refusal } from "../run-refusal";
import type { SliceReport, SliceRequest } from "../slices";
import {
  type AppendedEmails,
  type AppendState,
  appendEmails,
  makeEmailColumns,
  NOTHING_APPENDED,
} from "./emails-sheet";

/** What is known of a sheet of found emails, and who writes there. */
interface SheetState {
  state: AppendState;
  /** The run that has left it so: what another one wrote is read anew. */
  runId: string;
  ticket: { id: string; untilMs: number } | null;
}

/** How many emails a run has found. */
export interface FoundCounts {
  emails: number;
  alreadyThere: number;
}

/** Many times what writing takes; whoever has died over it is waited out. */
const TICKET_MS = 60_000;

/** Turns are taken under the same lock: who does not get it comes again. */
const LOCK_WAIT_MS = 10_000;

const stateName = (sheetId: number): string => `emails:${sheetId}`;

/** What a run has written until now. */
export const readFound = (store: Pick<RunStore, "get">, runId: string): FoundCounts => ({
  emails: 0,
  alreadyThere: 0,
  ...parse<FoundCounts>(store.get(foundName(runId))),
});

/**
 * Writes the emails of companies whose results are filed next: a crash in between only makes them be found there.
 * @returns false when they do not stand there, and the report says why
 */
export function writeEmails(
  parts: RunParts,
  run: RunRecord,
  find: FoundPlace,
  { fill, isPrepared }: Pick<SliceRequest, "fill" | "isPrepared">,
  report: SliceReport,
): boolean {
  const { store } = parts;
  const companies = fill.flatMap(({ key, company = key, emails = [] }) =>
    emails.length > 0 ? [{ company, rows: emails }] : [],
  );
  if (companies.length === 0 && isPrepared) return true;
  const taken = takeTicket(parts, run, find.sheetId, report);
  if (!taken) {
    report.isWriterBusy = true;
    return false;
  }
  const { before, id } = taken;
  // A ticket that was left behind says that somebody has died over writing.
  const isFresh = before === null || before.ticket !== null || before.runId !== run.id;
  // Meanwhile another execution makes the columns beside the companies: together they would take twice as long.
  const append = (): AppendedEmails | Refusal => {
    const missing = isFresh && find.hasMadeSheet ? makeEmailColumns(parts, find) : null;
    const state = before?.state ?? NOTHING_APPENDED;
    return missing ?? appendEmails(parts, { id: run.id, emails: find }, companies, state, isFresh);
  };
  const done = givenBackIfThrown(parts, find.sheetId, id, append);
  if (isRefused(done)) {
    leave(parts, find.sheetId, id, null);
    report.stop = done.code === "SHEET_GONE" ? refusal("EMAILS_GONE") : done;
    return false;
  }
  const { written, alreadyThere } = done;
  leave(parts, find.sheetId, id, { state: done.state, runId: run.id, ticket: null });
  const counts = readFound(store, run.id);
  const sum = { emails: counts.emails + written, alreadyThere: counts.alreadyThere + alreadyThere };
  store.set(foundName(run.id), JSON.stringify(sum));
  Object.assign(report, { emailsWritten: written, alreadyThere });
  return true;
}

/**
 * One execution at a time writes a sheet's emails; the lock, which turns need too, is not held meanwhile. What is known
 * of credits when nobody takes turns is booked along with it.
 */
function takeTicket(
  { store, lock, clock, newId }: RunParts,
  run: RunRecord,
  sheetId: number,
  report: SliceReport,
): { before: SheetState | null; id: string } | null {
  if (!lock.tryLock(LOCK_WAIT_MS)) return null;
  try {
    settle(store, run.id, report, clock.nowMs());
    Object.assign(report, { costs: [], freeAnswers: 0 });
    const before = parse<SheetState>(store.get(stateName(sheetId)));
    if (before?.ticket && before.ticket.untilMs > clock.nowMs()) return null;
    const ticket = { id: newId(), untilMs: clock.nowMs() + TICKET_MS };
    const { state, runId } = before ?? { state: NOTHING_APPENDED, runId: "" };
    store.set(stateName(sheetId), JSON.stringify({ state, runId, ticket }));
    return { before, id: ticket.id };
  } finally {
    lock.release();
  }
}

/** What throws, as writing into a sheet that was deleted just now does, must not hold up the next who writes. */
function givenBackIfThrown<Done>(parts: RunParts, sheetId: number, id: string, work: () => Done): Done {
  try {
    return work();
  } catch (thrown) {
    leave(parts, sheetId, id, null);
    throw thrown;
  }
}

/** Unless the ticket has run out and is somebody else's by now. */
function leave({ store }: RunParts, sheetId: number, id: string, after: SheetState | null): void {
  if (parse<SheetState>(store.get(stateName(sheetId)))?.ticket?.id !== id) return;
  if (after) store.set(stateName(sheetId), JSON.stringify(after));
  else store.remove(stateName(sheetId));
}
