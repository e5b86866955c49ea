import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../local/apps-script/script-errors";
import type { ServerMessage, SharedMutation } from "../../local/workbench/messages";
import { createSyncHub } from "../../local/workbench/server/sync-hub";
import { openWorkbook, SCRIPT, SHEET } from "./support/open-workbook";

const SET_CELLS = "sheet.mutation.set-range-values";
const INSERT_ROW = "sheet.mutation.insert-row";
const PLACE = { unitId: "workbench", subUnitId: "0" };

const typed = (row: number, value: string): SharedMutation => ({
  id: SET_CELLS,
  params: { ...PLACE, cellValue: { [row - 1]: { 0: { v: value, t: 1 } } } },
});
const insertedRow = (row: number): SharedMutation => ({
  id: INSERT_ROW,
  params: { ...PLACE, range: { startRow: row - 1, endRow: row - 1, startColumn: 0, endColumn: 25 } },
});

describe("pages that show one workbook", () => {
  let sheet: ReturnType<typeof openWorkbook>;
  let hub: ReturnType<typeof createSyncHub>;
  beforeEach(() => {
    sheet = openWorkbook();
    hub = createSyncHub(sheet.workbook, {
      user: "ann@company.example",
      check: (changes) => {
        if (JSON.stringify(changes).includes("forbidden")) throw new ServiceError("It is forbidden.");
      },
    });
  });
  afterEach(() => {
    hub.close();
    sheet.workbook.close();
  });

  /** A page, what it was sent, and the last version it has seen. */
  function openPage() {
    const sent: ServerMessage[] = [];
    const shared = hub.join((message) => sent.push(message));
    const seen = () => Math.max(...sent.map((message) => ("version" in message ? message.version : 0)));
    return {
      ...shared,
      seen,
      /** The kinds of messages since the last look. */
      news: () => sent.splice(0).map((message) => (message.type === "mutation" ? message.mutation.id : message.type)),
    };
  }
  const values = () => sheet.values(1, 1, 3, 1);

  test("get the whole workbook first and then every change of scripts and of other pages, not their own", () => {
    const [one, other] = [openPage(), openPage()];
    expect([one.news(), other.news()]).toEqual([["workbook"], ["workbook"]]);
    one.receive({ type: "mutations", base: 99, mutations: [typed(1, "from one")] });
    expect([one.news(), other.news()]).toEqual([[], [SET_CELLS]]);
    sheet.workbook.apply(
      [{ type: "setCells", sheetId: SHEET, row: 2, column: 1, cells: [[{ value: "from a script" }]] }],
      SCRIPT,
    );
    expect([one.news(), other.news()]).toEqual([[SET_CELLS], [SET_CELLS]]);
  });

  test("agree when two type into the same cell at once: the last one wins, in every page", async () => {
    const [one, other] = [openPage(), openPage()];
    const [base, otherBase] = [one.seen(), other.seen()];
    one.news();
    other.news();
    one.receive({ type: "mutations", base, mutations: [typed(1, "first")] });
    other.receive({ type: "mutations", base: otherBase, mutations: [typed(1, "second")] });
    expect(await values()).toEqual([["second"], [null], [null]]);
    expect(one.news()).toEqual([SET_CELLS]);
    expect(other.news()).toEqual([SET_CELLS, SET_CELLS]);
  });

  test("that type into a row which has moved meanwhile are refused and get the workbook again", async () => {
    const [one, other] = [openPage(), openPage()];
    const late = other.seen();
    other.news();
    one.receive({ type: "mutations", base: one.seen(), mutations: [insertedRow(1)] });
    other.receive({ type: "mutations", base: late, mutations: [typed(1, "to the old row 1")] });
    expect(await values()).toEqual([[null], [null], [null]]);
    expect(other.news()).toEqual([INSERT_ROW, "workbook", "refused"]);
  });

  test("are not refused when rows were only added below everything, or moved in another sheet", async () => {
    const page = openPage();
    const late = page.seen();
    const { rows } = sheet.workbook.sheets()[0] as { rows: number };
    const added = { type: "insert" as const, sheetId: SHEET, dimension: "rows" as const, index: rows + 1, count: 5 };
    const other = { type: "addSheet" as const, sheetId: 7, name: "Other", index: 1, rows: 9, columns: 9 };
    sheet.workbook.apply([added, other, { ...added, sheetId: 7, index: 1 }], SCRIPT);
    page.receive({ type: "mutations", base: late, mutations: [typed(1, "kept")] });
    expect(await values()).toEqual([["kept"], [null], [null]]);
    expect(page.news()).not.toContain("refused");
  });

  test("that insert a row while others type see the workbook again; what they type into the new row stays", async () => {
    const [one, other] = [openPage(), openPage()];
    const late = other.seen();
    one.receive({ type: "mutations", base: one.seen(), mutations: [typed(1, "moved down")] });
    other.news();
    other.receive({ type: "mutations", base: late, mutations: [insertedRow(1)] });
    expect(other.news()).toEqual(["workbook"]);
    other.receive({ type: "mutations", base: late, mutations: [typed(1, "new")] });
    expect(await values()).toEqual([["new"], ["moved down"], [null]]);
    expect(other.news()).toEqual([SET_CELLS]);
  });

  test("that were refused do nothing before they see the workbook again", async () => {
    const [one, other] = [openPage(), openPage()];
    const late = other.seen();
    one.receive({ type: "mutations", base: one.seen(), mutations: [insertedRow(1)] });
    other.receive({ type: "mutations", base: late, mutations: [insertedRow(1)] });
    other.receive({ type: "mutations", base: late, mutations: [typed(2, "void")] });
    expect(await values()).toEqual([[null], [null], [null]]);
    other.receive({ type: "mutations", base: other.seen(), mutations: [typed(2, "seen")] });
    expect(await values()).toEqual([[null], ["seen"], [null]]);
  });

  test("that do what is refused are told why and get the workbook as it is; the others hear nothing", async () => {
    const [one, other] = [openPage(), openPage()];
    const base = one.seen();
    one.news();
    other.news();
    one.receive({ type: "mutations", base, mutations: [typed(1, "first"), typed(2, "forbidden")] });
    expect(one.news()).toEqual(["workbook", "refused"]);
    expect(other.news()).toEqual([]);
    expect(await values()).toEqual([[null], [null], [null]]);
  });

  test("cannot run anything but changes of sheets", async () => {
    const page = openPage();
    page.receive({
      type: "mutations",
      base: page.seen(),
      mutations: [{ id: "sheet.command.remove-sheet", params: PLACE }, typed(1, "typed")],
    });
    expect(sheet.workbook.sheets()).toHaveLength(1);
    expect(await values()).toEqual([["typed"], [null], [null]]);
  });

  test("are told nothing more when they have left", () => {
    const page = openPage();
    page.news();
    page.leave();
    sheet.write(1, 1, [["x"]]);
    expect(page.news()).toEqual([]);
  });
});
