import { beforeAll, expect, jest, test } from "@jest/globals";

// Imported by its types, the file would bring those of a browser's page into all tests.
const { shownChoice } = jest.requireActual<{ shownChoice(shown: object): string }>("../../../sidebar/clean-list/texts");

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

test("a choice of rows to show says how many of them are not to be mailed, because a filter shows these, too", () => {
  const shown = { text: "OK to send", count: 1_200, changed: 0 };
  expect(shownChoice({ ...shown, unwanted: 0 })).toBe("OK to send · 1,200");
  expect(shownChoice({ ...shown, unwanted: 2 })).toBe("OK to send · 1,200, 2 of them not to be mailed");
  expect(shownChoice({ text: "INVALID", count: 35, changed: 0, unwanted: 35 })).toBe("INVALID · 35, not to be mailed");
});
