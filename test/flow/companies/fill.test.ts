import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { dataOf, type FlowWorld, openFlowWorld } from "../support/flow-world";
import { openFillDocument } from "./fill-document";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({ service: { companies: 2_000 } });
});
afterAll(() => world.close());

describe("filling a list of companies", () => {
  test("writes pages into a new sheet, with a frozen header, numbers and dates as such", async () => {
    const document = openFillDocument(world);
    const end = await document.fill();
    expect(end).toMatchObject({ state: "finished", stop: null, fill: { pagesDone: 5, rows: 125, duplicates: 0 } });
    const rows = document.rows("Companies");
    expect(rows).toHaveLength(125);
    expect(new Set(document.names()).size).toBeGreaterThan(110);
    expect(rows[0]).toMatchObject({ headcount: expect.stringMatching(/^\d+$/) });
    expect(document.pagesAsked().map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
    const summary = dataOf(await document.call("summariseFill", end.fill?.id ?? ""));
    expect(summary.receipts).toMatchObject([{ fromPage: 1, toPage: 5, rows: 125, duplicates: 0 }]);
    expect(summary.companyColumn).toBe(2);
  });

  test("knows from the preview how much there is, and asks four pages at once from the first on", async () => {
    const document = openFillDocument(world);
    const preview = dataOf(await document.call("previewSearch", { company_type: "Private" }));
    if (preview.state !== "found") throw new Error(preview.state);
    const progress: number[] = [];
    const onProgress = ({ fill }: { fill: { pagesDone: number } }): void => {
      progress.push(fill.pagesDone);
    };
    const end = await document.fill({ totals: preview.totals, pages: 6 }, { onProgress });
    expect(end).toMatchObject({ state: "finished", fill: { rows: 150, companies: preview.totals.companies } });
    expect(progress).toEqual([4, 6]);
    const stale = { ...preview.totals, companies: preview.totals.companies - 1 };
    expect(await openFillDocument(world).fill({ totals: stale })).toMatchObject({ stop: { code: "TOTALS_CHANGED" } });
  });
});
