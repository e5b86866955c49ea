import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  allowanceProblem,
  type Budget,
  budgetOf,
  creditsText,
  firstAllowance,
  isGone,
  leftOfList,
  lostSheetText,
  restHalves,
} from "../../../sidebar/job/job-view";
import type { JobView, LeftToAsk } from "../../../src/jobs/views";

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
    const job = aJob({ kind: "find", capHalves: 10, spent, halvesPerQuestion: 2 });
    const all = { capHalves: 10, spentHalves: 9, heldHalves: 0, eachHalves: 2, leftHalves: 14 };
    expect(budgetOf(job, { questions: 9, halves: 14 })).toEqual(all);
    expect(budgetOf(job, null).leftHalves).toBeNull();
    const written = { pages: 1, pagesWanted: 5, unwritten: { pages: 2, freeUntilMs: 1_000 } } as JobView["written"];
    const list: JobView = { ...job, kind: "companies", capHalves: 2, spent: { ...job.spent, halves: 2 }, written };
    expect(leftOfList(list, 1_000)).toEqual({ questions: 4, halves: 8 });
    expect(firstAllowance(budgetOf(list, leftOfList(list, 1_000)))).toBe("5");
    // Pages that were paid for and not written are free for a month, to the key that has paid.
    expect(leftOfList(list, 999)).toEqual({ questions: 4, halves: 4 });
    expect(leftOfList({ ...list, isYourKey: false }, 999)).toEqual({ questions: 4, halves: 8 });
    expect(leftOfList({ ...list, written: null })).toBeNull();
  });

  test("counts what is held for answers that have not come as still to be spent", () => {
    const held = { ...SPENT, heldHalves: 12 };
    expect(restHalves({ ...held, leftHalves: 30 })).toBe(16);
    expect(firstAllowance({ ...held, leftHalves: 30 })).toBe("27");
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
  const { goOnText } = jest.requireActual<{ goOnText(words: object, left: LeftToAsk | null, budget: Budget): string }>(
    "../../../sidebar/column-job/kind",
  );
  const words = { goOn: (count: number) => `Verify the other ${count}` };
  const left = { questions: 120, halves: 120 };
  const budget: Budget = { capHalves: null, spentHalves: 80, heldHalves: 0, eachHalves: 1, leftHalves: 120 };

  test("names what is left and its price, also when all that is left was paid for", () => {
    expect(goOnText(words, left, budget)).toBe("Verify the other 120 · 60 credits at most");
    const free = { ...left, halves: 0 };
    expect(goOnText(words, free, { ...budget, leftHalves: 0 })).toBe("Verify the other 120 · free");
  });

  test("names what the limit that is typed permits, not the one it had", () => {
    expect(goOnText(words, left, { ...budget, capHalves: 100 })).toBe("Resume · 10 credits at most");
    expect(goOnText(words, left, { ...budget, capHalves: 80 })).toBe("Resume");
    expect(goOnText(words, left, { ...budget, capHalves: 200 })).toBe("Verify the other 120 · 60 credits at most");
  });

  test("names neither while it is not known what is left", () => {
    expect(goOnText(words, null, { ...budget, leftHalves: null })).toBe("Resume");
  });
});
