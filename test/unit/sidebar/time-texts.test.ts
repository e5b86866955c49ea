import { beforeAll, expect, test } from "@jest/globals";
import { closedText, quotaShare, quotaText } from "../../../sidebar/column-job/time-texts";

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
