import { describe, expect, test } from "@jest/globals";
import type { PlanRequestOf, RowChoice, UndoRequest } from "../../../src/jobs/protocol";
import type { UndoView } from "../../../src/jobs/views";
import type { Result } from "../../../src/result";
import { columnLetter } from "../../../src/sheet/table";
import { openFillDocument } from "../companies/fill-document";
import { type Act, createPersonInBetween, SHEET_CALLS } from "../support/person-in-between";
import { companies, findChoices, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, contacts, deleteColumn, shown } from "./lists";

const person = createPersonInBetween();
let callsMade: string[] = [];
const world = jobWorld({
  settings: {
    betweenCalls(index, name, document) {
      callsMade.push(name);
      return person.betweenCalls(index, name, document);
    },
  },
});

const WORDS = "my own words";

/**
 * Undoes a finished job again and again, while somebody types in a cell before each call.
 * @returns how many of the calls before the deletion were made since the first one whose typing is lost
 */
async function lostBefore(done: JobDocument, deletion: string, sheet: string, cell: string): Promise<number> {
  let mostLost = 0;
  const types: Act = (keyboard) => {
    try {
      keyboard.type(sheet, cell, WORDS);
    } catch {
      // The sheet is gone.
    }
  };
  await person.actAtEveryMoment(types, 1, async (at, begin) => {
    const document = done.copy();
    const { id: jobId } = await document.last();
    callsMade = [];
    begin();
    await document.call("undoJob", { jobId, do: "undo", others: "keep" });
    const calls = callsMade.filter((name) => SHEET_CALLS.test(name) || name === deletion);
    const left = calls.indexOf(deletion) - at + 1;
    const texts = sheetNames(document).flatMap((name) => shown(document, name).flat());
    if (left >= 0 && !texts.includes(WORDS)) mostLost = Math.max(mostLost, left);
  });
  return mostLost;
}

/** The dry run of a search for emails. */
function findPlan(document: JobDocument): PlanRequestOf<"find"> {
  const {
    toAsk: _toAsk,
    header: _header,
    sample: _sample,
    capHalves: _cap,
    target: _target,
    ...request
  } = findChoices(document);
  return request;
}

const sheetNames = (document: JobDocument): string[] => document.document.workbook.sheets().map(({ name }) => name);

const jobsOf = async (document: JobDocument): Promise<number> => dataOf(await document.call("listJobs")).length;

async function tryUndo(document: JobDocument, how: Partial<UndoRequest> = {}): Promise<Result<UndoView>> {
  const { id: jobId } = await document.last();
  return document.call("undoJob", { jobId, do: "undo", others: "keep", ...how });
}

async function verified(rows = 3): Promise<JobDocument> {
  const document = world.open(contacts(rows));
  await document.verify();
  return document;
}

/** Three rows by a job, and one that was added by the next one. */
async function verifiedTwice(): Promise<JobDocument> {
  const document = await verified();
  document.user.keyboard.paste(SHEET, "A5", [["Late", "late@company1.example"]]);
  await document.verify();
  return document;
}

async function found(): Promise<JobDocument> {
  const document = world.open(companies(["three-emails.example", "no-emails.example"]));
  await findEmails(document);
  return document;
}

async function filled(choices?: Parameters<ReturnType<typeof openFillDocument>["fill"]>[0]): Promise<JobDocument> {
  const document = openFillDocument(world);
  await document.fill({ pages: 1, ...choices });
  return document;
}

describe("when the hidden column was deleted", () => {
  test.each([
    ["verification", verified, "verified for", SHEET, /hidden column was deleted.*: Email status, Email type\.$/],
    ["search for emails", found, "searched for", SHEET, /hidden column was deleted.*: Emails found, Known emails\.$/],
    ["list of found emails", found, "found by", "Emails", /hidden column was deleted.*: “Emails”\.$/],
    ["list of companies", filled, "filled by", "Companies", /hidden column was deleted.*: “Companies”\.$/],
  ])(
    "a %s is not undone, takes nothing away, and stays among the jobs",
    async (_kind, open, hidden, sheet, message) => {
      const document = await open();
      deleteColumn(document, hidden, sheet);
      const before = [sheetNames(document), shown(document), shown(document, sheet)];
      for (const request of [{ do: "look" }, {}] as const) {
        expect(await tryUndo(document, request)).toMatchObject({
          ok: false,
          code: "UNDO_UNKNOWN",
          message: expect.stringMatching(message),
          remedy: expect.stringContaining("by hand"),
        });
      }
      expect([sheetNames(document), shown(document), shown(document, sheet)]).toEqual(before);
      expect(await jobsOf(document)).toBe(1);
    },
  );

  test("undoing ends what is left once the results were deleted by hand @slow", async () => {
    const document = await verified();
    for (const header of ["verified for", "Email status", "Email type"]) deleteColumn(document, header);
    dataOf(await tryUndo(document));
    expect(shown(document)).toEqual(contacts(3));
    expect(await jobsOf(document)).toBe(0);
    expect(document.document.save().extras?.metadata).toEqual([]);

    const list = await filled();
    deleteColumn(list, "filled by", "Companies");
    list.user.keyboard.delete("Companies", "rows", 2, 900);
    expect(dataOf(await tryUndo(list))).toMatchObject({ removesSheet: true });
    expect(sheetNames(list)).toEqual([SHEET]);
    expect(await jobsOf(list)).toBe(0);
  });
});

test("after the statuses were deleted by hand, all else of two jobs goes, though its last call fails", async () => {
  const document = await verifiedTwice();
  deleteColumn(document, "Email status");
  expect(await tryUndo(document)).toMatchObject({ ok: true });
  const { settings } = world.host;
  let kept = 0;
  settings.betweenCalls = (_index, name) => {
    // The first one takes the lease of the sheet.
    if (name === "PropertiesService.setProperty" && ++kept > 1) settings.faults = [{ calls: [name], chance: 1 }];
  };
  const end = await tryUndo(document);
  Object.assign(settings, { faults: [], betweenCalls: null });
  expect(end).toMatchObject({ ok: true });
  expect(shown(document)[0]?.filter(Boolean)).toEqual(["Name", "Email", "Note"]);
  expect(await jobsOf(document)).toBe(0);
});

test("a date among the inputs is the same one in another time zone", async () => {
  const document = world.open([...contacts(2), ["Eve", "2026-01-02"]]);
  await document.verify();
  document.user.keyboard.changeSettings({ timeZone: "America/New_York" });
  expect(dataOf(await tryUndo(document))).toMatchObject({ unfitRows: 0 });
  expect(shown(document)[0]).toEqual(contacts(2)[0]);
  expect(await jobsOf(document)).toBe(0);
});

describe("when rows were inserted above the header since", () => {
  test("the columns beside a list go with their names @slow", async () => {
    for (const open of [verified, found]) {
      const document = await open();
      document.user.keyboard.insert(SHEET, "rows", 1, 2);
      expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 0 });
      dataOf(await tryUndo(document));
      expect(shown(document).map((row) => row.slice(3).join(""))).toEqual(shown(document).map(() => ""));
      expect(document.document.save().extras?.metadata).toEqual([]);
    }
  });

  test("the names of a list go with its rows, and a sheet that was made goes as a whole @slow", async () => {
    for (const rows of [1, 12]) {
      const made = await filled();
      made.user.keyboard.insert("Companies", "rows", 1, rows);
      expect(dataOf(await tryUndo(made))).toMatchObject({ removesSheet: true, othersCells: 0 });
      expect(sheetNames(made)).toEqual([SHEET]);

      const document = openFillDocument(world, [["My list"], ["mine"]]);
      await document.fill({ pages: 1, target: { kind: "append", sheetId: document.sheetId } });
      document.user.keyboard.insert(SHEET, "rows", 1, rows);
      dataOf(await tryUndo(document));
      expect(shown(document).filter((row) => row.join("") !== "")).toEqual([["My list"], ["mine"]]);
    }
  });

  test("a title that somebody has typed there above the results is counted", async () => {
    const document = await verified();
    document.user.keyboard.insert(SHEET, "rows", 1, 2);
    document.user.keyboard.type(SHEET, "D1", "June");
    expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 1 });
    dataOf(await tryUndo(document));
    expect(shown(document).flat()).toContain("June");
  });
});

describe("text typed over a result", () => {
  /** Types over both results of the second row, into the blank one of a row that was answered, and a formula. */
  function typeOver(document: JobDocument): void {
    document.user.keyboard.type(SHEET, document.cellOf("type", 3), "checked by phone");
    document.user.keyboard.type(SHEET, document.cellOf("email_status", 4), "=UPPER(A4)");
  }

  test("is counted, and stays or goes as chosen", async () => {
    for (const others of ["keep", "remove"] as const) {
      const document = await verified(4);
      typeOver(document);
      expect(dataOf(await tryUndo(document, { do: "look", others }))).toMatchObject({ othersCells: 2 });
      dataOf(await tryUndo(document, { others }));
      const results = shown(document)
        .slice(1)
        .map((row) => row.slice(2, 5).filter((cell) => !cell.startsWith("note of")));
      const kept = others === "keep";
      expect(results.flat().filter(Boolean)).toEqual(kept ? ["checked by phone", "NAME 2"] : []);
      expect(document.user.keyboard.shows(SHEET, "D1:E1")).toEqual([kept ? ["Email status", "Email type"] : ["", ""]]);
    }
  });

  test("is told by the dry run of a job that would replace it", async () => {
    const filledCells = async (document: JobDocument, rows: RowChoice): Promise<number> =>
      dataOf(await document.plan(rows, { column: 2, fields: ["email_status", "type"] })).filledCells;
    const document = await verified(4);
    expect(await filledCells(document, { kind: "all" })).toBe(0);
    typeOver(document);
    expect(await filledCells(document, { kind: "todo" })).toBe(0);
    expect(await filledCells(document, { kind: "all" })).toBe(2);
    dataOf(await tryUndo(document));
    expect(await filledCells(document, { kind: "todo" })).toBe(2);
    await document.verify({ replacesFilled: true });
    expect(await filledCells(document, { kind: "all" })).toBe(0);
  });

  test("is told by the dry run beside a corrected input, and in rows that no job has answered", async () => {
    const document = world.open(contacts(12));
    await document.verify();
    const { keyboard } = document.user;
    keyboard.type(SHEET, document.cellOf("type", 3), "called Tue");
    keyboard.type(SHEET, "B3", "corrected@company1.example");
    keyboard.paste(SHEET, "B14", [["own@company1.example"], ["late@company1.example"]]);
    keyboard.type(SHEET, document.cellOf("email_status", 14), "VALID");
    keyboard.type(SHEET, document.cellOf("type", 14), "spoke to CEO");
    keyboard.type(SHEET, document.cellOf("type", 15), "spoke to CFO");
    const plan = dataOf(await document.plan({ kind: "todo" }, { column: 2, fields: ["email_status", "type"] }));
    expect(plan).toMatchObject({ filledCells: 4, toAsk: 3 });
  });

  test("is not counted where a stopped job over selected rows has left its claims beside earlier results @slow", async () => {
    const document = await verified(4);
    const rows = { kind: "selected" as const, spans: [{ from: 2, to: 5 }] };
    await document.verify({ rows }, { askAtMost: 1 });
    const plan = dataOf(await document.plan(rows, { column: 2, fields: ["email_status", "type"] }));
    expect(plan).toMatchObject({ filledCells: 0 });
  });

  test("is not what a job has written for an input that was corrected since, nor a failure", async () => {
    const document = world.open([...contacts(3), ["Bad", "nobody at home", ""]]);
    await document.verify();
    document.user.keyboard.type(SHEET, "B3", "person0100@company1.example");
    document.user.keyboard.type(SHEET, "B5", "still nobody");
    const all = dataOf(await document.plan({ kind: "all" }, { column: 2, fields: ["email_status", "type"] }));
    expect(all).toMatchObject({ filledCells: 0, counts: { todo: 3, malformed: 1 } });
  });

  test("stays in a column that an earlier job has made @slow", async () => {
    const document = await verifiedTwice();
    document.user.keyboard.type(SHEET, document.cellOf("type", 5), "by phone");
    expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 1, rows: 1, cells: 1 });
    dataOf(await tryUndo(document));
    expect(document.rows()[3]).toMatchObject({ email_status: "", type: "by phone", "verified for": "" });
    expect(document.rows().filter(({ email_status }) => email_status)).toHaveLength(3);
  });

  test("is nobody's when Google only shows a result otherwise", async () => {
    const document = await found();
    document.user.keyboard.sort(SHEET, "A2:F3", 1, false);
    expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 0 });
  });
});

describe("results of another job in columns that this one has made", () => {
  const none = { othersCells: 0, removedFields: [], clearedFields: ["email_status", "type"] };

  test("are nobody's by hand: they stay with the columns, which go with the job that needs them last @slow", async () => {
    const document = await verifiedTwice();
    const [, first] = dataOf(await document.call("listJobs"));
    const jobId = first?.id ?? "";
    const late = document.rows()[3];
    for (const others of ["keep", "remove"] as const)
      expect(await document.undo(jobId, "look", others)).toMatchObject({
        ...none,
        rows: 3,
        cells: 6,
        otherJobsRows: 1,
      });
    await document.undo(jobId, "undo", "remove");
    expect(document.rows()[3]).toEqual(late);
    expect(document.rows().filter(({ email_status }) => email_status)).toEqual([late]);
    dataOf(await tryUndo(document));
    expect(shown(document)).toEqual([...contacts(3), ["Late", "late@company1.example", ""]]);
  });

  test("stay where two tabs have verified the same rows at the same time @slow", async () => {
    const document = world.open(contacts(12));
    const [one, other] = [await document.start(), await document.start()];
    await Promise.all([document.drive(one), document.drive(other)]);
    const by = ({ job: { id } }: typeof one): number =>
      document.rows().filter((row) => row["verified for"]?.startsWith(id)).length;
    expect([by(one) + by(other), by(other) > 0]).toEqual([12, true]);
    const results = document.rows().map(({ email_status }) => email_status);
    expect(await document.undo(one.job.id)).toMatchObject({ othersCells: 0, otherJobsRows: 12 });
    expect(document.rows().map(({ email_status }) => email_status)).toEqual(results);
    expect(await document.undo(other.job.id)).toMatchObject({ othersCells: 0, rows: 12 });
    expect(shown(document)).toEqual(contacts(12));
  });
});

test("a job over selected rows that is undone before it has done them leaves the results of the one before @slow", async () => {
  const document = await verified(4);
  const before = document.rows().map(({ "verified for": _, ...row }) => row);
  const rows = { kind: "selected" as const, spans: [{ from: 2, to: 4 }] };
  await document.verify({ rows }, { askAtMost: 1 });
  expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ rows: 0, cells: 0, unfitRows: 0 });
  dataOf(await tryUndo(document));
  expect(document.rows().map(({ "verified for": _, ...row }) => row)).toEqual(before);
  expect(document.rows().filter((row) => row["verified for"]?.endsWith("?"))).toEqual([]);
});

test("after the inputs were deleted, its results go, and what was typed beside them is counted and stays @slow", async () => {
  const document = world.open([...contacts(3), ["Later", "", ""]]);
  await document.verify();
  document.user.keyboard.paste(SHEET, "A6", [["Late", "late@company1.example"]]);
  await document.verify();
  document.user.keyboard.type(SHEET, document.cellOf("type", 5), WORDS);
  deleteColumn(document, "Email");
  expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 0, rows: 1 });
  dataOf(await tryUndo(document));
  expect(shown(document)[5]?.slice(1).join("")).toBe("");
  expect(dataOf(await tryUndo(document, { do: "look" }))).toMatchObject({ othersCells: 1, rows: 3 });
  dataOf(await tryUndo(document));
  expect(shown(document).map((row) => row.slice(1).filter((cell) => !cell.startsWith("note of")))).toEqual([
    ["verified for", "Email type", "Note"],
    ...[0, 1, 2].map(() => ["", ""]),
    ["", WORDS, ""],
    ["", "", ""],
  ]);
});

describe("found emails that were verified since", () => {
  async function verifiedEmails(): Promise<JobDocument> {
    const document = world.open(companies(["three-emails.example", "catch-all.example"]));
    await findEmails(document);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    const column = columnNamed(document, "Email", "Emails");
    await document.verify({ sheetId, column, fields: ["email_status", "type", "disposable"], alsoFoundValid: true });
    return document;
  }
  const search = async (document: JobDocument): Promise<string> =>
    dataOf(await document.call("listJobs")).find(({ kind }) => kind === "find")?.id ?? "";

  test("go whole with the search, which tells of them and calls none of it others' @slow", async () => {
    const document = await verifiedEmails();
    const listRows = document.rows("Emails").length;
    const jobId = await search(document);
    const told = { listRows, answeredRows: listRows, othersCells: 0, removesSheet: true };
    expect(await document.undo(jobId, "look")).toMatchObject(told);
    await document.undo(jobId);
    expect(sheetNames(document)).toEqual([SHEET]);
  });

  test("stay with their results where somebody has written beside them, in a list that is still known @slow", async () => {
    const document = await verifiedEmails();
    const width = shown(document, "Emails")[0]?.length ?? 0;
    document.user.keyboard.type("Emails", `${columnLetter(width + 1)}3`, WORDS);
    const [, , before] = shown(document, "Emails");
    const jobId = await search(document);
    const listRows = document.rows("Emails").length - 1;
    const told = { othersCells: 1, removesSheet: false, listRows, answeredRows: listRows };
    expect(await document.undo(jobId, "look")).toMatchObject(told);
    expect(await document.undo(jobId, "look", "remove")).toMatchObject({ removesSheet: true, listRows: listRows + 1 });
    await document.undo(jobId);
    expect(shown(document, "Emails").slice(1)).toEqual([before]);
    const plan = dataOf(await document.call("planJob", findPlan(document)));
    expect(plan).toMatchObject({ find: { emailSheets: [{ sheetName: "Emails" }] } });
  });
});

describe("text that somebody types while a job is undone", () => {
  test("into a column that it deletes is lost only within its last five calls", async () => {
    const document = await verified(4);
    for (const cell of ["D3", "D9", "C4"])
      expect(await lostBefore(document, "Sheet.delete", SHEET, cell)).toBeLessThan(6);
  });

  test("into a sheet that it deletes is lost only when that is hidden and was looked at", async () => {
    const document = await filled();
    for (const cell of ["C50", "H3"])
      expect(await lostBefore(document, "Spreadsheet.deleteSheet", "Companies", cell)).toBeLessThan(2);
  });

  test("beside a row that it deletes is lost only within its last two calls", async () => {
    const document = openFillDocument(world, [
      ["My list", "x"],
      ["mine", ""],
    ]);
    await document.fill({ pages: 1, target: { kind: "append", sheetId: document.sheetId } });
    expect(await lostBefore(document, "Sheet.delete", SHEET, "B5")).toBeLessThan(3);
  });
});

test("two kinds of jobs over one column keep their results apart, and are undone apart", async () => {
  const names = ["three-emails.example", "no-emails.example"];
  const document = world.open(companies(names));
  await findEmails(document);
  const found = document.rows().map(({ emails_found }) => emails_found);
  await document.verify();
  expect(document.rows()).toMatchObject(
    found.map((emails_found) => ({ emails_found, email_status: "not an email address" })),
  );
  const again = dataOf(await document.call("planJob", findPlan(document)));
  expect(again).toMatchObject({ toAsk: 0, counts: { done: 2 } });
  const [, first] = dataOf(await document.call("listJobs"));
  await document.undo(first?.id ?? "");
  expect(Object.keys(document.rows()[0] ?? {}).sort()).toEqual(
    ["Contact", "Website", "Note", "email_status", "type", "verified for"].sort(),
  );
  await document.undo((await document.last()).id);
  expect(shown(document)).toEqual(companies(names));
  expect(document.document.save().extras?.metadata).toEqual([]);
});

test("words that were typed over a later verification's status are counted when its search is undone, and stay in their row @slow", async () => {
  const document = world.open(companies(["three-emails.example"]));
  await findEmails(document);
  const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
  await document.verify({ sheetId, column: 2, alsoFoundValid: true });
  const status = columnNamed(document, "Email status", "Emails");
  document.user.keyboard.type("Emails", `${columnLetter(status)}3`, WORDS);
  const [, , row] = shown(document, "Emails");
  const [, search] = dataOf(await document.call("listJobs"));
  const id = search?.id ?? "";
  expect(await document.undo(id, "look")).toMatchObject({ othersCells: 1, removesSheet: false });
  await document.undo(id);
  const left = shown(document, "Emails").slice(1);
  expect(left.map((cells) => cells.filter(Boolean))).toEqual([row?.filter(Boolean)]);
});
