import { describe, expect, test } from "@jest/globals";
import { isSheetRoundTrip } from "../../../local/apps-script/google-times";
import type { MadeListView } from "../../../src/jobs/clean-list-views";
import type { SplitRequest } from "../../../src/jobs/protocol";
import { callsToKill, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { shown } from "./lists";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

const COPY = "Copy";

const LIST = [
  ["Export", "", ""],
  ["Name", "Email", "Since"],
  ["Ann", "ann@acme.example; bob@acme.example, cas@acme.example", "2024-03-01"],
  ["", "", ""],
  ["Dora", "Dora <dora@acme.example>", "2024-03-02"],
  ["Eve", "eve@acme.example / nobody", "2024-03-03"],
  ["Fay", "fay@acme.example\ngus@acme.example", "2024-03-04"],
];

const SPLIT = [
  ["Name", "Email", "Since"],
  ["Ann", "ann@acme.example", "2024-03-01"],
  ["Ann", "bob@acme.example", "2024-03-01"],
  ["Ann", "cas@acme.example", "2024-03-01"],
  ["Dora", "Dora <dora@acme.example>", "2024-03-02"],
  ["Eve", "eve@acme.example / nobody", "2024-03-03"],
  ["Fay", "fay@acme.example", "2024-03-04"],
  ["Fay", "gus@acme.example", "2024-03-04"],
];

const request = ({ sheetId }: JobDocument): SplitRequest => ({
  sheetId,
  column: 2,
  header: "Email",
  sample: [],
  headerRow: 2,
  name: COPY,
});

const split = async (document: JobDocument): Promise<MadeListView> =>
  dataOf(await document.call("splitRows", request(document)));

const sheetNames = (document: JobDocument): string[] => document.document.workbook.sheets().map(({ name }) => name);

describe("several addresses in a cell", () => {
  test("get a row each in a copy, with all else of their row, and the list stays", async () => {
    const document = world.open(LIST);
    const before = shown(document, SHEET);
    expect(await split(document)).toMatchObject({ sheetName: COPY, rows: 7 });
    expect(shown(document, COPY)).toEqual(SPLIT);
    expect(shown(document, SHEET)).toEqual(before);
  });

  test("leave results and what a search has found behind, which are about the first address", async () => {
    const document = world.open([
      ["Name", "Email", "email_anon_id"],
      ["Ann", "ann@acme.example; bob@acme.example", "id-of-ann"],
    ]);
    await document.verify();
    const made = dataOf(await document.call("splitRows", { ...request(document), headerRow: 1 }));
    expect(shown(document, made.sheetName)).toEqual([
      ["Name", "Email", "email_anon_id"],
      ["Ann", "ann@acme.example", "id-of-ann"],
      ["Ann", "bob@acme.example", ""],
    ]);
  });

  test("make no row of one that was cleared but for its results", async () => {
    const document = world.open([
      ["Name", "Email"],
      ["Ann", "ann@acme.example; bob@acme.example"],
      ["Cas", "cas@acme.example"],
      ["Dora", "dora@acme.example"],
    ]);
    await document.verify();
    document.user.keyboard.paste(SHEET, "A3", [["", ""]]);
    const made = dataOf(await document.call("splitRows", { ...request(document), headerRow: 1 }));
    expect(made.rows).toBe(3);
    expect(shown(document, made.sheetName).map(([name]) => name)).toEqual(["Name", "Ann", "Ann", "Dora"]);
  });

  test("are split wherever somebody has moved their column since the dry run", async () => {
    const document = world.open(LIST);
    document.user.keyboard.insert(SHEET, "columns", 1, 1);
    await split(document);
    expect(shown(document, COPY).map((row) => row.slice(1))).toEqual(SPLIT);
  });

  test("take few calls, whatever their number", async () => {
    const document = world.open(LIST);
    const trips = (await traceCalls(world, () => split(document))).filter(isSheetRoundTrip);
    expect({ trips, isFew: trips.length + 1 <= 12 }).toEqual({ trips, isFew: true });
  });

  test("are split whole or not at all, whenever Google kills it", async () => {
    const calls = await traceCalls(world, () => split(world.open(LIST)));
    for (const at of callsToKill(calls, momentStep(7))) {
      const document = world.open(LIST);
      const before = shown(document, SHEET);
      const live = killAt(world, at);
      await document.call("splitRows", request(document));
      live();
      // Their formats come after the cells.
      const cellsOf = (rows: string[][]): string[][] => rows.map((row) => row.slice(0, 2));
      const copy = sheetNames(document).includes(COPY) ? cellsOf(shown(document, COPY)) : [];
      expect({
        at,
        isWhole: copy.flat().join("") === "" || JSON.stringify(copy) === JSON.stringify(cellsOf(SPLIT)),
      }).toEqual({
        at,
        isWhole: true,
      });
      expect(shown(document, SHEET)).toEqual(before);
    }
  });

  test.each<[string, Act]>([
    ["sorts the list", (keyboard) => keyboard.sort(SHEET, "A3:C7", 1, false)],
    ["inserts a row", (keyboard) => keyboard.insert(SHEET, "rows", 4, 1)],
    ["inserts a column", (keyboard) => keyboard.insert(SHEET, "columns", 1, 1)],
    ["moves the addresses", (keyboard) => keyboard.move(SHEET, "columns", 2, 1, 1)],
  ])("each keep their own row whenever a person %s", async (_, act) => {
    const sorted = (rows: string[][]): string[] =>
      rows
        .map((row) =>
          [...row]
            .filter((cell) => cell !== "")
            .sort()
            .join(" "),
        )
        .sort();
    await person.actAtEveryMoment(act, momentStep(7), async (at, begin) => {
      const document = world.open(LIST);
      begin();
      await split(document);
      expect({ at, rows: sorted(shown(document, COPY)) }).toEqual({ at, rows: sorted(SPLIT) });
      const { workbook } = document.document;
      expect(sorted(shown(document)).filter(Boolean)).toEqual(sorted(LIST).filter(Boolean));
      expect(workbook.sheets()).toHaveLength(2);
    });
  });

  test("an undo deletes the copy, unless somebody has changed it", async () => {
    const document = world.open(LIST);
    const { sheetId, check } = await split(document);
    const copy = document.copy();
    expect(dataOf(await document.call("undoCopy", { sheetId, check }))).toBeNull();
    expect(sheetNames(document)).not.toContain(COPY);
    copy.user.keyboard.paste(COPY, "A2", [["Anna"]]);
    expect(await copy.call("undoCopy", { sheetId, check })).toMatchObject({ code: "LIST_CHANGED" });
    expect(sheetNames(copy)).toContain(COPY);
  });
});
