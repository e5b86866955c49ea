import { afterEach, expect, test } from "@jest/globals";
import { columnLetter } from "../../../src/sheet/table";
import { createPersonInBetween } from "../support/person-in-between";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { contacts } from "./lists";

// What the note of the status header tells when a job has ended while nobody was there.

const MINUTE_MS = 60_000;
const person = createPersonInBetween();
/** Done while the execution that makes a call of this name waits with it. */
let meanwhile: { name: string; act: () => Promise<unknown> } | null = null;
const world = jobWorld({
  settings: {
    installation: "bound",
    async betweenCalls(index, name, document) {
      const now = meanwhile?.name === name ? meanwhile : null;
      if (now) meanwhile = null;
      const { clock } = world;
      if (now) await clock.park<unknown>((wake) => void clock.at(clock.now(), () => void now.act().then(wake)));
      await person.betweenCalls(index, name, document);
    },
  },
});
afterEach(() => {
  person.rest();
  meanwhile = null;
  for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
});

/** The lines that tell of ends, by the text of their cell. */
function told({ workbook, sheetId, user }: JobDocument): [cell: string, line: string][] {
  const { rows, columns } = workbook.extent(sheetId);
  const cells = user.keyboard.shows(SHEET, `A1:${columnLetter(columns)}${rows}`);
  return workbook.readNotes(sheetId, { row: 1, column: 1, rows, columns }).flatMap((notes, row) =>
    notes.flatMap((note, column) =>
      (note ?? "")
        .split("\n")
        .filter((line) => line.startsWith("While it was closed"))
        .map((line): [string, string] => [cells[row]?.[column] ?? "", line]),
    ),
  );
}

function type({ workbook, sheetId }: JobDocument, column: number, note: string): void {
  const [[before = null] = []] = workbook.readNotes(sheetId, { row: 1, column, rows: 1, columns: 1 });
  const notes = [[[before, note].filter((line) => line !== null).join("\n")]];
  workbook.apply([{ type: "setNotes", sheetId, row: 1, column, notes }], { kind: "person", user: OWNER });
}

const noteAt = ({ workbook, sheetId }: JobDocument, column: number): string =>
  workbook.readNotes(sheetId, { row: 1, column, rows: 1, columns: 1 })[0]?.[0] ?? "";

/** A job that only a trigger drives. @returns its id */
async function leave(document: JobDocument, toAsk: number, choices: ChoicesPart = {}): Promise<string> {
  const { job } = await document.start({ toAsk, ...choices });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  await document.clock.sleep(6 * MINUTE_MS);
  expect(world.host.triggers().filter(({ documentId }) => documentId === document.document.id)).toEqual([]);
  return job.id;
}

const arrive = ({ user }: JobDocument, row: number, email: string): void =>
  user.keyboard.paste(SHEET, `A${row}`, [["New", email]]);

test("tells when it finished, for how many rows and credits, beside what people have noted; an undo takes it off @slow", async () => {
  const document = world.open(contacts(12, "note"));
  const names = document.user.keyboard.shows(SHEET, "A1:F1").flat().filter(Boolean);
  const first = await document.verify();
  expect(told(document)).toEqual([]);
  // The hidden column stands between.
  type(document, 4, "Ask Ben before you mail these.");
  for (let row = 14; row < 18; row++) arrive(document, row, `note.new${row}@acme.example`);
  const jobId = await leave(document, 4);
  expect(told(document)).toEqual([
    [
      "Email status",
      expect.stringMatching(
        /^While it was closed, Sheetscout finished on 2030-01-\d\d \d\d:\d\d: 4 rows, 2 credits\.$/,
      ),
    ],
  ]);
  expect(noteAt(document, 4)).toMatch(/\nAsk Ben before you mail these\.\nWhile it was closed/);

  arrive(document, 18, "note.last@acme.example");
  const last = await leave(document, 1);
  expect(told(document)).toEqual([["Email status", expect.stringContaining("1 row, 0.5 credits.")]]);
  // What another job has told stays.
  await document.undo(jobId);
  expect(told(document)).toHaveLength(1);
  await document.undo(last);
  expect(told(document)).toEqual([]);
  expect(noteAt(document, 4)).toMatch(/\nAsk Ben before you mail these\.$/);
  await document.undo(first.job?.id ?? "");
  expect(document.user.keyboard.shows(SHEET, "A1:F1").flat().filter(Boolean)).toEqual(names);
});

test("tells why it was paused, and what to do", async () => {
  const document = world.open(contacts(8, "short"));
  await leave(document, 8, { capHalves: 6 });
  expect(told(document)).toEqual([
    ["Email status", expect.stringMatching(/paused on .*: 6 rows, 3 credits\. .*(limit|credits)/i)],
  ]);
});

test("stands at the inputs' header where no columns were made, and goes from there once they are @slow", async () => {
  const document = world.open(contacts(8, "none"));
  dataOf(await document.call("checkAndSaveKey", "free-key"));
  const { job } = await document.start({ toAsk: 8 });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  dataOf(await document.call("removeKey"));
  await document.clock.sleep(6 * MINUTE_MS);
  const why = /paused on .*: 0 rows, 0 credits\. This job last ran with another API key\. Resume it in the sidebar\.$/;
  expect(told(document)).toEqual([["Email", expect.stringMatching(why)]]);
  const before = document.copy();
  await before.undo(job.id);
  expect(told(before)).toEqual([]);
  await document.resume(job.id, true);
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  await document.clock.sleep(6 * MINUTE_MS);
  expect(told(document)).toEqual([["Email status", expect.stringContaining("8 rows, 4 credits.")]]);
});

test("a list without a header is left without", async () => {
  const document = world.open(contacts(5, "bare").slice(1));
  await leave(document, 5, { headerRow: 0 });
  expect(told(document)).toEqual([]);
  expect(document.user.keyboard.shows(SHEET, "D1:D5").flat()).not.toContain("");
});

test.each([1, 3, 4])("stands at its header when somebody inserts column %i at the very moment", async (column) => {
  const document = world.open(contacts(6, `moved${column}`));
  await document.verify();
  arrive(document, 8, `moved.new${column}@acme.example`);
  let isDone = false;
  person.onCall("Range.setNotes", 1, (keyboard) => {
    isDone = true;
    keyboard.insert(SHEET, "columns", column);
  });
  await leave(document, 1);
  expect(isDone).toBe(true);
  expect(told(document)).toEqual([["Email status", expect.stringContaining("1 row, 0.5 credits.")]]);
});

test("stands at its header when somebody inserts rows above it at the very moment @slow", async () => {
  const document = world.open(contacts(6, "down"));
  await document.verify();
  arrive(document, 8, "down.new@acme.example");
  person.onCall("Range.setNotes", 1, (keyboard) => keyboard.insert(SHEET, "rows", 1, 2));
  await leave(document, 1);
  expect(told(document)).toEqual([["Email status", expect.stringContaining("1 row, 0.5 credits.")]]);
});

test("is not left behind by an undo at the very moment @slow", async () => {
  const document = world.open(contacts(6, "undone"));
  const before = document.user.keyboard.shows(SHEET, "A1:Z8");
  const { job } = await document.start({ toAsk: 6 });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  let undo: Promise<unknown> | null = null;
  const name = "Range.getValues";
  const act = async (): Promise<unknown> => {
    const isOver = (await document.last()).state === "finished";
    meanwhile = { name, act };
    if (!isOver) return;
    // The undo waits with its columns gone and its inputs still pinned, unless it waits for the note before that.
    const hasDeleted = new Promise<void>((resolve) => {
      const rest = async (): Promise<void> => {
        resolve();
        await document.clock.sleep(20_000);
      };
      const afterwards = async (): Promise<void> => {
        meanwhile = { name: "DeveloperMetadata.find", act: rest };
      };
      meanwhile = { name: "Sheet.delete", act: afterwards };
    });
    undo = document.undo(job.id);
    return Promise.race([hasDeleted, document.clock.sleep(20_000)]);
  };
  meanwhile = { name, act };
  await document.clock.sleep(6 * MINUTE_MS);
  expect(undo).not.toBeNull();
  await undo;
  expect(told(document)).toEqual([]);
  expect(document.user.keyboard.shows(SHEET, "A1:Z8")).toEqual(before);
  expect(await document.call("listJobs")).toMatchObject({ data: [] });
});

test("is not due if a page has finished the job", async () => {
  const document = world.open(contacts(6, "there"));
  const { job } = await document.start({ toAsk: 6 });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  let state = "";
  const act = async (): Promise<void> => {
    ({ state } = await document.drive(await document.resume(job.id)));
  };
  meanwhile = { name: "UrlFetchApp.fetchAll", act };
  await document.clock.sleep(6 * MINUTE_MS);
  expect(state).toBe("finished");
  expect(told(document)).toEqual([]);
});

test("tells that the service has refused everything, and no row has failed", async () => {
  const document = world.open(contacts(60, "refused"));
  world.service.fetch = async () => new Response("<html>Forbidden</html>", { status: 403 });
  await leave(document, 60);
  expect(await document.last()).toMatchObject({ state: "paused", done: 0 });
  expect(told(document)[0]?.[1]).toMatch(/The service has refused \d+ requests in a row \(HTTP_403\)/);
  expect(document.rows().filter(({ email_status }) => email_status)).toEqual([]);
});
