import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  allowanceProblem,
  type Credits,
  capProblem,
  capText,
  countsOf,
  creditsText,
  elsewhereText,
  endTitle,
  failingText,
  hasPaid,
  isGone,
  leftOfList,
  leftSince,
  lostSheetText,
  mostInAll,
  paidOf,
  pastSpentText,
  readCap,
  restHalves,
  STOPPED_ELSEWHERE,
  spentText,
  withinPrice,
} from "../../../sidebar/job/job-view";
import type { JobView, LeftToAsk } from "../../../src/jobs/views";

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const spending = (halves: number, heldHalves = 0) => ({
  halves,
  heldHalves,
  isExact: true,
  isSettledExact: true,
  freeAnswers: 0,
});

/** 18 of 20 credits are spent, and a company may cost 3. */
const SPENT: Credits = { capHalves: 40, spent: spending(36), halvesPerQuestion: 6 };

const costing = (halves: number): LeftToAsk => ({ questions: 9, halves });

describe("what a job may cost in all when it goes on", () => {
  test("is what it was until somebody types another limit", () => {
    expect([SPENT, { ...SPENT, capHalves: null }].map(capText)).toEqual(["20", ""]);
  });

  test("has to be enough for one call more, and says what all that is left needs", () => {
    const problem = "18 are spent, and one more call can cost 3: give at least 21; 68 is enough for all.";
    expect(["18", "20"].map((typed) => allowanceProblem(typed, SPENT, costing(100)))).toEqual([problem, problem]);
    expect(["21", "1,000", ""].map((typed) => allowanceProblem(typed, SPENT, costing(100)))).toEqual(["", "", ""]);
    for (const left of [costing(6), null]) {
      expect(allowanceProblem("20", SPENT, left)).toBe("18 are spent, and one more call can cost 3: give at least 21.");
    }
  });

  test("is told as a maximum where the costs of answers are not known yet", () => {
    const credits = { ...SPENT, spent: { ...spending(36), isExact: false } };
    expect(allowanceProblem("20", credits, null)).toMatch(/^At most 18 are spent, /);
  });

  test("is in whole or half credits, as the page prints them, or nothing for no limit", () => {
    for (const typed of ["many", "0", "2.3", "-1"]) {
      const problem = (least: string) => `Give whole or half credits, at least ${least}, or leave it empty.`;
      expect([typed, capProblem(typed)]).toEqual([typed, problem("0.5")]);
      // 18 are spent, and a company may cost 3.
      expect([typed, allowanceProblem(typed, SPENT, null)]).toEqual([typed, problem("21")]);
    }
    expect(["1", "1,000", "12.5", "0.500", "0,500", " "].map(readCap)).toEqual([2, 2_000, 25, 1, 1, null]);
  });

  test("has to be enough for one call when a job begins", () => {
    const problem = "Give whole or half credits, at least 3 because one call can cost that, or leave it empty.";
    for (const typed of ["2.5", "0,500", "-1", "abc", "1e3"]) expect(capProblem(typed, 6)).toBe(problem);
    expect(["3", ""].map((typed) => capProblem(typed, 6))).toEqual(["", ""]);
  });

  test("follows from the pages that a list has left", () => {
    const written = { pages: 1, pagesWanted: 5, unwritten: { pages: 2, freeUntilMs: 1_000 } } as JobView["written"];
    const list = { kind: "companies", halvesPerQuestion: 2, isYourKey: true, written } as Partial<JobView> as JobView;
    expect(leftOfList(list, null, 1_000)).toEqual({ questions: 4, halves: 8 });
    // Pages that were paid for and not written are free for a month, to the key that has paid.
    expect(leftOfList(list, null, 999)).toEqual({ questions: 4, halves: 4 });
    expect(leftOfList({ ...list, isYourKey: false }, null, 999)).toEqual({ questions: 4, halves: 8 });
    // Those that other lists have paid for are free as well, as far as they are wanted.
    const counted = { job: list, ahead: { paidPages: [1, 4, 5, 6], companies: 200 } };
    expect(leftOfList(list, counted, 1_000)).toEqual({ questions: 4, halves: 4 });
    // The job has gone on since these were counted.
    const later = { ...list, written: { ...written, pages: 2 } } as JobView;
    expect(leftOfList(later, counted, 1_000)).toEqual({ questions: 3, halves: 6 });
    expect(leftOfList({ ...list, written: null })).toBeNull();
  });

  test("counts what is held for answers that have not come as still to be spent", () => {
    const held = { ...SPENT, spent: spending(36, 12) };
    expect(restHalves(held, costing(30))).toBe(16);
    expect(allowanceProblem("18", held, costing(30))).toMatch(/at least 21; 27 is enough for all\.$/);
  });
});

test("what a running job has left to ask ends with its limit, which what is under way has not used up", () => {
  expect(paidOf(9, SPENT)).toBe(0);
  expect(paidOf(9, { ...SPENT, spent: spending(36, 12) })).toBe(2);
  expect(paidOf(1, { ...SPENT, spent: spending(36, 12) })).toBe(1);
  expect(paidOf(9, { ...SPENT, capHalves: null })).toBe(9);
  expect(paidOf(null, SPENT)).toBeNull();
});

test("credits are exact where they are known, else the most they can be", () => {
  const spent = spending(25);
  expect(creditsText(spent)).toBe("12.5 credits");
  expect(creditsText({ ...spent, halves: 2, isExact: false })).toBe("at most 1 credit");
  expect(creditsText({ ...spent, halves: 0 })).toBe("0 credits");
});

test("credits of a running job are told as spent, and as the most that is under way", () => {
  const verifying = { ...spending(90, 70), isExact: false };
  expect(spentText(verifying, true)).toBe("10 credits spent, up to 35 under way");
  // Nobody says of a search what was free.
  expect(spentText({ ...verifying, isSettledExact: false }, true)).toBe("at most 10 credits spent, up to 35 under way");
  expect(spentText({ ...spending(2, 2), isExact: false }, true)).toBe("up to 1 credit under way");
  expect(spentText(spending(20), true)).toBe("10 credits spent");
  // What was under way at the end may have been charged.
  expect(spentText(verifying)).toBe("at most 45 credits spent");
});

test("a job under way never shows more credits than its price, which may be nothing", () => {
  const resumed = { spent: spending(150, 4), halvesPerQuestion: 1 };
  const left = { toAsk: 150, doneBefore: 10 };
  expect(mostInAll(resumed, left, 0)).toBe(146);
  expect(spentText(withinPrice(spending(226, 80), 146), true)).toBe("73 credits spent");
  // The price of a list, some of whose pages are free, or of all pages where nobody has told one.
  const list = { spent: spending(0), halvesPerQuestion: 2 };
  expect(mostInAll(list, { toAsk: 9, doneBefore: 0 }, 6)).toBe(6);
  expect(mostInAll(list, { toAsk: 9, doneBefore: 0 })).toBe(18);
  expect(mostInAll(list, { toAsk: null, doneBefore: 0 })).toBe(Infinity);
  expect(spentText(withinPrice(spending(20, 10), 18), true)).toBe("5 credits spent, up to 4 under way");
  expect(withinPrice(spending(20, 10), Infinity)).toEqual(spending(20, 10));
});

test("credits were paid once more of them are settled, not while they are held", () => {
  expect(hasPaid(spending(10), spending(40, 30))).toBe(false);
  expect(hasPaid(spending(10, 10), spending(11, 10))).toBe(true);
});

test("a past job tells its credits as its page does, and those of a job that is only remembered as they were kept", () => {
  const spent = { ...spending(292, 150), isExact: false };
  const past = (job: Partial<JobView> | null) => ({ halves: 292, isExact: false, job: job as JobView | null });
  expect(pastSpentText(past({ spent, isActive: true }))).toBe("71 credits spent, up to 75 under way");
  expect(pastSpentText(past({ spent, isActive: false }))).toBe("at most 146 credits spent");
  expect(pastSpentText(past(null))).toBe("at most 146 credits spent");
  expect(pastSpentText({ ...past(null), isExact: true })).toBe("146 credits spent");
});

test("what is left shrinks by what another page has done since it was counted, and the whole stays the same", () => {
  const seen = { toAsk: 960, done: 180, halvesPerQuestion: 1 };
  const left = { questions: 780, halves: 780 };
  expect(leftSince(left, seen, seen)).toEqual(left);
  expect(leftSince(left, seen, { ...seen, done: 380 })).toEqual({ questions: 580, halves: 580 });
  const filled = { ...left, filledCells: 3 };
  expect(leftSince(filled, seen, { ...seen, done: 380 })).toEqual({ questions: 580, halves: 580, filledCells: 3 });
  // Rows were added: 20 more than the dry run has told.
  const more = { questions: 800, halves: 700 };
  expect(leftSince(more, seen, { ...seen, done: 181 })).toEqual({ questions: 799, halves: 700 });
  // A page that was closed has not counted its last write.
  expect(leftSince({ questions: 700, halves: 700 }, seen, { ...seen, done: 200 }).questions).toBe(700);
  expect(leftSince({ questions: 1, halves: 1 }, seen, { ...seen, done: 999 }).questions).toBe(0);
});

describe("whoever could take over a running job", () => {
  const told = (isYourKey: boolean) => [true, false].map((isCertain) => elsewhereText({ isYourKey }, isCertain));

  test("is told that nothing is asked twice with the same key", () => {
    expect(told(true)).toEqual([
      "Another tab, or somebody with your key, is running it. If you take it over, nothing is asked twice.",
      "It was active less than a minute ago, perhaps in another tab or by somebody with your key. You can take it over: nothing is asked twice.",
    ]);
  });

  test("is told that with another key something is paid for twice", () => {
    for (const text of told(false)) {
      expect(text).toMatch(/paid for with your key as well/);
      expect(text).toMatch(/it is better to wait until it has ended/i);
      expect(text).not.toMatch(/asked twice/);
    }
  });
});

test("a job that others have stopped or resumed is told from one that this page has ended", () => {
  const takenOver = { ...STOPPED_ELSEWHERE, code: "JOB_TAKEN_OVER" };
  expect([endTitle("stopped", null), endTitle("stopped", STOPPED_ELSEWHERE)]).toEqual(["Stopped", "Stopped elsewhere"]);
  expect([endTitle("paused", null), endTitle("paused", takenOver)]).toEqual(["Paused", "Resumed elsewhere"]);
});

test("a service that asks to wait is told from one that does not answer", () => {
  expect(failingText("HTTP_429")).toMatch(/^The service asks us to wait\. Sheetscout keeps trying/);
  expect(failingText("NO_CONNECTION")).toMatch(/^No connection to Google\. Sheetscout keeps trying, and pauses/);
  expect(failingText("NO_CONNECTION", true)).toBe("No connection to Google. Sheetscout keeps trying.");
  expect(failingText("HTTP_503")).toMatch(/^The service does not answer at the moment\. Sheetscout keeps trying/);
});

describe("a job that has lost a sheet", () => {
  const job = { sheetName: "Leads", list: null } as Partial<JobView> as JobView;
  const writingTo = (sheetName: string): JobView => ({ ...job, list: { sheetId: 8, sheetName } });

  test("tells what is free with the key that has paid", () => {
    const texts = (isYourKey: boolean) => [
      lostSheetText({ ...job, isYourKey, sheetName: "" }),
      lostSheetText({ ...writingTo(""), isYourKey }),
    ];
    for (const text of texts(true)) expect(text).toMatch(/what was paid for is free(\.| when)/i);
    for (const text of texts(false)) expect(text).toMatch(/what was paid for is free with the key that has paid/i);
  });

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

// Imported by its types, the file would bring those of a browser's page into all tests.
const { goOnText, unfinishedText } = jest.requireActual<{
  goOnText(words: object, left: LeftToAsk | null, credits: Credits): string;
  unfinishedText(job: { done: number; toAsk: number | null }, words: object): string;
}>("../../../sidebar/job/kind");

test("an unfinished job that has asked for all it began with says that rows are left", () => {
  const words = { input: "email", inputs: "emails", done: "verified" };
  const told = [10, 200, 205].map((done) => unfinishedText({ done, toAsk: 200 }, words));
  expect(told).toEqual([
    "10 of 200 emails verified",
    "200 emails verified, some rows may be left",
    "205 emails verified, some rows may be left",
  ]);
  expect(unfinishedText({ done: 1, toAsk: null }, words)).toBe("1 email verified");
});

describe("the button that resumes a job", () => {
  const words = { goOn: (count: number) => `Verify the remaining ${count}` };
  const left = { questions: 120, halves: 120 };
  const credits: Credits = { capHalves: null, spent: spending(80), halvesPerQuestion: 1 };

  test("names what is left and its price, also when all that is left was paid for", () => {
    expect(goOnText(words, left, credits)).toBe("Verify the remaining 120 · 60 credits at most");
    expect(goOnText(words, { ...left, halves: 0 }, credits)).toBe("Verify the remaining 120 · free");
  });

  test("names what the limit that is typed permits, not the one it had", () => {
    expect(goOnText(words, left, { ...credits, capHalves: 100 })).toBe("Resume · 10 credits at most");
    expect(goOnText(words, left, { ...credits, capHalves: 80 })).toBe("Resume");
    expect(goOnText(words, left, { ...credits, capHalves: 200 })).toBe("Verify the remaining 120 · 60 credits at most");
  });

  test("names neither while it is not known what is left", () => {
    expect(goOnText(words, null, credits)).toBe("Resume");
  });
});

describe("the counts with which a progress bar begins", () => {
  const job = { toAsk: 100, done: 30 };

  test("are those of the dry run, or of a trial if it asks fewer", () => {
    expect(countsOf({ toAsk: 100, done: 0 }, null, 0, undefined)).toEqual({ toAsk: 100, doneBefore: 0 });
    expect(countsOf({ toAsk: 100, done: 0 }, null, 0, 10)).toEqual({ toAsk: 10, doneBefore: 0 });
    expect(countsOf({ toAsk: null, done: 0 }, null, 0, 10)).toEqual({ toAsk: 10, doneBefore: 0 });
  });

  test("take in rows that have come since, and those that are gone count as done", () => {
    const counting = (questions: number) => countsOf(job, { questions, halves: 0 }, 30, undefined);
    expect(counting(90)).toEqual({ toAsk: 120, doneBefore: 30 });
    expect(counting(70)).toEqual({ toAsk: 100, doneBefore: 30 });
    expect(counting(50)).toEqual({ toAsk: 100, doneBefore: 50 });
  });
});
