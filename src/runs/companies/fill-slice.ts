import { refusalOf } from "../../refusal";
import type { Refusal } from "../../result";
import { findSilence } from "../find-silence";
import { openForRun } from "../open-for-run";
import type { RunService } from "../run-parts";
import { isRefused, notRunning, refusal } from "../run-refusal";
import { reserveOf } from "../spending";
import { ACTIVE_LATELY_MS, LATEST_START_MS } from "../take-batch";
import { type AskedPages, askPages } from "./ask-pages";
import type { FillParts } from "./fill-parts";
import { type FillProgress, readProgress, writeProgress } from "./fill-progress";
import { type FillRecord, readFill, readSearches } from "./fill-record";
import { fillView, isOver } from "./fill-view";
import { createPageBudget } from "./page-budget";
import type { FillSliceReport, FillSliceRequest, HeldPage } from "./views";
import { type WrittenPages, writePages } from "./write-pages";

/** Bought but not in the sheet, at most (design 3.9). */
const PAGES_AHEAD = 4;

/** Together longer than a ticket is valid. */
const BUSY_WAIT_MS = 5_000;
const MOST_BUSY_WAITS = 30;

type Report = Omit<FillSliceReport, "fill">;

/** Asks the next pages of a fill and writes those that have come, in their order. */
export function fillPages(parts: FillParts, request: FillSliceRequest): FillSliceReport | Refusal {
  const { clock, store } = parts;
  const fill = readFill(store, request.fillId);
  if (!fill) return refusal("RUN_GONE");
  if (fill.state !== "running") return notRunning(fill);
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  const service = openForRun(parts, fill);
  const found = readProgress(store, fill.id);
  const view = (progress: FillProgress) => fillView(parts, fill, "", progress, !isRefused(service));
  const { unspentHalves, freeAnswers } = request;
  const report: Report = {
    writtenPages: 0,
    held: [],
    failure: null,
    waitedMs: 0,
    unspentHalves,
    freeAnswers,
    isOver: isOver(fill, found),
    stop: isRefused(service) ? service : null,
    silence: null,
  };
  if (isRefused(service) || report.isOver) return { ...report, fill: view(found) };
  const progress = { ...countLost(found), driver: driverOf(found, request.driverId, clock.nowMs()) };
  const held = request.held.filter(({ search, page }) => search === progress.search && page >= progress.page);
  const answer = ask(parts, service, fill, progress, request, held, report);
  if (!answer) return { ...report, held, fill: view(found) };
  const { asked, ticket } = answer;

  const pages = [...held, ...asked.pages].sort((a, b) => a.page - b.page);
  const bought = noteBought(progress, asked, clock.nowMs());
  // Kept before anything is written: should this execution end now, these pages are known to be paid for.
  if (asked.pages.length > 0) writeProgress(store, fill.id, { ...bought, ticket });
  const isFresh = request.isFirst || progress.page <= progress.unsureTo;
  const { isEmpty } = asked;
  const written = writeSafely(parts, { progress: bought, pages: 0, held: pages, stop: null }, (attempt) =>
    writePages(parts, fill, bought, pages, { isEmpty, isFresh: isFresh || attempt > 1 }),
  );
  const left = { ...written.progress, ...acceptedBy(asked.stop), ticket: null, atMs: clock.nowMs() };
  writeProgress(store, fill.id, left);
  return {
    ...report,
    fill: view(left),
    writtenPages: written.pages,
    held: written.held,
    failure: asked.failure,
    isOver: isOver(fill, written.progress),
    stop: written.stop ?? report.stop ?? asked.stop,
  };
}

/** Google fails now and then for some seconds. */
const FAILED_WAIT_MS = 3_000;
const MOST_ATTEMPTS = 6;

/** What Google fails at all the time does not lose the answers: they are held, and the fill pauses with its words. */
function writeSafely(
  { clock }: FillParts,
  unwritten: WrittenPages,
  write: (attempt: number) => WrittenPages,
): WrittenPages {
  for (let attempt = 1; ; attempt++) {
    try {
      return write(attempt);
    } catch (thrown) {
      const words = thrown instanceof Error ? thrown.message : String(thrown);
      if (attempt === MOST_ATTEMPTS) return { ...unwritten, stop: refusal("NOT_WRITTEN", words) };
      clock.sleep(FAILED_WAIT_MS);
    }
  }
}

/** Kept with the next turn. */
const driverOf = ({ driver }: FillProgress, id: string, nowMs: number): FillProgress["driver"] =>
  driver?.id === id ? driver : { id, sinceMs: nowMs };

/** Who resumes after being told takes what the service says then for true. */
function acceptedBy(stop: Refusal | null): Partial<FillProgress> {
  return stop?.code === "TOTALS_CHANGED" || stop?.code === "CHARGED_AGAIN" ? { totals: null, bought: [] } : {};
}

/** Pages that an execution was asking when it died may have been charged. */
function countLost(progress: FillProgress): FillProgress {
  const pages = progress.ticket?.pages ?? [];
  if (pages.length === 0) return progress;
  const unsureTo = Math.max(progress.unsureTo, ...pages);
  return { ...progress, unsureTo, lost: addLost(progress.lost, pages) };
}

function addLost(lost: FillProgress["lost"], pages: number[]): FillProgress["lost"] {
  const times = new Map(lost);
  for (const page of pages) times.set(page, (times.get(page) ?? 0) + 1);
  return [...times];
}

function ask(
  parts: FillParts,
  service: RunService,
  fill: FillRecord,
  progress: FillProgress,
  request: FillSliceRequest,
  held: HeldPage[],
  report: Report,
): { asked: AskedPages; ticket: FillProgress["ticket"] } | null {
  const { clock, store, newId } = parts;
  const filters = readSearches(store, fill)[progress.search];
  const wanted = pagesToAsk(fill, progress, held).slice(0, request.isAlone ? 1 : PAGES_AHEAD);
  if (!filters || wanted.length === 0) {
    report.stop = refusal("RUN_GONE");
    return null;
  }
  const isActive = (): boolean => progress.atMs > clock.nowMs() - ACTIVE_LATELY_MS;
  const limiter = service.limiterOf("search-company", isActive);
  const { driverId, unspentHalves, freeAnswers } = request;
  const given = { unspentHalves, freeAnswers };
  const budget = createPageBudget(parts, fill, progress, { driverId, pages: wanted, given });
  const startedMs = clock.nowMs();
  // Nobody but the holder of the ticket asks these pages: the names only have to differ.
  const prefix = newId();
  const ids = wanted.map((page) => `${prefix}x${page}`);
  const latestStartMs = startedMs + LATEST_START_MS;
  const { granted } = limiter.awaitTurn({ ids, latestStartMs, superseded: new Map() }, { reserve: reserveOf(budget) });
  report.waitedMs = clock.nowMs() - startedMs;
  if (budget.isBooked) Object.assign(report, { unspentHalves: 0, freeAnswers: 0 });
  // Another sidebar, or this one before it was opened again: its slice ends, or is given up when its ticket expires.
  if (budget.isTaken && request.attempts >= MOST_BUSY_WAITS) report.stop = refusal("FILL_BUSY");
  else if (budget.isTaken) report.failure = { code: "FILL_BUSY", retryMs: BUSY_WAIT_MS };
  else if (budget.isExhausted) report.stop = refusal("CAP_REACHED");
  else if (granted.length === 0) report.failure = { code: "NO_TURN", retryMs: 0 };
  if (granted.length === 0) return null;

  const asked = askPages(service, fill, progress, filters, wanted.slice(0, granted.length), {
    attempts: request.attempts,
    nowMs: clock.nowMs(),
  });
  report.unspentHalves += asked.unspentHalves;
  report.freeAnswers += asked.freeAnswers;
  if (asked.refused > 0) limiter.noteRefusals(asked.refused);
  if (asked.failure?.code === "NO_ANSWER" && asked.pages.length === 0) {
    const silence = findSilence(service);
    report.silence = silence && refusalOf(silence);
  }
  return { asked, ticket: budget.ticket };
}

/** The next pages of this search that are not held yet. Until it is known how many there are, one. */
function pagesToAsk(fill: FillRecord, { page, totals, pagesDone }: FillProgress, held: HeldPage[]): number[] {
  const wanted = fill.pagesWanted === null ? Number.POSITIVE_INFINITY : fill.pagesWanted - pagesDone;
  const last = Math.min(totals?.pages ?? page, page + wanted - 1);
  const ahead = Array.from({ length: PAGES_AHEAD }, (_, i) => page + i);
  return ahead.filter((each) => each <= last && !held.some((other) => other.page === each));
}

function noteBought(progress: FillProgress, { pages, totals, lost }: AskedPages, nowMs: number): FillProgress {
  const came = pages.map(({ page }) => page);
  const known = new Map(progress.bought);
  const times = pages.map(({ page, isFree }): [number, number] => [page, isFree ? (known.get(page) ?? nowMs) : nowMs]);
  return {
    ...progress,
    totals,
    bought: [...progress.bought.filter(([page]) => !came.includes(page)), ...times],
    lost: addLost(
      progress.lost.filter(([page]) => !came.includes(page)),
      lost,
    ),
  };
}
