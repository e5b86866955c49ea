import { beforeAll, describe, expect, test } from "@jest/globals";
import { jobWorld } from "../jobs/job-document";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { COLUMNS, type FillDocument, openFillDocument, planRequest } from "./fill-document";

const SHEET = "Companies";

/** Two slices, and one page known before. */
const PAGES = 6;

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (keyboard) => keyboard.sort(SHEET, "A2:F26", 1, false),
  "inserts a column at the left": (keyboard) => keyboard.insert(SHEET, "columns", 1, 1),
  "inserts two columns in the middle": (keyboard) => keyboard.insert(SHEET, "columns", 3, 2),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 4, 3),
  "renames the sheet and goes to another": (keyboard) => {
    keyboard.select("Leads", "A1");
    keyboard.renameSheet(SHEET, "Mine");
  },
};

const person = createPersonInBetween();
let calm: Map<string, string>;
const world = jobWorld({
  service: { companies: 2_000 },
  settings: { betweenCalls: person.betweenCalls },
});
beforeAll(async () => {
  const document = openFillDocument(world);
  await document.fill({ pages: PAGES });
  calm = linesOf(document, SHEET);
});

/** The cells beside each domain, for rows that are filled. */
function linesOf(document: FillDocument, sheet: string): Map<string, string> {
  const filled = document.rows(sheet).filter(({ domain }) => domain);
  return new Map(filled.map((row) => [row.domain ?? "", `${row.name} ${row.headcount} ${row["location.country"]}`]));
}

const listOf = (document: FillDocument) =>
  ({ kind: "append", sheetId: document.document.workbook.sheets()[1]?.sheetId ?? -1 }) as const;

describe("a person who works in the sheet while it is being filled", () => {
  let begun: FillDocument;
  beforeAll(async () => {
    begun = openFillDocument(world);
    await begun.fill({ pages: 1 });
  });

  test.each(Object.entries(ACTIONS))(
    "%s, at every moment: each company stands there once, whole @slow",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, momentStep(79), async (at, begin) => {
        const document = begun.copy();
        begin();
        const end = await document.fill({ pages: PAGES, target: listOf(document) });
        expect({ at, state: end.state, stop: end.stop }).toEqual({ at, state: "finished", stop: null });
        const sheet = document.document.workbook.sheets()[1]?.name ?? SHEET;
        const rows = document.rows(sheet).filter((row) => Object.values(row).some((cell) => cell !== ""));
        expect({ at, rows: rows.length }).toEqual({ at, rows: calm.size });
        expect({ at, lines: linesOf(document, sheet).size }).toEqual({ at, lines: calm.size });
        for (const [domain, line] of linesOf(document, sheet))
          expect(`${at} ${line}`).toBe(`${at} ${calm.get(domain)}`);
      });
      expect(calls).toBeGreaterThan(10);
    },
  );
});

describe("a person who inserts rows above just before rows are written", () => {
  test("moves the last rows of the list to where the new ones go, and none is lost @slow", async () => {
    let hasActed = true;
    for (let count = 1; hasActed; count++) {
      const document = openFillDocument(world);
      await document.fill({ pages: 1 });
      hasActed = false;
      person.onCall("Range.setValues", count, (keyboard) => {
        hasActed = true;
        keyboard.insert(SHEET, "rows", 4, 3);
      });
      await document.fill({ pages: 3, target: listOf(document) });
      const lines = linesOf(document, SHEET);
      expect({ count, companies: lines.size }).toEqual({ count, companies: 75 });
      for (const [domain, line] of lines) expect({ count, line }).toEqual({ count, line: calm.get(domain) });
    }
  });
});

const TYPED = "typed by hand";

/** People do this while a fill is taken back; all of it has to stay. */
const WHILE_UNDOING: Record<string, Act> = {
  ...ACTIONS,
  "types below the list": (keyboard) => keyboard.type(SHEET, "A90", TYPED),
  "types beside the list": (keyboard) => keyboard.type(SHEET, "J3", TYPED),
};

describe("a person who works in the sheet while a fill is taken back", () => {
  let before: Map<string, string>;
  let twice: FillDocument;
  let alone: FillDocument;
  beforeAll(async () => {
    twice = openFillDocument(world);
    await twice.fill({ pages: 1 });
    before = linesOf(twice, SHEET);
    await twice.fill({ pages: 3, target: listOf(twice) });
    alone = openFillDocument(world);
    await alone.fill({ pages: 2 });
  });

  test.each(Object.entries(WHILE_UNDOING))(
    "%s, at every moment: the rows of the other fill and what was typed stay, and no others",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, momentStep(29), async (at, begin) => {
        const document = twice.copy();
        const { id } = await document.last();
        begin();
        const undone = await document.call("undoJob", { jobId: id, do: "undo", others: "keep" });
        expect({ at, undone }).toMatchObject({ at, undone: { ok: true, data: { listRows: 50, left: 0 } } });
        const sheet = document.document.workbook.sheets()[1]?.name ?? SHEET;
        expect({ at, lines: linesOf(document, sheet) }).toEqual({ at, lines: before });
      });
      expect(calls).toBeGreaterThan(3);
    },
  );

  test.each([
    ["below the list", "A90"],
    ["beside the list", "J3"],
    ["in the first row", "K1"],
  ])("who types %s of a sheet that was made for it, at every moment, keeps what was typed", async (_where, cell) => {
    const act: Act = (keyboard) => keyboard.type(SHEET, cell, TYPED);
    const calls = await person.actAtEveryMoment(act, momentStep(5), async (at, begin) => {
      const document = alone.copy();
      const { id } = await document.last();
      begin();
      await document.call("undoJob", { jobId: id, do: "undo", others: "keep" });
      const sheets = document.document.workbook.sheets();
      const isThere = sheets.some(({ name }) => name === SHEET);
      const cells = isThere ? JSON.stringify(document.user.keyboard.shows(SHEET, "A1:K100")) : "";
      // A sheet that is gone was gone before anything could be typed.
      if (isThere) expect({ at, typed: cells.includes(TYPED) }).toEqual({ at, typed: true });
      expect({ at, filled: cells.includes(".0.1:") }).toEqual({ at, filled: false });
    });
    expect(calls).toBeGreaterThan(3);
  });
});

test("somebody deletes the header: a later fill takes no company for it, adds none twice, and both are undone @slow", async () => {
  const document = openFillDocument(world);
  const first = await document.fill({ pages: 2 });
  const target = listOf(document);
  document.user.keyboard.delete(SHEET, "rows", 1, 1);
  const top = document.user.keyboard.shows(SHEET, "A1:F3");
  const plan = await document.call("planJob", planRequest({ pages: 3, target }));
  expect(plan).toMatchObject({ ok: true, data: { rowsThere: 50, addedColumns: [] } });
  if (!plan.ok || plan.data.kind !== "companies") throw new Error("There is no plan.");
  expect(new Set(plan.data.matchedColumns.map(({ header }) => header))).toEqual(new Set([""]));
  const second = await document.fill({ pages: 3, target, columns: [...COLUMNS, "industry"] });
  const domains = document.user.keyboard.shows(SHEET, "B1:B90").flat().filter(Boolean);
  expect([domains.length, new Set(domains).size]).toEqual([75, 75]);
  expect(document.user.keyboard.shows(SHEET, "A1:F3")).toEqual(top);
  await document.undo(second.id);
  expect(await document.undo(first.id)).toMatchObject({ left: 0, removesSheet: true });
  expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual(["Leads"]);
});
