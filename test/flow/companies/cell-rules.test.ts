import { describe, expect, test } from "@jest/globals";
import type { ValidationRecord } from "../../../local/apps-script/extras/extras";
import { jobWorld, SHEET } from "../jobs/job-document";
import { openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });

/** A drop-down that refuses everything else, in the column `Name` of rows 4 to 6. */
const YES_OR_NO: ValidationRecord = {
  id: 1,
  sheetId: 0,
  area: { row: 4, column: 2, rows: 3, columns: 1 },
  rule: { criteria: "VALUE_IN_LIST", values: [["yes", "no"], true], allowInvalid: false, helpText: null },
};

describe("a list of somebody's own", () => {
  test("keeps the rules of its cells: what they refuse stands in their notes, everything else in its place @slow", async () => {
    const list = [
      ["My note", "Name"],
      ["met", "Somebody"],
    ];
    const document = openFillDocument(world, list, { extras: { validations: [YES_OR_NO] } });
    const target = { kind: "append", sheetId: document.sheetId } as const;
    const end = await document.fill({ pages: 2, target, columns: ["name", "domain", "headcount"] });
    expect(end).toMatchObject({ state: "finished", stop: null, written: { rows: 50 } });
    const rows = document.rows(SHEET);
    expect(rows).toHaveLength(51);
    expect(rows.map(({ Name }, i) => (Name === "" ? i + 2 : 0)).filter(Boolean)).toEqual([4, 5, 6]);
    expect(rows.slice(1).every((row) => row.domain && row["My note"] === "")).toBe(true);
    const { workbook } = document.document;
    const notes = workbook.readNotes(document.sheetId, { row: 3, column: 2, rows: 5, columns: 1 }).flat();
    expect(notes).toEqual([
      null,
      ...Array.from({ length: 3 }, () => expect.stringMatching(/does not accept: ./)),
      null,
    ]);
    const { validations } = document.document.save().extras as { validations: unknown[] };
    expect(validations).toHaveLength(1);
    // Nothing is written twice because a cell is blank.
    expect((await document.fill({ pages: 2, target, columns: ["name", "domain", "headcount"] })).written).toMatchObject(
      {
        rows: 0,
        alreadyThere: 50,
      },
    );
  });

  test("is left as it is by the fill's undoing, with what was typed beside the companies' columns", async () => {
    const list = [
      ["My note", "Name", "Sum"],
      ["met", "Somebody", "=LEN(B2)"],
      ["", "Nobody", "=LEN(B3)"],
    ];
    const document = openFillDocument(world, list);
    const { workbook } = document.document;
    const columns = workbook.sheets()[0]?.columns;
    const target = { kind: "append", sheetId: document.sheetId } as const;
    const end = await document.fill({ pages: 2, target, columns: ["name", "domain"] });
    document.user.keyboard.sort(SHEET, "A2:E53", 2);
    expect(await document.undo(end.id)).toMatchObject({ listRows: 50, removesSheet: false, left: 0 });
    const rows = document.rows(SHEET).map((row) => [row["My note"], row.Name, row.Sum]);
    expect(rows.sort()).toEqual([
      ["", "Nobody", "6"],
      ["met", "Somebody", "8"],
    ]);
    // Cells further right keep their place.
    expect(workbook.sheets()[0]?.columns).toBe(columns);
    expect([...workbook.hidden(document.sheetId, "columns")]).toEqual([]);
  });
});
