import type { SearchTotals } from "../../src/jobs/protocol";
import {
  type CompaniesPlan,
  type JobView,
  NOTHING_WRITTEN,
  type ReceiptView,
  type WrittenView,
} from "../../src/jobs/views";
import { COMPANIES_PER_PAGE, MAX_PAGES } from "../../src/service/limits";
import { many, write, writeDay } from "../format";
import { isOpen, spentText } from "../job/job-view";

const day = (ms: number): string => writeDay(ms, { dateStyle: "medium" });
const range = (from: number, to: number): string =>
  from === to ? `Page ${write(from)}` : `Pages ${write(from)}–${write(to)}`;

/** "1,000 pages, the most that a search gives", "20 pages or more" */
export function foundPagesText({ pages, counted, searches }: SearchTotals): string {
  const more = counted < searches ? " or more" : "";
  return `${many(pages, "page")}${more}${pages > 0 && pages >= counted * MAX_PAGES ? ", the most that a search gives" : ""}`;
}

export const nextPagesText = (from: number, to: number): string => range(from, to).toLowerCase();

/** "Pages 1–3 of 10 are in the sheet" @param of the words after the pages */
export const inSheetText = (pages: number, of: string): string =>
  `${range(1, pages)}${of} ${pages === 1 ? "is" : "are"} in the sheet`;

/** If all chosen pages are in the sheet: which companies may come nevertheless, or how to get others. */
export function morePagesText(plan: Pick<CompaniesPlan, "rows" | "pages" | "pagesInAll" | "pagesThere">): string {
  const { rows, pages, pagesInAll, pagesThere } = plan;
  if (pages === null || pages > pagesThere) return "";
  if (rows !== 0) return "Companies that were left out before may come now.";
  return pagesInAll === null || pagesInAll > pagesThere
    ? `For new companies choose more than ${many(pagesThere, "page")} or ${many(pagesThere * COMPANIES_PER_PAGE, "company", "companies")}.`
    : "";
}

/** "Pages 1–37 of 50 are in the sheet, next is 38." For a list that has ended, 50 are all pages of the search. */
export function pagesText(job: Pick<JobView, "written" | "state">): string {
  const { pages, pagesWanted, pagesInAll } = job.written ?? NOTHING_WRITTEN;
  const all = isOpen(job) ? pagesWanted : pagesInAll;
  const of = all === null ? "" : ` of ${write(all)}`;
  if (pages === 0 && all === null) return "No page is in the sheet yet.";
  if (pages === 0) return `0 of ${many(all, "page is", "pages are")} in the sheet.`;
  const next = pages === all ? "" : `, next is ${write(pages + 1)}`;
  return `${inSheetText(pages, of)}${next}.`;
}

/** "925 companies, 12 duplicates skipped, 37 credits spent, up to 3 under way, 5 pages free" */
export function figuresText({ written, spent }: Pick<JobView, "written" | "spent">, isDriven = false): string {
  const { rows, alreadyThere, leftOut, freePages } = written ?? NOTHING_WRITTEN;
  return [
    many(rows, "company", "companies"),
    alreadyThere > 0 && `${many(alreadyThere, "duplicate")} skipped`,
    leftOut > 0 && `${many(leftOut, "company", "companies")} left out`,
    spent.halves > 0 ? spentText(spent, isDriven) : "no credits",
    freePages > 0 && `${many(freePages, "page")} free`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** "Pages 1–37, bought 21 Nov 2026: 925 companies added. Free to get again until 21 Dec 2026." */
export function receiptText(receipt: ReceiptView, nowMs = Date.now()): string {
  const { fromPage, toPage, boughtMs, freeUntilMs, isOtherKeys, rows } = receipt;
  const added = `${many(rows, "company", "companies")} added`;
  if (boughtMs === 0) return `${range(fromPage, toPage)}, paid for before: ${added}.`;
  const free =
    freeUntilMs > nowMs ? `Free to get again until ${day(freeUntilMs)}.` : "Getting them again can cost credits.";
  return `${range(fromPage, toPage)}, bought ${day(boughtMs)}${isOtherKeys ? " with another key" : ""}: ${added}. ${free}`;
}

export function unwrittenText(
  { pages, freeUntilMs }: NonNullable<WrittenView["unwritten"]>,
  isYourKey: boolean,
  nowMs = Date.now(),
): string {
  const paid = `${many(pages, "page is", "pages are")} paid for but not in the sheet yet.`;
  return isYourKey && freeUntilMs > nowMs
    ? `${paid} Resume adds ${pages === 1 ? "it" : "them"} for free until ${day(freeUntilMs)}.`
    : `${paid} Getting ${pages === 1 ? "it" : "them"} again costs credits.`;
}
