import type { FillView, PageReceipts } from "../../../src/runs/companies/views";
import { HALVES_PER_PAGE } from "../../../src/service/company-search";
import type { Spent } from "../../format/credits";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";

const count = (number: number): string => writeCount(number, userLocale());
const many = (number: number, what: string): string => `${count(number)} ${what}${number === 1 ? "" : "s"}`;
const day = (ms: number): string => new Intl.DateTimeFormat(userLocale(), { dateStyle: "medium" }).format(ms);
const range = (from: number, to: number): string =>
  from === to ? `Page ${count(from)}` : `Pages ${count(from)}–${count(to)}`;

/** "Pages 1–37 of 50 are in the sheet, next is 38." */
export function pagesText({ pagesDone, pages, state }: Pick<FillView, "pagesDone" | "pages" | "state">): string {
  const of = pages === null ? "" : ` of ${count(pages)}`;
  const next = state === "finished" || pagesDone === pages ? "" : `, next is ${count(pagesDone + 1)}`;
  if (pagesDone === 0) return pages === null ? "No page is in the sheet yet." : `None${of} pages is in the sheet yet.`;
  return `${range(1, pagesDone)}${of} ${pagesDone === 1 ? "is" : "are"} in the sheet${next}.`;
}

/** "925 companies, 12 duplicates dropped, at most 37 credits, 5 pages free". */
export function figuresText(fill: Pick<FillView, "rows" | "duplicates" | "spentHalves" | "freePages">): string {
  return [
    fill.rows === 1 ? "1 company" : `${count(fill.rows)} companies`,
    fill.duplicates > 0 && `${many(fill.duplicates, "duplicate")} dropped`,
    fill.spentHalves > 0 ? `at most ${many(fill.spentHalves / 2, "credit")}` : "no credits",
    fill.freePages > 0 && `${many(fill.freePages, "page")} free`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What more of a fill can cost. */
export const spentBy = ({ capHalves, spentHalves, pages, pagesDone }: FillView): Spent => ({
  capHalves,
  spentHalves,
  eachHalves: HALVES_PER_PAGE,
  leftHalves: pages === null ? null : (pages - pagesDone) * HALVES_PER_PAGE,
});

/** "12 pages a minute, about 3 minutes left"; empty before the first pages. */
export function speedText({ pages, pagesDone }: Pick<FillView, "pages" | "pagesDone">, pagesPerMinute: number): string {
  if (pagesPerMinute === 0) return "";
  const minutes = pages === null ? null : Math.ceil((pages - pagesDone) / pagesPerMinute);
  return `${many(pagesPerMinute, "page")} a minute${minutes === null ? "" : `, about ${many(minutes, "minute")} left`}`;
}

/** "Pages 1–37, bought 21 Nov 2026: 925 companies. Free again until 21 Dec 2026." */
export function receiptText({ fromPage, toPage, boughtMs, freeUntilMs, rows }: PageReceipts, nowMs: number): string {
  const free = freeUntilMs > nowMs ? `Free again until ${day(freeUntilMs)}.` : "Asking again would cost credits.";
  return `${range(fromPage, toPage)}, bought ${day(boughtMs)}: ${count(rows)} companies. ${free}`;
}

/** Pages that were bought when the fill ended in the middle. */
export function unwrittenText(unwritten: NonNullable<FillView["unwritten"]>, nowMs: number): string {
  const { pages, freeUntilMs } = unwritten;
  const what = `${many(pages, "page")} ${pages === 1 ? "is" : "are"} bought but not in the sheet.`;
  return freeUntilMs > nowMs
    ? `${what} Free to ask again until ${day(freeUntilMs)}.`
    : `${what} Asking again costs credits.`;
}
