import { describe, expect, test } from "@jest/globals";
import type { Change } from "../../../local/apps-script/workbook/change";
import { openFillDocument } from "../companies/fill-document";
import { type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { shown, trim } from "./lists";

/** Calls of this name that Google still fails at. */
let failing = { name: "", left: 0 };

const world = jobWorld({
  settings: {
    betweenCalls(_index, name) {
      if (name === failing.name && failing.left-- > 0) throw new Error("Service Spreadsheets failed.");
    },
  },
});

const apply = (document: JobDocument, ...changes: Change[]): void =>
  document.document.workbook.apply(changes, { kind: "person", user: OWNER });

const sheetOf = ({ document }: JobDocument, name: string) => {
  const sheet = document.workbook.sheets().find((each) => each.name === name);
  if (!sheet) throw new Error(`No sheet is named ${name}.`);
  return sheet;
};

describe("Google deletes no last row or column that is not frozen (google.delete-rows): undoing", () => {
  test("takes rows that fill the grid below a frozen header, and leaves the list able to grow again @slow", async () => {
    const document = openFillDocument(world, [["My list"]]);
    const { sheetId } = document;
    apply(document, { type: "setFrozen", sheetId, rows: 1, columns: 0 });
    const target = { kind: "append", sheetId } as const;
    const { id, written } = await document.fill({ pages: 1, target });
    trim(document, SHEET);
    expect(await document.undo(id, "look")).toMatchObject({ listRows: written.rows });
    expect(sheetOf(document, SHEET).rows).toBe(written.rows + 1);
    expect(await document.undo(id)).toMatchObject({ listRows: written.rows, left: 0 });
    expect(shown(document)).toEqual([["My list"]]);
    const again = await document.fill({ pages: 1, target });
    expect(document.names(SHEET)).toHaveLength(again.written.rows);
  });

  test("takes columns that are all but the frozen ones of the grid", async () => {
    const document = world.open([["Email"], ["ann@company1.example"]]);
    await document.verify({ column: 1 });
    const { id } = await document.last();
    trim(document, SHEET);
    apply(document, { type: "setFrozen", sheetId: document.sheetId, rows: 0, columns: 1 });
    await document.undo(id);
    expect(shown(document)).toEqual([["Email"], ["ann@company1.example"]]);
    expect(document.document.save().extras?.metadata).toEqual([]);
  });
});

describe("the list's sheet, when all others are hidden (google.last-sheet)", () => {
  test("stays, and loses its rows", async () => {
    const document = openFillDocument(world);
    const { id, written } = await document.fill({ pages: 1 });
    apply(document, { type: "setSheetHidden", sheetId: document.sheetId, hidden: true });
    trim(document, "Companies");
    const told = { listRows: written.rows, othersCells: 0 };
    expect(await document.undo(id, "look")).toMatchObject(told);
    expect(await document.undo(id)).toMatchObject({ ...told, removesSheet: false, left: 0 });
    expect(sheetOf(document, "Companies")).toMatchObject({ hidden: false });
    expect(shown(document, "Companies").flat().join("")).toBe("");
    expect(document.document.save().extras?.metadata).toEqual([]);
  });

  test("goes when it is hidden itself, or another one can be seen @slow", async () => {
    for (const hidden of ["Companies", "Other"]) {
      const document = openFillDocument(world);
      document.user.keyboard.addSheet("Other");
      const { id } = await document.fill({ pages: 1 });
      apply(document, { type: "setSheetHidden", sheetId: sheetOf(document, hidden).sheetId, hidden: true });
      expect(await document.undo(id, "look")).toMatchObject({ removesSheet: true });
      await document.undo(id);
      expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual([SHEET, "Other"]);
    }
  });

  test("stays without its hidden column, too @slow", async () => {
    const document = openFillDocument(world);
    const { id } = await document.fill({ pages: 1 });
    document.user.keyboard.delete("Companies", "rows", 2, 900);
    const hiddenColumn = shown(document, "Companies")[0]?.indexOf("filled by") ?? -1;
    document.user.keyboard.delete("Companies", "columns", hiddenColumn + 1, 1);
    apply(document, { type: "setSheetHidden", sheetId: document.sheetId, hidden: true });
    expect(await document.undo(id)).toMatchObject({ removesSheet: false });
    expect(shown(document, "Companies").flat().join("")).toBe("");
  });
});

describe("the list's sheet, where Google fails for a moment", () => {
  test.each(["Sheet.setSheetHidden", "Spreadsheet.deleteSheet"])("goes all the same: %s", async (name) => {
    const document = openFillDocument(world);
    const { id } = await document.fill({ pages: 1 });
    failing = { name, left: 1 };
    expect(await document.undo(id)).toMatchObject({ removesSheet: true });
    expect(failing.left).toBeLessThanOrEqual(0);
    expect(document.document.workbook.sheets().map((sheet) => sheet.name)).toEqual([SHEET]);
  });
});
