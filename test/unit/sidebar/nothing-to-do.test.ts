import { beforeAll, expect, jest, test } from "@jest/globals";

// Imported by its types, the file would bring those of a browser's page into all tests.
const { nothingToDo } = jest.requireActual<{
  nothingToDo(words: object, draft: object, plan: object): string;
}>("../../../sidebar/column-job/kind");

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const WORDS = { input: "email", inputs: "emails", done: "verified" };

const told = (counts: { done?: number; waiting?: number }, toAsk = 0): string =>
  nothingToDo(
    WORDS,
    { rows: "todo" },
    { toAsk, selection: [], counts: { done: 0, waiting: 0, leftOut: 0, foundValid: 0, foundLongAgo: 0, ...counts } },
  );

test("a column whose rows are done says so, and which rows are not because of their formulas", () => {
  const again = "To do it again, choose “All rows, even those verified”.";
  expect(told({ done: 30 })).toBe(`Everything here is verified. ${again}`);
  expect(told({ done: 30, waiting: 1 })).toBe(
    `Everything here is verified, except 1 row whose formula is loading or shows an error. ${again}`,
  );
  expect(told({ done: 30, waiting: 1_200 })).toBe(
    `Everything here is verified, except 1,200 rows whose formulas are loading or show an error. ${again}`,
  );
  expect(told({ waiting: 2 })).toMatch(/^No emails in this column\./);
  expect(told({ done: 30, waiting: 1 }, 1)).toBe("");
});
