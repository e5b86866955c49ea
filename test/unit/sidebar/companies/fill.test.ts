import { beforeAll, describe, expect, test } from "@jest/globals";
import { readFill } from "../../../../sidebar/companies/fill-form/read-fill";
import {
  figuresText,
  pagesText,
  receiptText,
  speedText,
  unwrittenText,
} from "../../../../sidebar/companies/fills/fill-texts";
import { firstWish, wishedColumns } from "../../../../sidebar/companies/preview/column-wish";

// The page writes numbers and days in the manner of the browser's language.
beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW_MS = Date.UTC(2026, 10, 21);

describe("how much is filled", () => {
  test("is all there is, without a limit, when nothing is typed", () => {
    expect(readFill({ amount: " ", unit: "pages", cap: "" })).toEqual({ pages: null, capHalves: null, problems: {} });
  });

  test("is counted in pages or in companies, credits in halves", () => {
    expect(readFill({ amount: "37", unit: "pages", cap: "40" })).toMatchObject({ pages: 37, capHalves: 80 });
    expect(readFill({ amount: "1,001", unit: "companies", cap: "0" })).toMatchObject({ pages: 41, capHalves: 0 });
  });

  test.each(["0", "1001", "many", "-3"])("is not %s pages", (amount) => {
    expect(readFill({ amount, unit: "pages", cap: "x" }).problems).toEqual({
      amount: "Give a whole number from 1 to 1000.",
      cap: "Give a whole number.",
    });
  });
});

describe("what is said of a fill", () => {
  const fill = { pagesDone: 37, pages: 50, state: "paused" } as const;

  test("names the pages in the sheet and the next one", () => {
    expect(pagesText(fill)).toBe("Pages 1–37 of 50 are in the sheet, next is 38.");
    expect(pagesText({ ...fill, pages: null, pagesDone: 1 })).toBe("Page 1 is in the sheet, next is 2.");
    expect(pagesText({ ...fill, pagesDone: 50 })).toBe("Pages 1–50 of 50 are in the sheet.");
    expect(pagesText({ ...fill, pagesDone: 0, pages: null })).toBe("No page is in the sheet yet.");
  });

  test("counts rows, duplicates and credits, one as one", () => {
    const figures = { rows: 1, duplicates: 1, spentHalves: 2, freePages: 1 };
    expect(figuresText(figures)).toBe("1 company, 1 duplicate dropped, at most 1 credit, 1 page free");
    expect(figuresText({ rows: 25, duplicates: 0, spentHalves: 0, freePages: 0 })).toBe("25 companies, no credits");
  });

  test("tells the time left by the pages of the last minute", () => {
    expect(speedText(fill, 6)).toBe("6 pages a minute, about 3 minutes left");
    expect(speedText(fill, 0)).toBe("");
    expect(speedText({ ...fill, pages: null }, 1)).toBe("1 page a minute");
  });

  test("tells which pages would cost credits again after 30 days", () => {
    const receipt = { fromPage: 1, toPage: 37, boughtMs: NOW_MS, freeUntilMs: NOW_MS + 30 * DAY_MS, rows: 925 };
    const whole = { ...receipt, duplicates: 0, freePages: 0 };
    expect(receiptText(whole, NOW_MS)).toMatch(/^Pages 1–37, bought .*: 925 companies\. Free again until /);
    expect(receiptText(whole, NOW_MS + 31 * DAY_MS)).toContain("Asking again would cost credits.");
    expect(unwrittenText({ pages: 1, freeUntilMs: NOW_MS }, NOW_MS + 1)).toBe(
      "1 page is bought but not in the sheet. Asking again costs credits.",
    );
  });
});

describe("the columns", () => {
  const columns = ["name", "domain", "logo"].map((name) => ({ name, sample: "", filled: name === "logo" ? 0 : 25 }));

  test("are those that hold something, before the first fill", () => {
    expect(wishedColumns(firstWish({ columns, chosenBefore: [] }))).toEqual(["name", "domain"]);
  });

  test("are those of the last fill in its order, without what has not arrived", () => {
    const wish = firstWish({ columns, chosenBefore: ["logo", "gone", "name"] });
    expect(wishedColumns(wish)).toEqual(["logo", "name"]);
    expect(wish.order).toEqual(["logo", "name", "domain"]);
  });
});
