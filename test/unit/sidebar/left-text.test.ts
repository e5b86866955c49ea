import { beforeAll, expect, jest, test } from "@jest/globals";

// Imported by its types, the file would bring those of a browser's page into all tests.
const { leftText } = jest.requireActual<{ leftText(left: object, job: object, words: object): string }>(
  "../../../sidebar/job/kind",
);

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

test.each([
  [2, { done: 2, toAsk: 4 }, "2 of 4 emails are left."],
  [5, { done: 2, toAsk: 4 }, "5 of 7 emails are left."],
  [1, { done: 2, toAsk: 4 }, "1 of 4 emails is left."],
  [3, { done: 1, toAsk: null }, "3 of 4 emails are left."],
  [0, { done: 4, toAsk: 4 }, "No emails are left."],
])("%s left of %j: %s", (questions, job, text) => {
  expect(leftText({ questions, halves: questions }, job, { input: "email", inputs: "emails" })).toBe(text);
});
