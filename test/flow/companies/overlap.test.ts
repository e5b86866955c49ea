import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { dataOf, type FlowWorld, openFlowWorld } from "../support/flow-world";
import { openFillDocument } from "./fill-document";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({ service: { companies: 2_000 } });
});
afterAll(() => world.close());

const OLDER = { company_founded: { min: 1995, max: 2004 } };
const YOUNGER = { company_founded: { min: 2000, max: 2009 } };
const COLUMNS = ["name", "domain", "founded_in"];

const sheetIdOf = (document: ReturnType<typeof openFillDocument>, name: string): number =>
  document.document.workbook.sheets().find((sheet) => sheet.name === name)?.sheetId ?? -1;

describe("two searches in one sheet", () => {
  test("that overlap by half leave each company once", async () => {
    const document = openFillDocument(world);
    const first = await document.fill({ filters: OLDER, pages: null, columns: COLUMNS });
    const target = { kind: "append", sheetId: sheetIdOf(document, "Companies") } as const;
    // Other columns, in another order: the hidden column tells the companies.
    const second = await document.fill({
      filters: YOUNGER,
      pages: null,
      columns: ["founded_in", "name", "size"],
      target,
    });
    const both = [first.fill, second.fill];
    expect(both.map((fill) => (fill?.rows ?? 0) + (fill?.duplicates ?? 0))).toEqual(
      both.map((fill) => fill?.companies),
    );
    expect(second.fill?.duplicates).toBeGreaterThan(50);
    const rows = document.rows("Companies");
    expect(rows).toHaveLength((first.fill?.rows ?? 0) + (second.fill?.rows ?? 0));
    const everything = openFillDocument(world);
    const whole = await everything.fill({ filters: { company_founded: { min: 1995, max: 2009 } }, pages: null });
    expect(rows).toHaveLength(whole.fill?.rows ?? 0);
    expect(new Set(document.names())).toEqual(new Set(everything.names()));
    expect(Object.keys(rows[0] ?? {})).toEqual([...COLUMNS, "filled by", "size"]);
  });

  test("find the companies that somebody has typed, by their websites, under headers of any spelling", async () => {
    const document = openFillDocument(world);
    await document.fill({ filters: OLDER, pages: 1, columns: COLUMNS });
    const known = document.rows("Companies").slice(0, 10);
    const typed = openFillDocument(world, [
      ["My note", "Domain", "NAME"],
      ...known.map(({ domain = "" }) => ["met", `https://www.${domain}/about`, "Somebody"]),
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(typed, "Leads") } as const;
    const wish = { filters: OLDER, pages: 1, columns: COLUMNS, target };
    const plan = dataOf(await typed.call("planFill", { ...wish, totals: null, capHalves: null }));
    expect(plan).toMatchObject({ matchedColumns: ["name", "domain"], addedColumns: ["founded_in"], rowsThere: 10 });
    expect((await typed.fill(wish)).fill).toMatchObject({ rows: 15, duplicates: 10 });
    const rows = typed.rows("Leads");
    expect(rows).toHaveLength(25);
    expect(rows[0]).toMatchObject({ "My note": "met", NAME: "Somebody", founded_in: "" });
    expect(rows[10]).toMatchObject({ "My note": "", founded_in: expect.stringMatching(/^\d{4}$/) });
  });
});
