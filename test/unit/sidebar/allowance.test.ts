import { beforeAll, describe, expect, test } from "@jest/globals";
import { isGone, lostSheetText, spentBy } from "../../../sidebar/column-run/end-of-run";
import { spentBy as spentByFill } from "../../../sidebar/companies/fills/fill-texts";
import { allowanceProblem, firstAllowance, type Spent } from "../../../sidebar/format/credits";
import type { FillView } from "../../../src/runs/companies/views";
import type { RunView } from "../../../src/runs/views";

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

/** Halves: 18 of 20 credits are spent, and a company may cost 3. */
const SPENT: Spent = { capHalves: 40, spentHalves: 36, eachHalves: 6, leftHalves: 100 };

describe("what a run may cost in all when it goes on", () => {
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

  test("follows from what a run or a fill has left to do", () => {
    const run = { capHalves: 10, spentHalves: 9, halvesPerQuestion: 2 } as Partial<RunView> as RunView;
    expect(spentBy(run, 7)).toEqual({ capHalves: 10, spentHalves: 9, eachHalves: 2, leftHalves: 14 });
    expect(spentBy(run, null).leftHalves).toBeNull();
    const fill = { capHalves: 2, spentHalves: 2, pages: 5, pagesDone: 1 } as Partial<FillView> as FillView;
    expect(firstAllowance(spentByFill(fill))).toBe("5");
    expect(spentByFill({ ...fill, pages: null }).leftHalves).toBeNull();
  });
});

describe("a run that has lost a sheet", () => {
  const run = { sheetName: "Leads", find: null } as Partial<RunView> as RunView;
  const find = (sheetName: string): RunView => ({ ...run, find: { sheetName } as RunView["find"] });

  test("is told from one that can go on", () => {
    expect([run, find("Emails")].map(lostSheetText)).toEqual(["", ""]);
    expect(lostSheetText({ ...run, sheetName: "" })).toMatch(/^Its sheet was deleted/);
    expect(lostSheetText(find(""))).toMatch(/^The sheet of the found emails was deleted/);
  });

  test("does not go on, whoever has noticed it", () => {
    const refusal = (code: string) => ({ ok: false, code, message: "", remedy: "" }) as const;
    expect(isGone([null, refusal("EMAILS_GONE")])).toBe(true);
    expect(isGone([refusal("CAP_REACHED"), null, refusal("SHEET_GONE")])).toBe(true);
    expect(isGone([null, refusal("CAP_REACHED")])).toBe(false);
  });
});
