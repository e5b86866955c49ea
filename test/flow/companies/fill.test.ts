import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { dataOf, openRunWorld, type RunWorld } from "../runs/run-document";
import { openFillDocument } from "./fill-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld({ service: { companies: 2_000 } });
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
});
