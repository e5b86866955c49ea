import { expect, test } from "@jest/globals";
import { addReceipt, areAlike } from "../../../src/jobs/kinds/pages";

test("pages that two keys have paid for in turn keep their payers in one property, and beyond it none", () => {
  const nowMs = 1_893_456_054_940;
  let receipts: Parameters<typeof addReceipt>[0] = [];
  for (let page = 1; page <= 1_000; page++) {
    const by = (page % 2 === 0 ? "b" : "a").repeat(16);
    receipts = addReceipt(receipts, page, { boughtMs: nowMs, by, companies: 25_000 }, 25);
  }
  expect(JSON.stringify(receipts).length).toBeLessThan(8_000);
  expect(receipts[0]).toEqual({
    fromPage: 1,
    toPage: 1,
    boughtMs: nowMs,
    rows: 25,
    by: "a".repeat(16),
    companies: 25_000,
  });
  const last = receipts[receipts.length - 1];
  expect(last).toMatchObject({ toPage: 1_000, boughtMs: nowMs });
  expect(last?.by).toBeUndefined();
});

test.each([
  [100, 125, true],
  [100, 126, false],
  [100, 75, true],
  [10_000, 10_100, true],
  [10_000, 10_101, false],
  [10, 0, false],
  [0, 0, true],
])("a search that finds %i companies and then %i goes on: %s", (before, now, goesOn) => {
  const totalsOf = (companies: number) => ({ companies, pages: Math.ceil(companies / 25) });
  expect(areAlike(totalsOf(before), totalsOf(now))).toBe(goesOn);
});
