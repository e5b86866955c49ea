import { afterEach, describe, expect, test } from "@jest/globals";
import { jobWorld, SHEET } from "../jobs/job-document";
import { openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });
afterEach(() => {
  world.host.settings.faults = [];
});

const COLUMNS = ["name", "domain", "headcount"];
const LIST = [
  ["My note", "Name", "Headcount"],
  ["met", "Somebody", "5"],
];

describe("a list of somebody's own that is a Google table", () => {
  test("is filled when its columns have no types", async () => {
    const document = openFillDocument(world, LIST);
    document.user.keyboard.makeTable(SHEET, "A1:C2");
    const target = { kind: "append", sheetId: document.sheetId } as const;
    const end = await document.fill({ pages: 1, target, columns: COLUMNS });
    expect(end).toMatchObject({ state: "finished", written: { rows: 25 } });
    expect(document.rows(SHEET).filter(({ Name, domain }) => Name && domain)).toHaveLength(25);
  });

  test("is left as it is when a column with a type refuses: it is named, with what to do @slow", async () => {
    const document = openFillDocument(world, LIST);
    document.user.keyboard.makeTable(SHEET, "A1:C2", [null, null, "number"]);
    const before = document.user.keyboard.shows(SHEET, "A1:H3");
    const target = { kind: "append", sheetId: document.sheetId } as const;
    const end = await document.fill({ pages: 1, target, columns: COLUMNS });
    expect(end).toMatchObject({
      state: "paused",
      stop: {
        code: "COLUMNS_REFUSED",
        message: expect.stringContaining("Headcount"),
        remedy: expect.stringContaining("Convert to range"),
      },
      written: { rows: 0, unwritten: { pages: 1 } },
    });
    expect(document.user.keyboard.shows(SHEET, "A1:H3")).toEqual(before);
    const { metadata } = document.document.save().extras as { metadata: unknown[] };
    expect(metadata).toEqual([]);
  });
});

describe("a fill whose writes fail though nothing refuses them", () => {
  test.each([1, 3, 5, 8, 13])("loses no company when five in a row do, beginning with the %i-th", async (first) => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: 3 });
    world.host.settings.faults = [{ calls: ["SpreadsheetApp.flush"], at: [0, 1, 2, 3, 4].map((i) => first + i) }];
    expect(await document.driveFill(fill)).toMatchObject({ state: "finished", written: { rows: 75, alreadyThere: 0 } });
    expect(document.names()).toHaveLength(75);
    expect(new Set(document.pagesAsked().map(({ page }) => page)).size).toBe(document.pagesAsked().length);
  });

  test("all the time pauses with Google's words, and pays for no page twice once it is resumed @slow", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: 3, filters: { company_founded: { min: 1950 } } });
    const before = world.service.controls.ledger().length;
    world.host.settings.faults = [{ calls: ["Range.setValues"], chance: 1 }];
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({ state: "paused", stop: { message: expect.stringContaining("Spreadsheets") } });
    world.host.settings.faults = [];
    expect(await document.goOn(fill.job.id)).toMatchObject({ state: "finished", written: { rows: 75 } });
    expect(world.service.controls.ledger().length - before).toBe(3);
  });
});
