import { expect, test } from "@jest/globals";
import { keepPast, type PastJob, readPast } from "../../../src/jobs/past-jobs";

/** With a title of letters that take the most room. */
const pastJob = (i: number): PastJob => ({
  id: `abcdef${i}`,
  kind: "companies",
  title: "\u4f01".repeat(60),
  startedMs: 1_700_000_000_000 + i,
  rows: 1_000_000,
  halves: 1_000_000,
  by: "f".repeat(16),
  sheetId: 2 ** 31 - 1,
  isUndone: false,
  isExact: true,
});

test("a hundred jobs are kept, the youngest ones, within 60 KB", () => {
  let properties: Record<string, string> = {};
  for (let i = 0; i < 130; i++) properties = { ...properties, ...keepPast(properties, [pastJob(i)]) };
  const kept = readPast(properties);
  expect(kept).toHaveLength(100);
  expect(kept[0]).toEqual(pastJob(129));
  expect(kept[99]).toEqual(pastJob(30));
  const bytes = Object.entries(properties).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  expect(bytes).toBeLessThan(60_000);
  expect(Math.max(...Object.values(properties).map((text) => text.length))).toBeLessThan(9_000);
});

test("a job is kept once, as it was last", () => {
  const first = keepPast({}, [pastJob(1), pastJob(2)]);
  expect(readPast(keepPast(first, [{ ...pastJob(1), isUndone: true }, null]))).toEqual([
    pastJob(2),
    { ...pastJob(1), isUndone: true },
  ]);
  expect(keepPast(first, [null])).toEqual({});
});
