import { beforeAll, expect, test } from "@jest/globals";
import { askedWithin, closedText, quotaShare, quotaText } from "../../../sidebar/column-job/time-texts";

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

test("a job within a day's calls of a private account needs no words about them", () => {
  expect(quotaShare(5_000)).toBe("25%");
  expect(quotaShare(20_000)).toBe("100%");
  expect(quotaText(20_000)).toBe("");
});

test("a job over a day's calls of a private account says that it pauses, and what Workspace has", () => {
  expect(quotaShare(20_001)).toBe("100.1%");
  expect(quotaText(20_001)).toMatch(/20,000 calls a day, Workspace accounts 100,000\..* pauses .* the next day\.$/);
});

test("a job with the sidebar closed says in hours how long it takes, and in days where it takes more than one", () => {
  const of = (toAsk: number): string => closedText({ operation: "email-verifier", toAsk });
  expect(of(900)).toMatch(/closed: about \d+ minutes, or about \d+ hours where .* add-on\.$/);
  expect(of(24_000)).toBe(
    "If you let it go on with this sidebar closed: spread over 4 days. With the sidebar closed it runs up to 80 minutes a day.",
  );
});

test("a credit limit bounds the questions of a dry run and their time by what it pays for", () => {
  const plan = { operation: "email-verifier", toAsk: 11_520, maxHalves: 11_520, seconds: 1_152 } as const;
  const { maxHalves, ...all } = plan;
  expect(askedWithin(plan, 2_000)).toEqual({ ...all, toAsk: 2_000, seconds: 200 });
  expect([null, maxHalves, 30_000].map((capHalves) => askedWithin(plan, capHalves))).toEqual([all, all, all]);
  // A company costs 3 credits: 10 are enough for three.
  expect(askedWithin({ ...plan, toAsk: 40, maxHalves: 240 }, 20).toAsk).toBe(3);
  expect(askedWithin({ ...plan, toAsk: 0, maxHalves: 0, seconds: 0 }, 2)).toEqual({ ...all, toAsk: 0, seconds: 0 });
});
