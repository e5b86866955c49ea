import { describe, expect, test } from "@jest/globals";
import type { ChoicesOf } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import { DETAILS, enrichChoices } from "./enrich-document";
import { companies, domains, findEmails, searches, spentOn } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { shown } from "./lists";

const world = jobWorld();

const enrich = async (document: JobDocument, choices?: Partial<ChoicesOf<"enrich">>) =>
  document.drive(await document.start(enrichChoices(document, choices)));

/** The details that a formula shows of a company, which the service gives for each in its own way. */
const detailsOf = (row: Record<string, string> | undefined): (string | undefined)[] =>
  DETAILS.map((field) => row?.[field]);

describe("Add details to this column of companies", () => {
  test("puts the facts of each company beside it, and asks each company once", async () => {
    const document = world.open(
      companies([
        ...["reliable.example", "https://www.Three-Emails.example/about", "no-mx.example", "webmail.example"],
        ...["Twins Trading", "", "three-emails.example", "ab", "https://linkedin.com/company/acme"],
      ]),
    );
    const end = await enrich(document);
    expect(end).toMatchObject({ state: "finished", stop: null });
    const rows = document.rows();
    expect(rows.map(({ company_domain }) => company_domain)).toEqual([
      ...["reliable.example", "three-emails.example"],
      "error: No reachable domain, or one without mail (INVALID_DOMAIN_NAME)",
      "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)",
      "error: Domain not known for certain (CANT_FIND_DOMAIN)",
      ...["", "three-emails.example", "not a company: a name has 3 to 75 characters"],
      "not a company: give its own domain or its name, not a page on linkedin.com",
    ]);
    expect(detailsOf(rows[0]).every((detail) => detail !== "")).toBe(true);
    expect(detailsOf(rows[1])).toEqual(detailsOf(rows[6]));
    expect(detailsOf(rows[0])).not.toEqual(detailsOf(rows[1]));
    expect(detailsOf(rows[2])).toEqual(["", "", "", ""]);
    expect(rows[1]).toMatchObject({ Note: expect.stringContaining("Three-Emails") });
    expect(searches(document, 0).map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ limit: 1, company_enrichment: true })),
    );
    expect(document.user.keyboard.shows(SHEET, "A1:I1")[0]).toEqual(
      expect.arrayContaining(["Website", "Company domain", "Company name", "Company industry", "Company country"]),
    );
    const summary = dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }));
    expect(summary.byStatus).toMatchObject({ "with details": 3 });
  });

  test("names the rows whose formulas are loading or in error", async () => {
    const document = world.open(companies(["#REF!", "reliable.example", "#N/A", "Loading..."]));
    await enrich(document);
    const summary = dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }));
    expect(summary).toMatchObject({ waitingRows: 3, byStatus: { "with details": 1 } });
    // A row that has its result is done, and a job over other rows did not want these.
    document.user.keyboard.type(SHEET, "A3", "=NA()");
    const again = await enrich(document, { rows: { kind: "selected", spans: [{ from: 3, to: 3 }] } });
    const counted = (jobId: string) => document.call("summariseJob", { jobId });
    expect(dataOf(await counted(again.job?.id ?? ""))).toMatchObject({ waitingRows: 0 });
  });

  test("tells before it is resumed which cells filled by hand its results will replace", async () => {
    const document = world.open(companies(domains(6, "filled")));
    const choices = enrichChoices(document, { capHalves: 4, replacesFilled: true });
    await document.drive(await document.start(choices));
    const { id } = await document.last();
    const left = async () => dataOf(await document.call("summariseJob", { jobId: id })).left;
    expect((await left())?.filledCells).toBeUndefined();
    // The first of these is done.
    for (const row of [2, 6])
      document.user.keyboard.type(SHEET, document.cellOf("company_enrichment.name", row), "My own name");
    expect(dataOf(await document.call("planJob", choices))).toMatchObject({ toAsk: 4, filledCells: 1 });
    expect(await left()).toMatchObject({ questions: 4, filledCells: 1 });
  });

  test("tells its price before, costs at most one credit a company, and nothing for one that was searched", async () => {
    const names = domains(12, "priced");
    const document = world.open(companies([...names, ...names.slice(0, 3)]));
    const choices = enrichChoices(document);
    const plan = dataOf(await document.call("planJob", choices)) as ColumnPlan;
    expect(plan).toMatchObject({ column: 2, toAsk: 12, duplicates: 3, maxHalves: 24 });
    const isOne = (domain: string): boolean => domain.startsWith("priced");
    await enrich(document);
    const paid = spentOn(document, isOne);
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(24);
    const { spent } = await document.last();
    expect(spent).toMatchObject({ halves: paid, heldHalves: 0 });
    await enrich(document, { rows: { kind: "all" } });
    expect(spentOn(document, isOne)).toBe(paid);
  });

  test("tells how many rows lack a detail that was chosen after they were done, until all rows were done again", async () => {
    const document = world.open(companies([...domains(3, "later"), "no-mx.example"]));
    const [name = "", ...others] = DETAILS;
    await enrich(document, { fields: ["company_domain", name] });
    const lacking = async (fields = DETAILS): Promise<unknown> =>
      (dataOf(await document.call("planJob", enrichChoices(document, { fields }))) as ColumnPlan).lackingRows;
    expect([await lacking([name]), await lacking()]).toEqual([0, 3]);
    document.user.keyboard.type(SHEET, "B6", "later009.example");
    // These columns are made for the new row, and are blank beside the others.
    await enrich(document, { fields: ["company_domain", ...others] });
    expect([await lacking([name]), await lacking()]).toEqual([1, 4]);
    await enrich(document, { rows: { kind: "all" } });
    expect(await lacking()).toBe(0);
    const [header = []] = document.user.keyboard.shows(SHEET, "A1:Z1");
    // Left of "Note" stands the last detail.
    document.user.keyboard.delete(SHEET, "columns", header.indexOf("Note"), 1);
    expect(await lacking()).toBeGreaterThan(0);
  });

  test("answers once a cell into which somebody has pasted a hidden cell, and its undo knows the row", async () => {
    const document = world.open(companies(["plain one", "x f9b109.21915.322.56:two000.example"]));
    await enrich(document);
    expect(dataOf(await document.call("planJob", enrichChoices(document)))).toMatchObject({ toAsk: 0 });
    await document.undo((await document.last()).id);
    expect(shown(document)[0]).toEqual(["Contact", "Website", "Note"]);
  });

  test("leaves the column of companies to the next job, whose own results look more like companies", async () => {
    const document = world.open(companies([...domains(3, "next"), "linkedin.com/company/acme", "ab"]));
    await enrich(document, { rows: { kind: "selected", spans: [{ from: 2, to: 4 }] } });
    const choices = enrichChoices(document);
    const plan = dataOf(await document.call("planJob", { ...choices, column: null, headerRow: null })) as ColumnPlan;
    expect(plan.column).toBe(2);
  });

  test("stands beside a search for emails of the same column, and its undo leaves that alone @slow", async () => {
    const document = world.open(companies(domains(8, "beside")));
    await findEmails(document, { fields: ["emails_found", "domain"] });
    const before = document.rows();
    await enrich(document);
    for (const [i, row] of document.rows().entries()) {
      expect(row).toMatchObject({ emails_found: before[i]?.emails_found });
      expect(row["company_enrichment.name"]).not.toBe("");
    }
    await document.undo((await document.last()).id, "undo");
    expect(document.rows()).toEqual(before);
  });

  test("keeps each company's facts beside it while the list is sorted, and goes on after a page was closed @slow", async () => {
    const names = domains(90, "sorted");
    const calm = world.open(companies(names));
    await enrich(calm);
    const expected = new Map(calm.rows().map((row) => [row.Website, [row.company_domain, ...detailsOf(row)]]));
    const document = world.open(companies(names));
    const before = searches(document).length;
    const started = await document.start(enrichChoices(document));
    const driver = document.driver(started, {
      onProgress({ done }) {
        if (done === 0 || isSorted) return;
        isSorted = true;
        document.user.keyboard.sort(SHEET, "A2:H100", 2, false);
        driver.pause();
      },
    });
    let isSorted = false;
    await driver.run();
    await document.drive(await document.resume(started.job.id));
    expect(isSorted).toBe(true);
    for (const row of document.rows())
      expect([row.Website, row.company_domain, ...detailsOf(row)]).toEqual([
        row.Website,
        ...(expected.get(row.Website) ?? []),
      ]);
    expect(searches(document, before).length).toBeLessThan(names.length * 2);
  });
});
