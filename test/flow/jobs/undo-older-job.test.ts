import { expect, test } from "@jest/globals";
import type { StartedJob } from "../../../src/jobs/views";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

// An older job of a column is undone while a younger one has not come to its end.

const world = jobWorld();

/** A job is done, and another one begins with a row that was added since. */
async function doneAndBegun(choices: ChoicesPart = {}) {
  const document = world.open(contacts(3));
  await document.verify();
  const { id: done } = await document.last();
  document.user.keyboard.paste(SHEET, "A5", [["New", "later0@acme.example"]]);
  return { document, done, begun: await document.start(choices) };
}

const metadataOf = ({ document }: JobDocument) => document.save().extras.metadata;

async function expectItGoesOn(document: JobDocument, started: StartedJob): Promise<void> {
  expect(await document.drive(started)).toMatchObject({ state: "finished", stop: null });
  expect(document.rows().at(-1)?.email_status).toBe("VALID");
  await document.undo(started.job.id);
  expect(document.user.keyboard.shows(SHEET, "D1:F5").flat().join("")).toBe("");
  expect(metadataOf(document)).toEqual([]);
}

test("a job that has not asked yet keeps its inputs, and the last undo leaves no metadata @slow", async () => {
  const { document, done, begun } = await doneAndBegun();
  await document.undo(done);
  await expectItGoesOn(document, begun);
});

test.each<[string, ChoicesPart, "paused" | "stopped"]>([
  ["once its first write has found the columns", {}, "paused"],
  ["with claims beside its rows", { rows: { kind: "selected", spans: [{ from: 5, to: 5 }] } }, "paused"],
  ["when it was stopped, because it may be resumed", {}, "stopped"],
])("a job that has nothing but its columns keeps them, %s", async (_name, choices, state) => {
  const { document, done, begun } = await doneAndBegun(choices);
  const { id: jobId, epoch } = begun.job;
  dataOf(await document.calls.step({ do: "write", jobId, epoch, entries: [], isFresh: true, waitMs: 0 }));
  dataOf(await document.calls.end({ jobId, epoch, state, reason: "", hasLanded: true }));
  expect(await document.undo(done)).toMatchObject({ rows: 3, cells: 6, removedFields: [] });
  expect(document.rows().map(({ email_status }) => email_status)).toEqual(["", "", "", ""]);
  await expectItGoesOn(document, await document.resume(jobId));
});

test("a job that has not made its columns yet makes them, though those of the older one are left to it @slow", async () => {
  const { document, done, begun } = await doneAndBegun({ fields: ["email_status", "verdict"] });
  await document.undo(done);
  expect(await document.drive(begun)).toMatchObject({ state: "finished", stop: null });
  expect(document.rows().at(-1)).toMatchObject({ email_status: "VALID", verdict: expect.stringMatching(/./) });
  await document.undo(begun.job.id);
  expect(document.user.keyboard.shows(SHEET, "D1:G5").flat().join("")).toBe("");
  expect(metadataOf(document)).toEqual([]);
});

test("a job that never had a result leaves no metadata when it is forgotten @slow", async () => {
  const { document, done, begun } = await doneAndBegun();
  const stop = async ({ job: { id: jobId, epoch } }: StartedJob) =>
    dataOf(await document.calls.end({ jobId, epoch, state: "stopped", reason: "", hasLanded: true }));
  await stop(begun);
  await document.undo(done);
  const mark = String(metadataOf(document)[0]?.value);
  expect(mark).toMatch(/:in$/);
  for (let i = 0; i < 12; i++) await stop(await document.start({ column: 1 }));
  expect(metadataOf(document).map(({ value }) => value)).toEqual([expect.not.stringContaining(mark)]);
});

test("an older job that is paused is undone as if it knew all later ones of its column, however many others are done @slow", async () => {
  const document = world.open(contacts(6, "known"));
  const older = await document.start();
  await document.drive(older, { askAtMost: 3 });
  await document.verify({ rows: { kind: "all" } });
  const before = shown(document).map((row) => row[3]);
  document.user.keyboard.addSheet("Others");
  document.user.keyboard.paste("Others", "A1", [["Email"], ["other0@company0.example"]]);
  const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Others")?.sheetId ?? 0;
  for (let i = 0; i < 13; i++) await document.verify({ sheetId, column: 1, rows: { kind: "all" } });
  await document.undo(older.job.id);
  expect(shown(document).map((row) => row[3])).toEqual(before);
});

test.each(["keep", "remove"] as const)(
  "a result that fits its row no more, %s, is that of the last undo",
  async (others) => {
    const list = contacts(4, `back-${others}`);
    const document = world.open(list);
    await document.verify();
    const { id: older } = await document.last();
    document.user.keyboard.type(SHEET, "B3", "fresh@company1.example");
    await document.verify();
    const { id: younger } = await document.last();
    document.user.keyboard.type(SHEET, "B3", list[2]?.[1] ?? "");
    expect(await document.undo(younger, "undo", others)).toMatchObject({ unfitRows: 1, unfitCells: 0 });
    const told = { otherJobsRows: 0, unfitRows: 1, unfitCells: 2 };
    expect(await document.undo(older, "look", "keep")).toMatchObject(told);
    await document.undo(older, "undo", others);
    const left = document.user.keyboard.shows(SHEET, "D2:G5").flat().filter(Boolean);
    expect(left.length > 0).toBe(others === "keep");
    if (others === "remove") expect(shown(document)).toEqual(list);
  },
);
