import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  figuresText,
  foundPagesText,
  morePagesText,
  pagesText,
  receiptText,
  unwrittenText,
} from "../../../../sidebar/companies/job-texts";
import {
  firstChoices,
  formOf,
  previewFacts,
  readAmount,
  roundedText,
  wantedColumns,
} from "../../../../sidebar/companies/list-choices";
import { type JobView, NOTHING_WRITTEN, type WrittenView } from "../../../../src/jobs/views";

// The page writes numbers and days in the manner of the browser's language.
beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW_MS = Date.UTC(2026, 10, 21);

test.each([
  [{ pages: 20, counted: 1, searches: 1 }, "20 pages"],
  [{ pages: 20, counted: 1, searches: 3 }, "20 pages or more"],
  [{ pages: 1_000, counted: 1, searches: 1 }, "1,000 pages, the most that a search gives"],
  [{ pages: 1_500, counted: 2, searches: 2 }, "1,500 pages"],
])("a preview of %j tells of %s", (totals, text) => {
  expect(foundPagesText({ companies: 100_000, ...totals })).toBe(text);
});

test("a list that is run again goes into a new sheet of the same name", () => {
  const target = { kind: "new", sheetName: "Bakers" } as const;
  const choices = { kind: "companies", filters: {}, totals: null, pages: 5, target } as const;
  const form = formOf({ choices: { ...choices, columns: [], toAsk: null, capHalves: null }, leaveOut: null });
  expect(form).toMatchObject({ place: null, draft: { sheetName: "Bakers", amount: "5" } });
});

describe("how much is written", () => {
  test("is all there is, without a limit, when nothing is typed", () => {
    expect(readAmount({ amount: " ", unit: "pages" })).toEqual({ pages: null, problem: "" });
  });

  test("is counted in pages or in companies", () => {
    expect(readAmount({ amount: "37", unit: "pages" })).toEqual({ pages: 37, problem: "" });
    expect(readAmount({ amount: "1,001", unit: "companies" })).toEqual({ pages: 41, problem: "" });
  });

  test("is told when whole pages give more companies than are wanted", () => {
    const text = "30 companies are 2 pages of 25: whole pages are paid for and added.";
    expect(roundedText({ amount: "30", unit: "companies" })).toBe(text);
    expect(roundedText({ amount: "50", unit: "companies" })).toBe("");
    expect(roundedText({ amount: "30", unit: "pages" })).toBe("");
    expect(roundedText({ amount: "some", unit: "companies" })).toBe("");
  });

  test.each(["0", "1001", "many", "-3"])("is not %s pages", (amount) => {
    expect(readAmount({ amount, unit: "pages" }).problem).toBe("Give a whole number from 1 to 1,000.");
  });
});

describe("what is said of a list", () => {
  const written: WrittenView = { ...NOTHING_WRITTEN, pages: 37, pagesWanted: 50, pagesInAll: 90 };
  const of = (changes: Partial<WrittenView>, state: JobView["state"] = "paused") => ({
    written: { ...written, ...changes },
    state,
  });

  test("names the pages in the sheet and the next one", () => {
    expect(pagesText(of({}))).toBe("Pages 1–37 of 50 are in the sheet, next is 38.");
    expect(pagesText(of({ pagesWanted: null, pages: 1 }))).toBe("Page 1 is in the sheet, next is 2.");
    expect(pagesText(of({ pages: 50 }))).toBe("Pages 1–50 of 50 are in the sheet.");
    expect(pagesText({ written: null, state: "running" })).toBe("No page is in the sheet yet.");
    // Done as wanted, which need not be all that there is.
    expect(pagesText(of({ pages: 50 }, "finished"))).toBe("Pages 1–50 of 90 are in the sheet, next is 51.");
    expect(pagesText(of({ pages: 90 }, "finished"))).toBe("Pages 1–90 of 90 are in the sheet.");
  });

  test("counts rows, duplicates and credits, one as one", () => {
    const spent = { halves: 2, heldHalves: 0, isExact: false, isSettledExact: false, freeAnswers: 1 };
    expect(figuresText({ ...of({ rows: 1, alreadyThere: 1, freePages: 1 }), spent })).toBe(
      "1 company, 1 duplicate skipped, at most 1 credit spent, 1 page free",
    );
    expect(figuresText({ ...of({ rows: 25 }), spent: { ...spent, halves: 0 } })).toBe("25 companies, no credits");
    // Reserved at the worst until the answer tells.
    const asking = { ...of({}), spent: { ...spent, halves: 6, heldHalves: 4, isSettledExact: true } };
    expect(figuresText(asking, true)).toBe("0 companies, 1 credit spent, up to 2 under way");
  });

  test("tells which pages would cost credits again after 30 days", () => {
    const receipt = {
      fromPage: 1,
      toPage: 37,
      boughtMs: NOW_MS,
      freeUntilMs: NOW_MS + 30 * DAY_MS,
      isOtherKeys: false,
      rows: 925,
    };
    expect(receiptText(receipt, NOW_MS)).toMatch(
      /^Pages 1–37, bought .*: 925 companies added\. Free to get again until /,
    );
    const free = { ...receipt, boughtMs: 0, freeUntilMs: 0, rows: 0 };
    expect(receiptText(free, NOW_MS)).toBe("Pages 1–37, paid for before: 0 companies added.");
    expect(receiptText(receipt, NOW_MS + 31 * DAY_MS)).toContain("Getting them again can cost credits.");
    expect(receiptText({ ...receipt, freeUntilMs: 0, isOtherKeys: true }, NOW_MS)).toMatch(
      /^Pages 1–37, bought .* with another key: 925 companies added\. Getting them again can cost credits\.$/,
    );
    const again = "1 page is paid for but not in the sheet yet. Getting it again costs credits.";
    expect(unwrittenText({ pages: 1, freeUntilMs: NOW_MS }, true, NOW_MS + 1)).toBe(again);
    expect(unwrittenText({ pages: 1, freeUntilMs: NOW_MS }, false, NOW_MS - 1)).toBe(again);
  });
});

describe("the columns", () => {
  const columns = ["name", "domain", "logo"].map((name) => ({ name, sample: "", filled: name === "logo" ? 0 : 25 }));

  test("are those that hold something, before the first list", () => {
    expect(wantedColumns(firstChoices({ columns, chosenBefore: [] }))).toEqual(["name", "domain"]);
  });

  test("are the ten that most people want, before the first list: no ids, nothing twice", () => {
    const names = ["anon_id", "website", "domain", "location.city", "a.b.c", "name", "size", "headcount", "industry"];
    const more = Array.from({ length: 20 }, (_, i) => `more_${i}`);
    const all = [...names, ...more].map((name) => ({ name, sample: "", filled: 25 }));
    const choices = firstChoices({ columns: all, chosenBefore: [] });
    expect(wantedColumns(choices)).toEqual([
      "name",
      "website",
      "industry",
      "size",
      "location.city",
      ...more.slice(0, 5),
    ]);
    expect(choices.order).toHaveLength(29);
  });

  test("that the preview shows tell where a company is", () => {
    const names = ["anon_id", "website", "location.country", "name", "industry", "location.city", "size"];
    expect(previewFacts(names, ["name", "website", "industry", "size"])).toEqual([
      { header: "Name", columns: [3] },
      { header: "Website", columns: [1] },
      { header: "Industry", columns: [4] },
      { header: "Location", columns: [5, 2] },
    ]);
    expect(previewFacts(["name", "size"], ["size"])).toEqual([{ header: "Size", columns: [1] }]);
  });

  test("are those of the last list in its order, without what has not arrived", () => {
    const choices = firstChoices({ columns, chosenBefore: ["logo", "gone", "name"] });
    expect(wantedColumns(choices)).toEqual(["logo", "name"]);
    expect(choices.order).toEqual(["logo", "name", "domain"]);
  });
});

test.each([
  [1, "0 of 1 page is in the sheet."],
  [7, "0 of 7 pages are in the sheet."],
  [null, "No page is in the sheet yet."],
])("of %s pages none is in the sheet", (pagesWanted, text) => {
  expect(pagesText({ state: "running", written: { ...NOTHING_WRITTEN, pagesWanted } })).toBe(text);
});

const MORE = "For new companies choose more than 4 pages or 100 companies.";
const LEFT_OUT = "Companies that were left out before may come now.";

test.each([
  ["4 of 10 pages, of which 4 are there", { pages: 4, pagesInAll: 10, rows: 0 }, MORE],
  ["2 of 10 pages", { pages: 2, pagesInAll: 10, rows: 0 }, MORE],
  ["4 pages of nobody knows how many", { pages: 4, pagesInAll: null, rows: 0 }, MORE],
  ["4 of 4 pages", { pages: 4, pagesInAll: 4, rows: 0 }, ""],
  ["2 of 4 pages", { pages: 2, pagesInAll: 4, rows: 0 }, ""],
  ["5 of 10 pages", { pages: 5, pagesInAll: 10, rows: 25 }, ""],
  ["4 of 4 pages, from which some were left out", { pages: 4, pagesInAll: 4, rows: 15 }, LEFT_OUT],
])("an append of %s advises more pages only if there are more", (_what, plan, text) => {
  expect(morePagesText({ ...plan, pagesThere: 4 })).toBe(text);
});
