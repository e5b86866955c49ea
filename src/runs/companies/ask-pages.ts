import { nextWaitMs } from "../../pacing/retry";
import { refusalOf, refuse } from "../../refusal";
import type { Refusal } from "../../result";
import { cellOf } from "../../service/cells";
import { FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/company-search";
import { isAccountFailure, retryReason, type ServiceError } from "../../service/errors";
import { searchCompanies } from "../../service/operations";
import type { Outcome } from "../../service/read-answer";
import type { CompanyFilters, CompanyPage } from "../../service/resources";
import type { RunService } from "../run-parts";
import { refusal } from "../run-refusal";
import { isSurelyUndone } from "../take-batch";
import { identityOf, keysOf } from "./company-key";
import type { FillProgress } from "./fill-progress";
import type { FillRecord } from "./fill-record";
import { type PageTotals, readTotals } from "./totals";
import type { CompanyRow, HeldPage } from "./views";

/** A page cannot be left out: it is asked more patiently than a row, and in the end the fill pauses (design 3.12). */
const MOST_ATTEMPTS = 20;
const MOST_ATTEMPTS_OF_A_FAULT = 6;
/** `nextWaitMs` has waits for so many attempts; later ones wait as long as the last. */
const LISTED_WAITS = 3;

/** What asking some pages has led to. */
export interface AskedPages {
  /** Pages that came, in any order. */
  pages: HeldPage[];
  totals: PageTotals | null;
  /** The search has no companies at all. */
  isEmpty: boolean;
  unspentHalves: number;
  freeAnswers: number;
  /** Pages whose answers were lost: each may have been charged. */
  lost: number[];
  /** Calls that were refused as too fast. */
  refused: number;
  failure: { code: string; retryMs: number } | null;
  /** Why the fill cannot go on after the pages that came. */
  stop: Refusal | null;
}

/** Sends pages of one search together and reads what comes back, in the order of the pages. */
export function askPages(
  service: RunService,
  fill: FillRecord,
  progress: FillProgress,
  filters: CompanyFilters,
  pages: number[],
  { attempts, nowMs }: { attempts: number; nowMs: number },
): AskedPages {
  const asked: AskedPages = {
    pages: [],
    totals: progress.totals,
    isEmpty: false,
    unspentHalves: 0,
    freeAnswers: 0,
    lost: [],
    refused: 0,
    failure: null,
    stop: null,
  };
  const outcomes = service.client.askAll(pages.map((page) => searchCompanies(filters, page)));
  pages.forEach((page, i) => {
    const outcome = outcomes[i] as Outcome<CompanyPage>;
    if (outcome.ok) takePage(asked, fill, progress, page, outcome.result, nowMs);
    else takeFailure(asked, page, page === progress.page, outcome.error, attempts + 1);
  });
  return asked;
}

function takePage(
  asked: AskedPages,
  fill: FillRecord,
  progress: FillProgress,
  page: number,
  answer: CompanyPage,
  nowMs: number,
): void {
  const isFree = answer.free || answer.results.length === 0;
  const isLately = progress.atMs > nowMs - FREE_AGAIN_MS;
  const [, lost = 0] = progress.lost.find(([lostPage]) => lostPage === page) ?? [];
  const lostTimes = isFree || isLately ? lost : 0;
  if (isFree) asked.freeAnswers++;
  // A page is paid for once: now, or by one of the attempts whose answers were lost.
  asked.unspentHalves += HALVES_PER_PAGE * (isFree && lostTimes === 0 ? 1 : lostTimes);
  if (asked.stop?.code === "TOTALS_CHANGED") return;
  const totals = readTotals(answer);
  asked.totals ??= totals;
  if (totals.companies !== asked.totals.companies || totals.pages !== asked.totals.pages) {
    asked.stop = refusal("TOTALS_CHANGED", `${asked.totals.companies} companies before, ${totals.companies} now`);
    return;
  }
  const [, boughtMs = 0] = progress.bought.find(([boughtPage]) => boughtPage === page) ?? [];
  const isPaid = boughtMs > nowMs - FREE_AGAIN_MS;
  if (isPaid && !isFree) asked.stop ??= refusal("CHARGED_AGAIN", `page ${page}`);
  const companies = answer.results.map(({ company }, i) => rowOf(company, fill.columns, `${page}.${i}`));
  asked.pages.push({ search: progress.search, page, isFree, companies });
}

/** @param place tells a company without any identity from all others */
function rowOf(company: Record<string, unknown>, columns: string[], place: string): CompanyRow {
  const [key = `none:${place}`, ...otherKeys] = keysOf(identityOf(company ?? {}));
  return { key, otherKeys, cells: columns.map((name) => cellOf(company, name)) };
}

function takeFailure(asked: AskedPages, page: number, isNext: boolean, error: ServiceError, attempts: number): void {
  const { code, status } = error;
  if (status === 429) asked.refused++;
  if (isSurelyUndone(error)) asked.unspentHalves += HALVES_PER_PAGE;
  else asked.lost.push(page);
  if (!isNext) return;
  if (code === "NO_RESULTS") {
    asked.isEmpty = true;
    return;
  }
  const isFault = code === "INTERNAL_ERROR" || (status !== null && status >= 500);
  const reason = retryReason(error) ?? (isFault ? "server" : null);
  const most = code === "INTERNAL_ERROR" ? MOST_ATTEMPTS_OF_A_FAULT : MOST_ATTEMPTS;
  if (reason === null || isAccountFailure(error)) asked.stop ??= refusalOf(error);
  else if (attempts >= most) {
    const remedy = "What is done is kept. Resume the fill later.";
    asked.stop ??= refuse(code, `The service has failed ${attempts} times in a row (${code}).`, remedy);
  } else asked.failure = { code, retryMs: nextWaitMs(reason, Math.min(attempts, LISTED_WAITS)) ?? 0 };
}
