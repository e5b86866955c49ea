import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { callClass } from "../../../local/apps-script/faults";
import type { RowChoice } from "../../../src/jobs/protocol";
import { killAt } from "../support/kill-execution";
import { createPersonInBetween } from "../support/person-in-between";
import { dataOf, type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { contacts } from "./lists";

const HELPER = "Sheetscout (temporary)";
const VISIBLE: RowChoice = { kind: "visible" };

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });
beforeAll(async () => {
  world.host.onTrace(({ event, detail }) => {
    if (event === "call" && callClass(detail) !== "local") calls.push(detail);
  });
});

let calls: string[] = [];
beforeEach(() => {
  calls = [];
});

/** A list whose filter shows the rows that `keep` wants, by the number in their name. */
function filtered(rows: number, label: string, keep: (number: number) => boolean): JobDocument {
  const document = world.open(contacts(rows, label));
  document.user.keyboard.filter(SHEET, `A1:C${rows + 1}`, ([name]) => keep(Number(String(name).split(" ")[1])));
  return document;
}

const plan = (document: JobDocument) => document.plan(VISIBLE, { sheetId: document.sheetId });

const sheetNames = ({ document: { workbook } }: JobDocument): string[] => workbook.sheets().map(({ name }) => name);

describe("the visible rows of a list", () => {
  test("take at most 10 calls, whatever their pattern", async () => {
    const callsToStart = async (rows: RowChoice): Promise<number> => {
      const document = filtered(2_000, "pattern", (number) => number % 5 === 0);
      calls = [];
      await document.start({ rows });
      return calls.length;
    };
    const selected = await callsToStart({ kind: "selected", spans: [{ from: 2, to: 11 }] });
    expect((await callsToStart(VISIBLE)) - selected).toBeLessThanOrEqual(10);
  });

  test("are those that no filter, hand or closed group hides, in a sheet of whatever name", async () => {
    const document = filtered(12, "name", (number) => number % 2 === 0);
    document.user.keyboard.hide(SHEET, "rows", 2, 4);
    document.user.keyboard.renameSheet(SHEET, "Ann's list, 50% off!");
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 4 });
  });

  test("are read without a trace: no sheet stays, and the person keeps sheet and selection", async () => {
    const document = filtered(12, "trace", () => true);
    document.user.keyboard.select(SHEET, "B3:C5");
    await plan(document);
    expect(sheetNames(document)).toEqual([SHEET]);
    const { sheetId } = document;
    const areas = [{ row: 3, column: 2, rows: 3, columns: 2 }];
    expect(document.document.workbook.selection(OWNER)).toEqual({ sheetId, areas });
  });

  test("are found after a crash at any moment, and what it has left is removed", async () => {
    const document = filtered(12, "crash", (number) => number % 2 === 0);
    await plan(document);
    const moments = calls.length;
    expect(moments).toBeGreaterThan(8);
    for (let moment = 1; moment <= moments; moment++) {
      const revive = killAt(world, moment);
      await plan(document).catch(() => undefined);
      revive();
      expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
      expect(sheetNames(document)).toEqual([SHEET]);
    }
  });

  test("are found beside a sheet of the same name that somebody writes in, which is left alone", async () => {
    const document = filtered(12, "theirs", (number) => number % 2 === 0);
    document.user.keyboard.addSheet(HELPER);
    document.user.keyboard.type(HELPER, "C7", "my notes");
    document.user.keyboard.select(SHEET, "B3");
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
    expect(sheetNames(document)).toEqual([SHEET, HELPER]);
    expect(document.user.keyboard.shows(HELPER, "C7")).toEqual([["my notes"]]);
  });

  test("are found when two people ask at the same moment", async () => {
    const document = filtered(12, "two", (number) => number % 2 === 0);
    const both = await Promise.all([plan(document), plan(document)]);
    expect(both.map((each) => dataOf(each).toAsk)).toEqual([6, 6]);
    expect(sheetNames(document)).toEqual([SHEET]);
  });

  test("are found though somebody renames the sheet at the moment of asking", async () => {
    const document = filtered(12, "renamed", (number) => number % 2 === 0);
    person.onCall("Range.setFormulas", 1, (keyboard) => keyboard.renameSheet(SHEET, "Renamed"));
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
    expect(sheetNames(document)).toEqual(["Renamed"]);
  });
});
