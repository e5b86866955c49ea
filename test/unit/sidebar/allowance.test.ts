import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  allowanceProblem,
  type Budget,
  budgetOf,
  creditsText,
  firstAllowance,
  isGone,
  leftOf,
  lostSheetText,
} from "../../../sidebar/job/job-view";
import type { JobView } from "../../../src/jobs/views";

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

/** Halves: 18 of 20 credits are spent, and a company may cost 3. */
/** A job as far as its price goes. */
const aJob = (of: Partial<JobView>): JobView => ({ state: "paused", isYourKey: true, ...of }) as JobView;

const SPENT: Budget = { capHalves: 40, spentHalves: 36, heldHalves: 0, eachHalves: 6, leftHalves: 100 };

describe("what a job may cost in all when it goes on", () => {
  test("is enough for all that is left, when not even one call more is allowed", () => {
    expect(firstAllowance(SPENT)).toBe("68");
    expect(firstAllowance({ ...SPENT, spentHalves: 35, leftHalves: 6 })).toBe("21");
  });

  test("has no limit when it is not known what is left", () => {
    expect(firstAllowance({ ...SPENT, leftHalves: null })).toBe("");
  });

  test("stays as it was while there is more to spend, or no limit", () => {
    expect(firstAllowance({ ...SPENT, spentHalves: 34 })).toBe("20");
    expect(firstAllowance({ ...SPENT, capHalves: null })).toBe("");
  });

  test("has to be enough for one call more", () => {
    const problem = "18 are spent, and one more call can cost 3: give at least 21.";
    expect(["18", "20", "0"].map((typed) => allowanceProblem(typed, SPENT))).toEqual([problem, problem, problem]);
    expect(["21", "1,000", ""].map((typed) => allowanceProblem(typed, SPENT))).toEqual(["", "", ""]);
    expect(allowanceProblem("many", SPENT)).toBe("Give a whole number of credits, or leave it empty.");
  });

  test("follows from what a job has left to ask, or a list to fill", () => {
    const spent = { halves: 9, heldHalves: 0, isExact: true, freeAnswers: 0 };
    const job = aJob({ kind: "find", capHalves: 10, spent, halvesPerQuestion: 2, toAsk: 12, answered: 5, done: 3 });
    expect(budgetOf(job)).toEqual({ capHalves: 10, spentHalves: 9, heldHalves: 0, eachHalves: 2, leftHalves: 14 });
    // Two answers were lost with a closed page: they are left to do, and come for nothing.
    expect(leftOf(job)).toBe(9);
    expect(budgetOf({ ...job, answered: 13 }).leftHalves).toBe(0);
    expect(budgetOf({ ...job, toAsk: null }).leftHalves).toBeNull();
    const written = { pages: 1, pagesWanted: 5 } as JobView["written"];
    const list: JobView = { ...job, kind: "companies", capHalves: 2, spent: { ...job.spent, halves: 2 }, written };
    expect(firstAllowance(budgetOf(list))).toBe("5");
    expect(budgetOf({ ...list, written: null }).leftHalves).toBeNull();
  });
});

test("credits are exact where they are known, else the most they can be", () => {
  const spent = { halves: 25, heldHalves: 0, isExact: true, freeAnswers: 0 };
  expect(creditsText(spent)).toBe("12.5 credits");
  expect(creditsText({ ...spent, halves: 2, isExact: false })).toBe("at most 1 credit");
  expect(creditsText({ ...spent, halves: 0 })).toBe("0 credits");
});

describe("a job that has lost a sheet", () => {
  const job = { sheetName: "Leads", list: null } as Partial<JobView> as JobView;
  const writingTo = (sheetName: string): JobView => ({ ...job, list: { sheetId: 8, sheetName } });

  test("is told from one that can go on", () => {
    expect([job, writingTo("Emails")].map(lostSheetText)).toEqual(["", ""]);
    expect(lostSheetText({ ...job, sheetName: "" })).toMatch(/^Its sheet was deleted/);
    expect(lostSheetText(writingTo(""))).toMatch(/^The sheet that it writes to was deleted/);
  });

  test("does not go on, whoever has noticed it", () => {
    const refusal = (code: string) => ({ ok: false, code, message: "", remedy: "" }) as const;
    expect(isGone([null, refusal("LIST_GONE")])).toBe(true);
    expect(isGone([refusal("CAP_REACHED"), null, refusal("SHEET_GONE")])).toBe(true);
    expect(isGone([null, refusal("CAP_REACHED")])).toBe(false);
  });
});

describe("the button that resumes a job", () => {
  // Imported by its types, the file would bring those of a browser's page into all tests.
  const { goOnText } = jest.requireActual<{ goOnText(words: object, job: JobView, capHalves: number | null): string }>(
    "../../../sidebar/column-job/kind",
  );
  const words = { goOn: (count: number) => `Verify the other ${count}` };
  const spent = { halves: 80, heldHalves: 0, isExact: true, freeAnswers: 0 };
  const job = aJob({
    kind: "verify",
    capHalves: null,
    spent,
    halvesPerQuestion: 1,
    toAsk: 200,
    answered: 80,
    done: 80,
  });

  test("names what is left and its price, also when all that is left was paid for", () => {
    expect(goOnText(words, job, null)).toBe("Verify the other 120 · 60 credits at most");
    expect(goOnText(words, { ...job, answered: 200 }, null)).toBe("Verify the other 120 · free");
  });

  test("names what the limit that is typed permits, not the one it had", () => {
    const limited = { ...job, capHalves: 80 };
    expect(goOnText(words, limited, 100)).toBe("Resume · 10 credits at most");
    expect(goOnText(words, limited, 80)).toBe("Resume");
    expect(goOnText(words, limited, 200)).toBe("Verify the other 120 · 60 credits at most");
  });

  test("names no count after a closed page, which has not counted its last write", () => {
    expect(goOnText(words, { ...job, state: "running", done: 60 }, null)).toBe("Resume · 60 credits at most");
  });
});
