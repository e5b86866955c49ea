import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate, document } = createTestHost({ settings: { readsCached: true } });
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";
/** Somebody acts while the script sleeps. */
const MEANWHILE = "Utilities.sleep(1)";

let act = () => {};
beforeEach(() => {
  ann.keyboard.clear("Sheet1", "A1:Z99");
  ann.keyboard.paste("Sheet1", "A1", [
    ["old", "b"],
    ["c", "d"],
  ]);
  act = () => ann.keyboard.paste("Sheet1", "A1", [["new"], [""], ["far down"]]);
  host.settings.betweenCalls = (_index, name) => {
    if (name === "Utilities.sleep") act();
  };
});

test("a range read again shows what it held before, until the execution flushes", async () => {
  const read = `${SHEET}.getRange("A1").getValue()`;
  expect(await evaluate(`[${read}, ${MEANWHILE}, ${read}, SpreadsheetApp.flush(), ${read}]`)).toEqual([
    "old",
    null,
    "old",
    null,
    "new",
  ]);
});

test("the execution's own write, of whatever cell, makes the next read real", async () => {
  const read = `${SHEET}.getRange("A1").getValue()`;
  expect(await evaluate(`[${read}, ${MEANWHILE}, ${SHEET}.getRange("Z9").setValue(1).getRow(), ${read}]`)).toEqual([
    "old",
    null,
    9,
    "new",
  ]);
});

test("part of a range read before, its display values, its end and its notes are remembered too", async () => {
  act = () => {
    ann.keyboard.paste("Sheet1", "A1", [["new"], [""], ["far down"]]);
    document.workbook.apply([{ type: "setNotes", sheetId: 0, row: 1, column: 1, notes: [["new"]] }], {
      kind: "person",
      user: ann.user,
    });
  };
  const reads = `[${SHEET}.getLastRow(), ${SHEET}.getRange("A1").getDisplayValue(), ${SHEET}.getRange("A1").getNote()]`;
  const first = `[${SHEET}.getRange("A1:B2").getValues().length, ${SHEET}.getRange("A1:A2").getNotes().length, ${SHEET}.getLastRow()]`;
  expect(await evaluate(`[${first}, ${MEANWHILE}, ${reads}, SpreadsheetApp.flush(), ${reads}]`)).toEqual([
    [2, 2, 2],
    null,
    [2, "old", ""],
    null,
    [3, "new", "new"],
  ]);
});

test("a range that reaches beyond what was read before is read anew", async () => {
  expect(
    await evaluate(`[${SHEET}.getRange("A1").getValue(), ${MEANWHILE}, ${SHEET}.getRange("A1:A2").getValues().flat()]`),
  ).toEqual(["old", null, ["new", ""]]);
});

test("every execution begins with nothing read", async () => {
  await evaluate(`${SHEET}.getRange("A1").getValue()`);
  act();
  expect(await evaluate(`${SHEET}.getRange("A1").getValue()`)).toBe("new");
});

test("for comparison, every read may be real", async () => {
  host.settings.readsCached = false;
  const read = `${SHEET}.getRange("A1").getValue()`;
  expect(await evaluate(`[${read}, ${MEANWHILE}, ${read}]`)).toEqual(["old", null, "new"]);
  host.settings.readsCached = true;
});
