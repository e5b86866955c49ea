import { FREE_AGAIN_MS } from "../../service/company-search";
import type { PageReceipts } from "./views";

/** One page in the sheet: bought when, written where. */
export interface PageReceipt {
  search: number;
  page: number;
  boughtMs: number;
  isFree: boolean;
  rows: number;
  duplicates: number;
  /** Where its first row was written; people move rows. */
  row: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const RADIX = 36;

/** Receipts as text: seven numbers each, some 20 letters. */
export const writeReceipts = (receipts: PageReceipt[]): string =>
  receipts
    .map(({ search, page, boughtMs, isFree, rows, duplicates, row }) =>
      [search, page, Math.floor(boughtMs / MINUTE_MS), Number(isFree), rows, duplicates, row]
        .map((number) => number.toString(RADIX))
        .join("."),
    )
    .join(" ");

export function readReceipts(text: string): PageReceipt[] {
  return text
    .split(" ")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const numbers = entry.split(".").map((part) => Number.parseInt(part, RADIX));
      const [search = 0, page = 0, minutes = 0, free = 0, rows = 0, duplicates = 0, row = 0] = numbers;
      return { search, page, boughtMs: minutes * MINUTE_MS, isFree: free === 1, rows, duplicates, row };
    });
}

/** Receipts by the day of the purchase, counted over all searches of a long list. */
export function summariseReceipts(receipts: PageReceipt[]): PageReceipts[] {
  const groups: PageReceipts[] = [];
  receipts.forEach(({ boughtMs, isFree, rows, duplicates }, index) => {
    let group = groups[groups.length - 1];
    if (!group || Math.floor(group.boughtMs / DAY_MS) !== Math.floor(boughtMs / DAY_MS)) {
      group = {
        fromPage: index + 1,
        toPage: index + 1,
        boughtMs,
        freeUntilMs: boughtMs + FREE_AGAIN_MS,
        rows: 0,
        duplicates: 0,
        freePages: 0,
      };
      groups.push(group);
    }
    group.toPage = index + 1;
    group.rows += rows;
    group.duplicates += duplicates;
    group.freePages += Number(isFree);
  });
  return groups;
}
