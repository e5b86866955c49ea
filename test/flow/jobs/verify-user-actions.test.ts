import { beforeAll, describe, expect, test } from "@jest/globals";
import type { ChoicesOf } from "../../../src/jobs/protocol";
import { columnLetter } from "../../../src/sheet/table";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween, patiently } from "../support/person-in-between";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, contacts, expectOwnResults, shown, verifiedStatuses } from "./lists";

const ROWS = 20;

/** A column of somebody's own. */
const OWN = ["Mine", ...Array.from({ length: ROWS }, (_, i) => `mine ${i}`)];

/** Inserts a column and fills it. */
function insertOwn(keyboard: Parameters<Act>[0], column: number, letter: string): void {
  keyboard.insert(SHEET, "columns", column, 1);
  keyboard.paste(
    SHEET,
    `${letter}1`,
    OWN.map((text) => [text]),
  );
}

const DELETES_NAMES: Act = (keyboard) => keyboard.delete(SHEET, "columns", 1, 1);

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (keyboard) => keyboard.sort(SHEET, "A2:G40", 1, false),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 4, 3),
  "inserts a column of their own to the left": (keyboard) => insertOwn(keyboard, 1, "A"),
  "inserts a column of their own right of the addresses": (keyboard) => insertOwn(keyboard, 3, "C"),
  "inserts a column of their own further right": (keyboard) => insertOwn(keyboard, 5, "E"),
  "inserts blank columns": (keyboard) => keyboard.insert(SHEET, "columns", 2, 2),
  "drags the first column behind the third": (keyboard) => keyboard.move(SHEET, "columns", 1, 1, 4),
  "drags the last column to the front": (keyboard) => keyboard.move(SHEET, "columns", 6, 1, 1),
  "drags rows down": (keyboard) => keyboard.move(SHEET, "rows", 3, 2, 12),
  "deletes rows": (keyboard) => keyboard.delete(SHEET, "rows", 5, 2),
  "deletes the column to the left": DELETES_NAMES,
  "inserts a column and deletes a row": (keyboard) => {
    insertOwn(keyboard, 1, "A");
    keyboard.delete(SHEET, "rows", 7, 1);
  },
  "renames the sheet and goes to another": (keyboard) => {
    keyboard.addSheet("Elsewhere");
    keyboard.select("Elsewhere", "B2");
    keyboard.renameSheet(SHEET, "Old leads");
  },
};

const person = createPersonInBetween();
let statusOf: Map<string, string>;
/** A list that one job has verified, and one of which another has verified a row again. */
let done: JobDocument;
let twice: JobDocument;
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });
beforeAll(async () => {
  done = world.open(contacts(ROWS));
  statusOf = await verifiedStatuses(done);
  twice = done.copy();
  twice.user.keyboard.type(SHEET, "B5", "person0100@company1.example");
  await twice.verify();
});

const nameOf = (document: JobDocument): string => document.document.workbook.sheets()[0]?.name ?? "";

/** The choices of a job as the dry run has shown it. */
async function choicesOf(document: JobDocument): Promise<Partial<ChoicesOf<"verify">>> {
  const plan = dataOf(await document.plan());
  const { column, headerRow, sample, columns } = plan;
  return { column, headerRow, sample, header: columns.find((each) => each.column === column)?.header ?? null };
}

/** The person's own rows and columns, and nothing else, stand in the sheet. */
function expectUntouched(document: JobDocument, at: number, columns: string[]): void {
  const rows = document.rows(nameOf(document)).filter(({ Email }) => Email);
  const names = Object.keys(rows[0] ?? {});
  expect({ at, names }).toEqual({ at, names: expect.arrayContaining(columns) });
  expect({ at, ours: names.filter((name) => !["Name", "Email", "Note", "Mine"].includes(name)) }).toEqual({
    at,
    ours: [],
  });
  expect(rows.length).toBeGreaterThanOrEqual(ROWS - 3);
  for (const { Email, Note, Name, ...own } of rows) {
    expect({ at, Note }).toEqual({ at, Note: `note of ${Email}` });
    if (Name !== undefined)
      expect({ at, Email, Name }).toEqual({ at, Email, Name: `Name ${Number(/\d+/.exec(Email ?? "")?.[0])}` });
    if (names.includes("Mine"))
      expect({ at, mine: own.Mine }).toEqual({ at, mine: expect.stringMatching(/^mine \d+$/) });
  }
  // A column without a name would be one of ours that has lost it.
  const extent = document.document.workbook.extent(document.sheetId);
  const all = document.user.keyboard.shows(nameOf(document), `A1:${columnLetter(extent.columns)}${extent.rows}`);
  const filled = all.reduce((most, row) => Math.max(most, row.filter(Boolean).length), 0);
  expect({ at, filled }).toEqual({ at, filled: names.length });
}

describe.each(Object.entries(ACTIONS))("a person who %s", (_name, act) => {
  test("while a column is being verified, from before the start: each result stands beside its own address @slow", async () => {
    const calls = await person.actAtEveryMoment(act, momentStep(79), async (at, begin) => {
      const document = world.open(contacts(ROWS));
      const choices = await choicesOf(document);
      begin();
      const end = await document.drive(await patiently(() => document.start(choices)));
      await document.call("summariseJob", { jobId: (await document.last()).id });
      const sheet = nameOf(document);
      expect({ at, ...end }).toMatchObject({ at, state: "finished", stop: null });
      expect(document.rows(sheet).length).toBeGreaterThanOrEqual(ROWS - 2);
      expectOwnResults(document, statusOf, sheet);
      const asked = new Set(document.verifications().map(({ email }) => email));
      expect([...asked].filter((email) => !statusOf.has(email))).toEqual([]);
      expect(asked.size).toBe(document.verifications().length);
    });
    expect(calls).toBeGreaterThan(20);
  });

  test("while the job is undone, from before the look: only what the job has made goes", async () => {
    const calls = await person.actAtEveryMoment(act, momentStep(37), async (at, begin) => {
      const document = done.copy();
      const { id } = await document.last();
      begin();
      await patiently(() => document.undo(id, "look"));
      await patiently(() => document.undo(id));
      expectUntouched(document, at, act === DELETES_NAMES ? ["Email", "Note"] : ["Email", "Name", "Note"]);
      expect(dataOf(await document.call("listJobs"))).toEqual([]);
    });
    expect(calls).toBeGreaterThan(6);
  });
});

test("a person who inserts a column while a second job's few rows are cleared: nothing else is written or cleared", async () => {
  const insertsBlank: Act = (keyboard) => keyboard.insert(SHEET, "columns", 1, 1);
  await person.actAtEveryMoment(insertsBlank, momentStep(13), async (at, begin) => {
    const before = done.rows();
    const document = twice.copy();
    const { id } = await document.last();
    begin();
    await patiently(() => document.undo(id));
    const after = document.rows();
    const others = (rows: typeof before) => rows.filter((_, i) => i !== 3);
    expect({ at, rows: others(after) }).toEqual({ at, rows: others(before) });
    const { Name, Email, Note, ...results } = after[3] ?? {};
    expect({ at, results: Object.values(results).join("") }).toEqual({ at, results: "" });
  });
});

test("a date among the inputs stays when somebody inserts a column before any write @slow", async () => {
  for (let at = 1; at <= 3; at++) {
    const document = world.open(contacts(5));
    document.user.keyboard.type(SHEET, "B4", "1/2/2026");
    person.onCall("Range.setValues", at, (keyboard) => keyboard.insert(SHEET, "columns", 1, 1));
    await document.verify();
    const shown = document.user.keyboard.shows(SHEET, "C4:E4");
    expect({ at, shown }).toEqual({ at, shown: [["1/2/2026", expect.any(String), "not an email address"]] });
  }
});

test("a date among the inputs is written by nobody else when somebody inserts a row before any write @slow", async () => {
  for (let at = 1; at <= 3; at++) {
    const document = world.open(contacts(5));
    document.user.keyboard.type(SHEET, "B4", "1/2/2026");
    const columns = new Set<number>();
    document.document.workbook.onChange((changes, by) => {
      for (const change of changes)
        if (by.kind === "script" && change.type === "setCells")
          for (const [i] of (change.cells[0] ?? []).entries()) columns.add(change.column + i);
    });
    person.onCall("Range.setValues", at, (keyboard) => keyboard.insert(SHEET, "rows", 3, 1));
    await document.verify();
    expect({ at, inputs: columns.has(2) }).toEqual({ at, inputs: false });
    expect(columns.size).toBeGreaterThan(1);
  }
});

test("what somebody types over a result is no answer for another row of the same address @slow", async () => {
  const document = world.open(contacts(30, "over"));
  const started = await document.start({ fields: ["email_status", "type"] });
  await document.drive(started, { askAtMost: 10 });
  const [first] = document.rows();
  document.user.keyboard.type(SHEET, `${columnLetter(columnNamed(document, "Email type"))}2`, "mine");
  document.user.keyboard.paste(SHEET, "A32", [["Again", shown(document)[1]?.[1] ?? ""]]);
  expect(await document.drive(await document.resume(started.job.id))).toMatchObject({ state: "finished" });
  expect(document.rows().map(({ type }) => type)).toEqual(["mine", ...Array(30).fill(first?.type)]);
});
