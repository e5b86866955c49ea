import { beforeAll, describe, expect, test } from "@jest/globals";
import { EMAIL_STATUSES } from "../../../sidebar/column-job/company-statuses";
import { isOfColumn } from "../../../sidebar/column-job/draft";
import {
  betterColumn,
  FIRST_DRAFT,
  type FindDraft,
  isAmongEmails,
  limitProblem,
  targetOf,
  toChoices,
  toPlanRequest,
  toRepeat,
  toRetry,
} from "../../../sidebar/find-emails/draft";
import { daysProblem } from "../../../sidebar/job/job-view";
import type { ColumnPlan, JobView } from "../../../src/jobs/views";

const { countStatuses, reasonsOf } = EMAIL_STATUSES;

// The page reads and writes numbers in the manner of the browser's language.
beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const draft = (changes: Partial<FindDraft> = {}): FindDraft => ({ ...FIRST_DRAFT, ...changes });

function plan(...emailSheets: number[]): ColumnPlan {
  const find = {
    emailSheets: emailSheets.map((sheetId) => ({ sheetId, sheetName: `Emails ${sheetId}` })),
    newSheetName: "Emails",
    domains: 0,
  };
  const columns = [{ column: 2, letter: "B", header: "Website", headerRow: 1, isLikely: true }];
  return {
    sheetId: 1,
    column: 2,
    columns,
    headerRow: 1,
    sample: ["a.example"],
    toAsk: 3,
    find,
  } as Partial<ColumnPlan> as ColumnPlan;
}

test("a job is of the column that its title names, by its header or its letter", () => {
  const column = { column: 2, letter: "B", header: "Website", headerRow: 1, isLikely: true };
  const isOf = (title: string): boolean => isOfColumn({ title } as JobView, column);
  expect(["Website", "column B", "Domain", "column A"].map(isOf)).toEqual([true, true, false, false]);
  const long = "Website of the company ".repeat(4);
  const header = long.slice(0, 60);
  expect(isOfColumn({ title: `${long.slice(0, 59)}…` } as JobView, { ...column, header })).toBe(true);
});

test("a company whose cell does not take its status is counted apart from what is no company", () => {
  const byStatus = { "not shown: its cell does not take it": 2, "not a company: a date": 1 };
  expect(countStatuses(byStatus).slice(-2)).toMatchObject([
    { status: "not a company", count: 1 },
    { status: "not shown: its cell does not take it", count: 2 },
  ]);
  expect(reasonsOf(byStatus)).toEqual([{ reason: "Not a company: a date.", count: 1 }]);
  // The figure above says it already.
  expect(reasonsOf({ "not a company": 9 })).toEqual([]);
});

describe("what is asked of each company", () => {
  test("is as many emails as 1 credit buys, of all types, unless chosen otherwise", () => {
    expect(toPlanRequest(draft())).toMatchObject({
      kind: "find",
      fields: ["emails_found", "total_emails"],
      limit: 50,
      emailType: "all",
      enrichment: [],
    });
  });

  test("stands in the column that was planned, which is known by its name and its first texts", () => {
    expect(toChoices(draft(), { ...plan(), sheetName: "Leads" })).toMatchObject({
      column: 2,
      sheetName: "Leads",
      header: "Website",
      sample: ["a.example"],
      toAsk: 3,
    });
    expect(toChoices(draft(), { ...plan(), headerRow: 0 })).toMatchObject({ column: 2, header: null });
  });

  test.each(["", "0", "1,001", "many"])("cannot be %j emails, and says so instead of planning", (limit) => {
    expect(limitProblem(draft({ limit }))).toBe("Give a whole number from 1 to 1,000.");
    expect([toPlanRequest(draft({ limit })), toChoices(draft({ limit }), plan())]).toEqual([null, null]);
  });
});

describe("the emails go", () => {
  test("to a new sheet when there is none of emails, with the name that was typed or planned", () => {
    expect(toChoices(draft(), plan())?.target).toEqual({ kind: "new", sheetName: "Emails" });
    expect(toChoices(draft({ sheetName: " People " }), plan())?.target).toEqual({
      kind: "new",
      sheetName: "People",
    });
    expect(toChoices(draft({ sheetName: " " }), plan())).toBeNull();
  });

  test("to the likeliest sheet of emails unless another or a new one is chosen", () => {
    expect(toChoices(draft(), plan(7, 8))?.target).toEqual({ kind: "append", sheetId: 7 });
    expect(targetOf(draft({ target: 8 }), plan(7, 8))).toBe(8);
    expect(targetOf(draft({ target: "new" }), plan(7, 8))).toBe("new");
  });

  test("not among the companies themselves", () => {
    expect(targetOf(draft(), plan(1, 7))).toBe(7);
    expect([isAmongEmails(plan(1, 7)), isAmongEmails(plan(7))]).toEqual([true, false]);
  });

  test("elsewhere when the chosen sheet is gone", () => {
    expect([targetOf(draft({ target: 8 }), plan(7)), targetOf(draft({ target: 8 }), plan())]).toEqual([7, "new"]);
  });
});

test("names are advised against when another column may hold websites", () => {
  const columns = [
    { column: 1, isLikely: true },
    { column: 2, isLikely: true },
  ] as ColumnPlan["columns"];
  const of = (domains: number, column: number, likely = columns): ColumnPlan =>
    ({ columns: likely, column, toAsk: 10, find: { domains } }) as Partial<ColumnPlan> as ColumnPlan;
  const better = [of(2, 1), of(8, 2), of(2, 1, columns.slice(0, 1))].map((plan) => betterColumn(plan)?.column);
  expect(better).toEqual([2, undefined, undefined]);
});

test("failed companies are asked again as their job has asked them", () => {
  const find = { limit: 20, emailType: "generic" as const, enrichment: ["name" as const] };
  const list = { sheetId: 8, sheetName: "Emails 8" };
  const again = draft(toRetry({ fields: ["emails_found"], find, list } as Partial<JobView> as JobView));
  expect(toChoices(again, plan(7, 8))).toMatchObject({
    rows: { kind: "failed" },
    fields: ["emails_found"],
    ...find,
    target: { kind: "append", sheetId: 8 },
  });
});

test("companies whose emails lack the wanted details are asked again into a new sheet, all of them", () => {
  const find = { limit: 20, emailType: "all" as const, enrichment: ["name" as const] };
  const job = (withoutDetails: number): JobView =>
    ({ fields: ["emails_found"], find, written: { withoutDetails } }) as Partial<JobView> as JobView;
  expect(toRepeat(job(0))).toBeNull();
  expect(toChoices(draft(toRepeat(job(3))?.choices), plan(7))).toMatchObject({
    rows: { kind: "all" },
    ...find,
    target: { kind: "new", sheetName: "Emails" },
  });
});

describe("what stands beside the companies", () => {
  const byStatus = {
    "12": 3,
    "7": 2,
    "no emails": 4,
    "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)": 1,
    "error: The service has failed (HTTP_502)": 2,
    "not a company: give the part after the @": 5,
  };

  test("is counted as with emails, without, errors, and what is no company", () => {
    expect(countStatuses(byStatus).map(({ status, count }) => [status, count])).toEqual([
      ["with emails", 5],
      ["no emails", 4],
      ["errors", 3],
      ["not a company", 5],
      ["not shown: its cell does not take it", 0],
    ]);
    expect(countStatuses({ "with emails": 9 })[0]?.count).toBe(9);
  });

  test("is explained in plain words, the most frequent reason first", () => {
    expect(reasonsOf(byStatus)).toEqual([
      { count: 5, reason: "Not a company: give the part after the @." },
      { count: 2, reason: "The service has failed (status 502). Try again in a minute." },
      { count: 1, reason: "Webmail provider, not a company. Give the company's own domain." },
    ]);
    const names = { "error: Domain not known for certain (CANT_FIND_DOMAIN)": 98 };
    expect(reasonsOf(names)).toEqual([
      { count: 98, reason: "names match no company, or several. Use their websites." },
    ]);
  });
});

test("an age that is no number of days asks for nothing, and says what it takes", () => {
  for (const olderThanDays of ["abc", "-1", "0", ""]) {
    const old = draft({ rows: "older", olderThanDays });
    expect([toPlanRequest(old), toChoices(old, plan())]).toEqual([null, null]);
    expect(daysProblem(olderThanDays)).toBe("Give a number of days, at least 1.");
    expect(toPlanRequest({ ...old, rows: "todo" })?.rows).toEqual({ kind: "todo" });
  }
  expect(toPlanRequest(draft({ rows: "older", olderThanDays: "30" }))?.rows).toEqual({ kind: "older", days: 30 });
  expect(daysProblem("1,000")).toBe("");
});
