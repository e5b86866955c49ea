import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { dataOf, type JobWorld, openJobWorld } from "../jobs/job-document";
import { openFillDocument } from "./fill-document";

let world: JobWorld;
beforeAll(async () => {
  world = await openJobWorld({ service: { companies: 2_000 } });
});
afterAll(() => world.close());

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
    expect(summary.receipts).toMatchObject([{ fromPage: 1, toPage: 5, rows: 125, duplicates: 0 }]);
    expect(summary.companyColumn).toBe(2);
  });

  test("knows from the preview how much there is, and asks many pages at once from the first on", async () => {
    const document = openFillDocument(world);
    const preview = dataOf(await document.call("previewSearch", { company_type: "Private" }));
    if (preview.state !== "found") throw new Error(preview.state);
    const started = await document.startFill({ totals: preview.totals, pages: 6 });
    expect(started.scan.ask.map(({ key }) => key)).toEqual(["0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
    const end = await document.driveFill(started);
    expect(end).toMatchObject({ state: "finished", written: { rows: 150, companies: preview.totals.companies } });
    const stale = { ...preview.totals, companies: preview.totals.companies - 1 };
    expect(await openFillDocument(world).fill({ totals: stale })).toMatchObject({ stop: { code: "TOTALS_CHANGED" } });
  });
});
