import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld } from "../jobs/job-document";
import { MONTH_MS, openFillDocument, planRequest } from "./fill-document";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

const world = jobWorld({ service: { companies: 2_000 } });

describe("filling a list of companies", () => {
  test("writes pages into a new sheet, with a frozen header, numbers and dates as such", async () => {
    const document = openFillDocument(world);
    const end = await document.fill();
    expect(end).toMatchObject({ state: "finished", stop: null, written: { pages: 5, rows: 125, alreadyThere: 0 } });
    const rows = document.rows("Companies");
    expect(rows).toHaveLength(125);
    expect(new Set(document.names()).size).toBeGreaterThan(110);
    expect(rows[0]).toMatchObject({ headcount: expect.stringMatching(/^\d+$/) });
    expect(document.pagesAsked().map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
    const summary = dataOf(await document.call("summariseJob", { jobId: end.id }));
    expect(summary.receipts).toMatchObject([{ fromPage: 1, toPage: 5, rows: 125 }]);
    const [{ boughtMs = 0 } = {}] = summary.receipts ?? [];
    expect(Math.abs(document.clock.now() - boughtMs)).toBeLessThan(600_000);
    expect(summary.companyColumn).toBe(2);
  });

  test("makes a sheet that reads well: names for people with the field in a note, bold and in view, above fitting widths", async () => {
    const document = openFillDocument(world);
    await document.fill({
      pages: 1,
      columns: ["name", "location.country", "description", "funding.last_funding_date"],
    });
    const { workbook } = document.document;
    const sheet = workbook.sheets()[1];
    const sheetId = sheet?.sheetId ?? 0;
    const area = { row: 1, column: 1, rows: 1, columns: 5 };
    expect(document.user.keyboard.shows("Companies", "A1:E1")).toEqual([
      ["Name", "Country", "filled by", "Description", "Funding last funding date"],
    ]);
    expect(workbook.readNotes(sheetId, area)).toEqual([
      [
        "name: The name of the company.",
        "location.country: The country of its head office.",
        null,
        "description: What is said about it.",
        "funding.last_funding_date",
      ],
    ]);
    const bold = workbook.readStyles(sheetId, area)[0]?.map(({ fontWeight }) => fontWeight === "bold");
    expect(bold).toEqual([true, true, false, true, true]);
    expect(sheet?.frozenRows).toBe(1);
    const widths = [1, 2, 4, 5].map((column) => workbook.size(sheetId, "columns", column));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...widths)).toBe(280);
    expect(widths[2]).toBe(280);
  });

  test("knows a list whose metadata is gone by names for people and by fields, and makes no column twice", async () => {
    const document = openFillDocument(world, [["Name", "location.country", "Domain"]]);
    const target = { kind: "append", sheetId: document.sheetId } as const;
    await document.fill({ pages: 1, target, columns: ["name", "domain", "location.country"] });
    const [header] = document.user.keyboard.shows("Leads", "A1:D1");
    expect(header).toEqual(["Name", "location.country", "Domain", "filled by"]);
    expect(document.user.keyboard.shows("Leads", "C2")).not.toEqual([[""]]);
  });

  test("fills somebody's list below its titles: under their header, whose row names the new columns", async () => {
    const titles = [
      ["Targets of the year", "", ""],
      ["Country", "Norway", ""],
    ];
    const document = openFillDocument(world, [...titles, ["Name", "Owner", "Domain"], ["Acme", "Ann", "acme.example"]]);
    const target = { kind: "append", sheetId: document.sheetId } as const;
    const columns = ["name", "domain", "location.country"];
    const plan = dataOf(await document.call("planJob", planRequest({ target, columns, pages: 1 })));
    expect(plan).toMatchObject({
      matchedColumns: [{ field: "name" }, { field: "domain" }],
      addedColumns: ["location.country"],
      rowsThere: 1,
    });
    const look = () => {
      const area = { row: 1, column: 1, rows: 5, columns: 6 };
      const { workbook } = document.document;
      return [workbook.readNotes(document.sheetId, area), workbook.readStyles(document.sheetId, area)];
    };
    const before = [document.user.keyboard.shows("Leads", "A1:F5"), look()];
    const end = await document.fill({ pages: 1, target, columns });
    const [title, second, header, own, first] = document.user.keyboard.shows("Leads", "A1:E5");
    expect([title, second]).toEqual([
      ["Targets of the year", "", "", "", ""],
      ["Country", "Norway", "", "", ""],
    ]);
    expect(header).toEqual(["Name", "Owner", "Domain", "filled by", "Country"]);
    expect(own).toEqual(["Acme", "Ann", "acme.example", "", ""]);
    expect([first?.[0], first?.[1], first?.[2]]).toEqual([
      expect.stringMatching(/\w/),
      "",
      expect.stringMatching(/\./),
    ]);
    const [notes] = look();
    expect(notes?.[2]?.[4]).toBe("location.country: The country of its head office.");
    await document.undo(end.id);
    expect([document.user.keyboard.shows("Leads", "A1:F5"), look()]).toEqual(before);
  });

  test("writes what is nested as words, never as JSON", async () => {
    const document = openFillDocument(world);
    const field = "headcount_growth.departments.Engineering";
    await document.fill({ pages: 2, columns: ["name", field] });
    const cells = document.rows("Companies").map((row) => row[field] ?? "");
    expect(cells.filter((cell) => /^3: -?[\d.]+; 6: /.test(cell)).length).toBeGreaterThan(0);
    expect(cells.filter((cell) => cell.includes("{"))).toEqual([]);
  });

  test("counts no page in its plan that was paid for: by the preview, or by a list that was undone, with the same key @slow", async () => {
    const document = openFillDocument(world);
    const { call } = document;
    const filters = { company_type: "Public" };
    const preview = dataOf(await call("previewSearch", filters));
    if (preview.state !== "found") throw new Error(preview.state);
    const planned = async (choices = {}) =>
      dataOf(await call("planJob", planRequest({ filters, pages: 5, ...choices })));
    expect(await planned({ totals: preview.totals })).toMatchObject({ freePages: 1, maxHalves: 8 });
    // Page 1 is free, and the limit pays for two more.
    expect(await planned({ totals: preview.totals, capHalves: 5 })).toMatchObject({ pages: 5, rows: 75, maxHalves: 4 });
    const end = await document.fill({ filters, pages: 3 });
    expect(await planned({ totals: preview.totals })).toMatchObject({
      freePages: 3,
      pagesThere: 0,
      pagesInAll: preview.totals.pages,
    });
    const short = await document.fill({ filters, pages: 1 });
    const aheadOf = async (jobId: string) => dataOf(await call("summariseJob", { jobId })).ahead;
    expect(await aheadOf(short.id)).toEqual({ paidPages: [2, 3], companies: preview.totals.companies });
    expect(await aheadOf(end.id)).toMatchObject({ paidPages: [] });
    await document.undo(short.id, "undo");
    await document.undo(end.id, "undo");
    expect(await planned({ totals: preview.totals })).toMatchObject({ freePages: 3, maxHalves: 4 });
    expect(await planned({ totals: preview.totals, pages: 2 })).toMatchObject({ freePages: 2, maxHalves: 0 });
    // Pages that come free do not stay so for longer.
    await world.clock.sleep(20 * DAY_MS);
    const again = await document.fill({ filters, pages: 4 });
    expect(again.written.freePages).toBe(3);
    await world.clock.sleep(20 * DAY_MS);
    // The preview has paid for page 1 more than 30 days ago.
    expect(await planned({ totals: preview.totals, pages: 3 })).toMatchObject({ freePages: 0, maxHalves: 6 });
    expect(await planned()).toMatchObject({ freePages: 1, maxHalves: 8 });
    await document.undo(again.id, "undo");
    expect(await planned()).toMatchObject({ freePages: 1, maxHalves: 8 });
  });

  test("counts no company behind the page that its limit cannot hold, also if that page should be free", async () => {
    // Other tests have paid for the same pages.
    await world.clock.sleep(MONTH_MS);
    const document = openFillDocument(world);
    const { id } = await document.fill({ pages: 2 });
    await document.clock.sleep(20 * DAY_MS);
    const more = dataOf(await document.call("resumeJob", { jobId: id, withOwnKey: false, pages: 4 }));
    await document.driveFill(more);
    await document.clock.sleep(11 * DAY_MS);
    const choices = { pages: 6, capHalves: 4, target: { kind: "new" as const, sheetName: "B" } };
    const plan = dataOf(await document.call("planJob", planRequest(choices)));
    expect(plan).toMatchObject({ freePages: 2, rows: 50 });
    const { stop, written } = await document.fill(choices);
    expect([stop?.code, written.rows + written.alreadyThere]).toEqual(["CAP_REACHED", 50]);
  });

  test("counts no page as free that may have to be paid when the job comes to it", async () => {
    const document = openFillDocument(world);
    const filters = { company_type: "Public", company_founded: { min: 1950 } };
    const planned = async () => dataOf(await document.call("planJob", planRequest({ filters, pages: 1 })));
    await document.fill({ filters, pages: 1 });
    await world.clock.sleep(30 * DAY_MS - 90 * MINUTE_MS);
    expect(await planned()).toMatchObject({ freePages: 1, maxHalves: 0 });
    await world.clock.sleep(60 * MINUTE_MS);
    expect(await planned()).toMatchObject({ freePages: 0, maxHalves: 2 });
  });

  test("plans no more pages than the service has", async () => {
    const document = openFillDocument(world);
    const planned = async (choices = {}) => dataOf(await document.call("planJob", planRequest(choices)));
    const most = { pages: 1_000, rows: 25_000, maxHalves: 2_000 };
    expect(await planned({ pages: 1_000_000_000 })).toMatchObject(most);
    const totals = { companies: 1_000_000_000, pages: 40_000_000, searches: 1, counted: 1 };
    expect(await planned({ pages: null, totals })).toMatchObject(most);
    const { job } = await document.startFill({ pages: 1_000_000_000 });
    expect(job.written?.pagesWanted).toBe(1_000);
  });

  test("knows from the preview how much there is, and asks many pages at once from the first on @slow", async () => {
    const document = openFillDocument(world);
    const preview = dataOf(await document.call("previewSearch", { company_type: "Private" }));
    if (preview.state !== "found") throw new Error(preview.state);
    const started = await document.startFill({ totals: preview.totals, pages: 6 });
    expect(started.scan.ask.map(({ key }) => key)).toEqual(["0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
    const end = await document.driveFill(started);
    expect(end).toMatchObject({ state: "finished", written: { rows: 150, pagesInAll: preview.totals.pages } });
    const stale = { ...preview.totals, companies: 2 * preview.totals.companies };
    expect(await openFillDocument(world).fill({ totals: stale })).toMatchObject({ stop: { code: "TOTALS_CHANGED" } });
  });

  test("that is done goes on with the next pages below it, and pays for these alone", async () => {
    const document = openFillDocument(world);
    const { call, user } = document;
    const { id, job } = await document.fill({ pages: 2, capHalves: 4 });
    const before = document.names();
    user.keyboard.delete("Companies", "rows", 2);
    // Pages that were paid for would cost again.
    world.service.controls.moveClock(MONTH_MS);
    const asked = document.pagesAsked().length;
    const more = { jobId: id, withOwnKey: false, capHalves: 8, pages: 4 };
    const end = await document.driveFill(dataOf(await call("resumeJob", more)));
    expect(end).toMatchObject({ state: "finished", stop: null, written: { pages: 4, pagesWanted: 4, rows: 100 } });
    expect(document.pagesAsked().slice(asked)).toEqual([3, 4].map((page) => ({ page, status: 200 })));
    expect(end.job.spent.halves).toBe(job.spent.halves + 4);
    expect(document.names().slice(0, 49)).toEqual(before.slice(1));
    expect(document.names()).toHaveLength(99);
    // Pressed again by somebody who does not know it yet, it brings nothing more.
    expect(await document.driveFill(dataOf(await call("resumeJob", more)))).toMatchObject({ written: { pages: 4 } });
    expect(document.pagesAsked()).toHaveLength(asked + 2);
  });
});
