import { beforeAll, describe, expect, test } from "@jest/globals";
import { openFillDocument } from "../companies/fill-document";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween, patiently } from "../support/person-in-between";
import { type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, trim, verifiedStatuses } from "./lists";

const ROWS = 20;
const LIST = "Companies";

const person = createPersonInBetween();
const world = jobWorld({ service: { companies: 2_000 }, settings: { betweenCalls: person.betweenCalls } });

/** Deletes what stands at the edge of the grid at that moment. */
function deleteAtEdge(
  { document, user }: JobDocument,
  name: string,
  dimension: "rows" | "columns",
  count: number,
): void {
  const size = document.workbook.sheets().find((sheet) => sheet.name === name)?.[dimension] ?? 0;
  user.keyboard.delete(name, dimension, size - count + 1, count);
}

/** A list with columns of somebody's own at its right, which fills the grid. */
function openFullGrid(own: number): JobDocument {
  const names = Array.from({ length: own }, (_, i) => `Own ${i}`);
  const document = world.open(
    contacts(ROWS).map((row, r) => [...row, ...names.map((name) => (r === 0 ? name : "mine"))]),
  );
  trim(document);
  return document;
}

let statusOf: Map<string, string>;
beforeAll(async () => {
  statusOf = await verifiedStatuses(world.open(contacts(ROWS)));
});

/** Every address that is still there stands beside its status and its own note. */
function expectOwnStatuses(document: JobDocument, at: unknown): void {
  const rows = document.rows().filter(({ Email }) => Email);
  expect(rows.length).toBeGreaterThanOrEqual(ROWS - 2);
  const expected = rows.map(({ Email = "" }) => ({
    Email,
    email_status: statusOf.get(Email),
    Note: `note of ${Email}`,
  }));
  const seen = rows.map(({ Email, email_status, Note }) => ({ Email, email_status, Note }));
  expect({ at, seen }).toEqual({ at, seen: expected });
}

describe("a list that fills its grid, while somebody deletes what stands at the edge (google.grid-bounds)", () => {
  test.each([
    ["rows", 2],
    ["columns", 1],
    ["columns", 2],
  ] as const)("is verified, at every moment: %s (%d)", async (dimension, count) => {
    let document: JobDocument;
    const act: Act = () => deleteAtEdge(document, SHEET, dimension, count);
    const calls = await person.actAtEveryMoment(act, momentStep(11), async (at, begin) => {
      document = openFullGrid(3);
      begin();
      const end = await document.drive(await document.start());
      // Whoever deletes a column of results at that moment gets it again.
      const again = end.stop === null ? end : await document.drive(await document.start());
      expect({ at, ...again }).toMatchObject({ at, state: "finished", stop: null });
      expectOwnStatuses(document, at);
    });
    expect(calls).toBeGreaterThan(20);
  });

  test.each([
    ["once", 1],
    ["each time", 99],
  ])("gets its columns or a sentence when columns go from its left before it is widened, %s", async (_often, most) => {
    const own = 12;
    const list = contacts(ROWS).map((row, r) => [
      ...Array.from({ length: own }, (_, i) => (r === 0 ? `Own ${i}` : "mine")),
      ...[row[2] ?? "", row[1] ?? ""],
    ]);
    const document = world.open(list);
    trim(document);
    let deletions = 0;
    const act: Act = (keyboard) => {
      keyboard.delete(SHEET, "columns", 1, 1);
      if (++deletions < most) person.onCall("Sheet.insert", 1, act);
    };
    person.onCall("Sheet.insert", 1, act);
    const end = await document.drive(await document.start({ column: own + 2 }));
    expect(end).toMatchObject(
      most === 1 ? { state: "finished" } : { state: "paused", stop: { code: "COLUMNS_MOVING" } },
    );
    person.rest();
    if (most > 1) {
      const [row = {}] = document.rows();
      expect(Object.keys(row).filter((name) => !name.startsWith("Own"))).toEqual(["Note", "Email"]);
      expect(await document.drive(await document.resume(end.job?.id ?? ""))).toMatchObject({ state: "finished" });
    }
    expectOwnStatuses(document, most);
  });

  test.each([
    ["rows", 3],
    ["columns", 1],
  ] as const)("grows by companies, at every moment: %s (%d)", async (dimension, count) => {
    const begun = openFillDocument(world);
    await begun.fill({ pages: 1 });
    trim(begun, LIST);
    let document = begun;
    const act: Act = () => deleteAtEdge(document, LIST, dimension, count);
    const calls = await person.actAtEveryMoment(act, momentStep(11), async (at, begin) => {
      document = begun.copy();
      const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
      begin();
      const end = await document.fill({ pages: 3, target: { kind: "append", sheetId } });
      expect({ at, state: end.state, stop: end.stop }).toEqual({ at, state: "finished", stop: null });
      const names = document.names(LIST);
      // The person takes at most the rows that stand at the edge.
      expect({ at, twice: names.length - new Set(names).size }).toEqual({ at, twice: 0 });
      expect(names.length).toBeGreaterThanOrEqual(75 - 3);
    });
    expect(calls).toBeGreaterThan(10);
  });

  test.each([
    ["rows", 2],
    ["columns", 1],
  ] as const)("is undone, at every moment: %s (%d)", async (dimension, count) => {
    const done = openFullGrid(3);
    await done.verify();
    trim(done);
    const own = ["Name", "Email", "Note", "Own 0", "Own 1"];
    let document = done;
    const act: Act = () => deleteAtEdge(document, SHEET, dimension, count);
    const calls = await person.actAtEveryMoment(act, momentStep(11), async (at, begin) => {
      document = done.copy();
      const { id } = await document.last();
      begin();
      await patiently(() => document.undo(id));
      const rows = document.rows();
      expect(rows.length).toBeGreaterThanOrEqual(ROWS - 2);
      for (const row of rows)
        expect({ at, row }).toEqual({ at, row: expect.objectContaining({ Note: `note of ${row.Email}` }) });
      const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "Own 2");
      expect({ at, names }).toEqual({ at, names: own });
    });
    expect(calls).toBeGreaterThan(6);
  });
});
