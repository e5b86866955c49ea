import { beforeAll, describe, expect, test } from "@jest/globals";
import { jobWorld, OWNER, SHEET } from "../jobs/job-document";
import { shown } from "../jobs/lists";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { type FillDocument, openFillDocument } from "./fill-document";

const OWN = [
  ["My note", "Name", "Rating"],
  ["met", "Somebody", "5 of 6"],
  ["called", "Nobody", "2 of 6"],
];

const ACTIONS: Record<string, Act> = {
  "inserts a column at the left": (keyboard) => keyboard.insert(SHEET, "columns", 1, 1),
  "inserts a column before the last": (keyboard) => keyboard.insert(SHEET, "columns", 3, 1),
  "inserts two columns after the last": (keyboard) => keyboard.insert(SHEET, "columns", 4, 2),
  "deletes the first column": (keyboard) => keyboard.delete(SHEET, "columns", 1),
};

const person = createPersonInBetween();
let calm: FillDocument;
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });
beforeAll(async () => {
  calm = await filled(() => {});
});

async function filled(begin: () => void): Promise<FillDocument> {
  const document = openFillDocument(world, OWN);
  const target = { kind: "append", sheetId: document.sheetId } as const;
  begin();
  const fill = await document.startFill({ pages: 1, target, columns: ["name", "domain", "headcount"] });
  const end = await document.driveFill(fill);
  expect({ state: end.state, stop: end.stop, rows: end.written.rows }).toEqual({
    state: "finished",
    stop: null,
    rows: 25,
  });
  return document;
}

/** By the names of the columns, in any order; but what the person may have deleted, and whose row it is. */
function contents(document: FillDocument) {
  const [names = [], ...rows] = document.user.keyboard.shows(SHEET, "A1:I28");
  return rows.map((row) => {
    const named = names.flatMap((name, i) => (name === "" || name === "My note" ? [] : [[name, row[i] ?? ""]]));
    const { "filled by": by = "", ...cells } = Object.fromEntries(named) as Record<string, string>;
    return { ...cells, isFilled: by !== "", width: named.length };
  });
}

describe("a person who changes the columns of their list while those for companies are made in it", () => {
  test.each(Object.entries(ACTIONS))(
    "%s, at every moment: each column keeps its name and what is in it",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, momentStep(19), async (at, begin) => {
        const document = await filled(begin);
        expect({ at, contents: contents(document) }).toEqual({ at, contents: contents(calm) });
      });
      expect(calls).toBeGreaterThan(15);
    },
  );
});

test("people's own names of columns, and their words in the notes of names, stay when ours go with an undone fill", async () => {
  const document = openFillDocument(world, OWN);
  const { sheetId } = document;
  const { workbook } = document.document;
  const note = (column: number, text: string): void => {
    workbook.apply([{ type: "setNotes", sheetId, row: 1, column, notes: [[text]] }], { kind: "person", user: OWNER });
  };
  const notes = () => workbook.readNotes(sheetId, { row: 1, column: 5, rows: 1, columns: 3 })[0];
  note(5, "to be filled");
  const columns = ["name", "domain", "headcount", "location.country"];
  const { id } = await document.fill({ pages: 1, target: { kind: "append", sheetId }, columns });
  expect(document.user.keyboard.shows(SHEET, "D1:G1")).toEqual([["filled by", "Domain", "Headcount", "Country"]]);
  expect(notes()).toEqual(["to be filled\ndomain", "headcount", "location.country: The country of its head office."]);
  note(6, "as of today, see headcount");
  document.user.keyboard.type(SHEET, "F1", "Staff");
  await document.undo(id);
  expect(document.user.keyboard.shows(SHEET, "D1:G1")).toEqual([["", "", "Staff", ""]]);
  expect(notes()).toEqual(["to be filled", "as of today, see headcount", null]);
});

test("undoing all fills of a list leaves nothing pinned, also when the one undone last has written nothing", async () => {
  const document = openFillDocument(world, OWN);
  const choices = {
    pages: 1,
    target: { kind: "append" as const, sheetId: document.sheetId },
    columns: ["name", "domain"],
  };
  const { job } = await document.startFill(choices);
  const { id } = await document.fill(choices);
  await document.undo(id);
  await document.undo(job.id);
  expect(document.document.save().extras?.metadata).toEqual([]);
  expect(document.user.keyboard.shows(SHEET, "A1:E2")).toEqual(OWN.slice(0, 2).map((row) => [...row, "", ""]));
});

test.each(["older", "newer"])("two fills of somebody's own list leave nothing, the %s undone first", async (first) => {
  const list = [
    ["Name", "Domain", "Remark"],
    ["Mine Ltd", "mineltd.example", "x"],
  ];
  const document = openFillDocument(world, list);
  const target = { kind: "append", sheetId: document.sheetId } as const;
  const older = await document.fill({ pages: 1, target, filters: { company_type: "Private" } });
  const newer = await document.fill({ pages: 2, target, filters: { company_type: "Public" } });
  const ids = first === "older" ? [older.id, newer.id] : [newer.id, older.id];
  for (const id of ids) await document.undo(id);
  expect(shown(document).filter((row) => row.some((cell) => cell !== ""))).toEqual(list);
  expect(document.document.save().extras?.metadata).toEqual([]);
});

test.each([
  ["notes", 1],
  ["companies of another job", 2],
])("companies taken out from below %s leave somebody's empty checkboxes where they stood", async (_, pages) => {
  const boxes = Array.from({ length: 60 }, () => ["", "FALSE"]);
  const document = openFillDocument(world, [["Notes", "Contacted"], ...boxes]);
  const target = { kind: "append", sheetId: document.sheetId } as const;
  const columns = ["name", "headcount"];
  if (pages > 1) await document.fill({ pages: 1, columns, target });
  const before = shown(document);
  const { job } = await document.fill({ pages, columns, target });
  expect(await document.undo(job.id, "look")).toMatchObject({ listRows: 25, othersCells: 0 });
  expect(await document.undo(job.id)).toMatchObject({ listRows: 25, left: 0 });
  expect(shown(document)).toEqual(before);
});
