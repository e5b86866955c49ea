import { describe, expect, test } from "@jest/globals";
import { isSheetRoundTrip } from "../../../local/apps-script/google-times";
import type { Change } from "../../../local/apps-script/workbook/change";
import type { CopyRequest } from "../../../src/jobs/protocol";
import { columnLetter } from "../../../src/sheet/table";
import { traceCalls } from "../support/kill-execution";
import {
  CLEAN,
  copyRequest,
  FIELDS,
  make,
  PEOPLE,
  plan,
  sheetIdOf,
  sheetNames,
  verified as verifiedIn,
} from "./clean-list-document";
import { enrichChoices } from "./enrich-document";
import { findChoices, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, shown } from "./lists";
import { watch } from "./watched-list";

const world = jobWorld({ settings: { installation: "bound" } });

const COLLEAGUE = "bob@company.example";

const verified = (list?: string[][], fields?: string[]): Promise<JobDocument> => verifiedIn(world, list, fields);

const names = (document: JobDocument, sheet: string): string[] => shown(document, sheet).map(([name = ""]) => name);

const tripsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await traceCalls(world, work)).filter(isSheetRoundTrip);

describe("before a clean list is made", () => {
  test("each row is counted in one pile", async () => {
    const document = await verified();
    const { piles, rows, column, columns, unknown } = await plan(document);
    expect(piles).toEqual({
      ok: 2,
      misspelt: 0,
      catchAll: 1,
      role: 1,
      gibberish: 0,
      longAgo: 0,
      otherRisk: 0,
      leftOut: 0,
      unwanted: 0,
      duplicate: 1,
      disposable: 1,
      bounces: 2,
      notKnown: 1,
      noResult: 0,
      waiting: 0,
      noAddress: 2,
    });
    expect(Object.values(piles).reduce((sum, count) => sum + count, 0)).toBe(rows);
    expect({ column, columns, unknown }).toEqual({
      column: 2,
      columns: [{ mark: expect.stringMatching(/:in$/), column: 2, letter: "B", header: "Email" }],
      unknown: [],
    });
  });

  test("nothing is changed and nothing is asked", async () => {
    const document = await verified();
    const before = [shown(document), document.asked("email-verifier").length];
    await plan(document);
    expect([shown(document), document.asked("email-verifier").length]).toEqual(before);
  });

  test("says what no column tells", async () => {
    const document = await verified(PEOPLE, ["email_status"]);
    expect((await plan(document)).unknown).toEqual(["disposable", "role"]);
  });

  test("a sheet without results is refused in words", async () => {
    const document = world.open(PEOPLE);
    expect(await document.call("planCleanList", { sheetId: null, column: null, leaveOut: null })).toMatchObject({
      code: "NOTHING_VERIFIED",
    });
  });

  test("a sheet that somebody has just deleted is called deleted, and no sheet of a job", async () => {
    const document = await verified();
    const request = await copyRequest(document);
    document.user.keyboard.addSheet("Another");
    document.user.keyboard.deleteSheet(SHEET);
    const deleted = { code: "SHEET_GONE", message: "This sheet was deleted.", remedy: "Choose another one." };
    const { sheetId, mark } = request;
    expect(await document.call("planCleanList", { sheetId, column: 2, leaveOut: null })).toMatchObject(deleted);
    expect(await document.call("makeCleanList", request)).toMatchObject(deleted);
    expect(await document.call("showOnly", { sheetId, mark, text: "OK to send" })).toMatchObject(deleted);
    expect(await document.tryStart()).toMatchObject(deleted);
  });

  test("a verdict about an earlier content of a cell keeps nobody else's address out", async () => {
    const document = await verified([
      ["Name", "Email"],
      ["Bob", "bob.gone@reliable.example"],
      ["Ada", "ada.valid@reliable.example"],
    ]);
    document.user.keyboard.type(SHEET, "B2", "ada.valid@reliable.example");
    expect((await plan(document)).piles).toMatchObject({ ok: 1, duplicate: 1, noResult: 0 });
  });

  test("an address that was typed over since its verification has no result", async () => {
    const document = await verified();
    document.user.keyboard.type(SHEET, "B2", "somebody.else@reliable.example");
    const { piles } = await plan(document);
    // The second row stands for the address now.
    expect(piles).toMatchObject({ ok: 2, duplicate: 0, noResult: 1 });
  });
});

describe("a clean list", () => {
  test("holds the rows that may be mailed, with their columns and dates, and no hidden one", async () => {
    const document = await verified();
    const { sheetName, rows } = await make(document);
    expect({ sheetName, rows }).toEqual({ sheetName: CLEAN, rows: 2 });
    const [header, first, second] = shown(document, sheetName);
    expect(header?.slice(0, 3)).toEqual(["Name", "Email", "Email status"]);
    expect(header).not.toContain("verified for");
    expect(header?.[header.length - 1]).toBe("Since");
    expect(first).toEqual(expect.arrayContaining(["Ada", "ada.valid@reliable.example", "VALID", "2024-03-01"]));
    expect(second?.[0]).toBe("Found");
  });

  test("has the columns as wide as the list's, and its header stays in sight", async () => {
    const document = await verified();
    const { workbook } = document.document;
    const band = { sheetId: document.sheetId, dimension: "columns", index: 2, count: 1 } as const;
    workbook.apply([{ type: "setSize", ...band, pixels: 310 }], { kind: "person", user: "ann@company.example" });
    const hidden = workbook.hidden(document.sheetId, "columns");
    const all = Array.from({ length: columnNamed(document, "Since") }, (_, i) => i + 1);
    const widths = (sheetId: number, columns: number[]): number[] =>
      columns.map((column) => workbook.size(sheetId, "columns", column));
    const { sheetId } = await make(document);
    const expected = widths(
      document.sheetId,
      all.filter((column) => !hidden.has(column)),
    );
    expect(expected[1]).toBe(310);
    expect(widths(sheetId, all.slice(0, expected.length))).toEqual(expected);
    expect(workbook.sheets().find((sheet) => sheet.sheetId === sheetId)).toMatchObject({ frozenRows: 1 });
  });

  test("holds what is risky only where that is wanted", async () => {
    const document = await verified();
    const { sheetName } = await make(document, { take: ["catchAll", "role"] });
    expect(names(document, sheetName)).toEqual(["Name", "Ada", "Desk", "Any", "Found"]);
  });

  test("holds no address that was not verified, where a cell has several or more than one", async () => {
    const document = await verified([
      ["Name", "Email"],
      ["Ada", "Ada.valid@reliable.example; bob.gone@reliable.example"],
      ["Cy", "Cy <cy.valid@reliable.example>"],
    ]);
    const { sheetName } = await make(document);
    expect(shown(document, sheetName).map(([, email]) => email)).toEqual([
      ...["Email", "Ada.valid@reliable.example", "cy.valid@reliable.example"],
    ]);
  });

  test("holds an address as it was asked, where a provider was misspelt", async () => {
    const document = world.open([
      ["Name", "Email"],
      ["Ada", "ada.valid@gmial.com"],
      ["Ada again", "ada.valid@gmail.com"],
    ]);
    await document.verify({ fields: FIELDS, mended: ["gmial.com"] });
    const { piles } = await plan(document);
    expect(piles.duplicate).toBe(1);
    const { sheetName } = await make(document, { take: ["role", "catchAll", "gibberish", "otherRisk"] });
    expect(shown(document, sheetName).map(([name, email]) => [name, email])).toEqual([
      ["Name", "Email"],
      ["Ada", "ada.valid@gmail.com"],
    ]);
  });

  test.each(["ada.valid@gmial.com", "ada.valid@gmail.com", "gmial.com"])(
    "leaves out %s where a provider was mended, in whichever row the address stands",
    async (entry) => {
      const document = world.open([
        ["Name", "Email"],
        ["Ada", "ada.valid@gmial.com"],
        ["Ada again", "ada.valid@gmail.com"],
        ["Bo", "found@recovered.example"],
      ]);
      await document.verify({ fields: FIELDS, mended: ["gmial.com"] });
      document.user.keyboard.addSheet("Unsubscribed");
      document.user.keyboard.paste("Unsubscribed", "A1", [["Email"], [entry]]);
      const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: 1, first: "Email" };
      expect((await plan(document, { sheetId: document.sheetId, leaveOut })).piles.leftOut).toBe(2);
      const take: CopyRequest["take"] = ["role", "catchAll", "gibberish", "otherRisk"];
      expect(names(document, (await make(document, { take, leaveOut })).sheetName)).toEqual(["Name", "Bo"]);
    },
  );

  test.each([["#N/A"], [""], ["Loading..."]])(
    "is not made while the column of those who unsubscribed shows %j in the place of one",
    async (cell) => {
      const document = world.open([
        ["Name", "Email"],
        ["Ada", "ada.valid@reliable.example"],
        ["Bo", "bo.valid@reliable.example"],
      ]);
      await document.verify({ fields: FIELDS });
      document.user.keyboard.addSheet("Unsubscribed");
      document.user.keyboard.paste("Unsubscribed", "A1", [["Email"], ["bo.valid@reliable.example"]]);
      const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: 1, first: "Email", entries: 1 };
      document.user.keyboard.paste("Unsubscribed", "A2", [[cell]]);
      const request = await copyRequest(document, { leaveOut });
      expect(await document.call("makeCleanList", request)).toMatchObject({ ok: false, code: "LEFT_OUT_SHRUNK" });
      expect(document.document.workbook.sheets()).toHaveLength(2);
    },
  );

  test("holds addresses of a misspelt provider only where that is wanted", async () => {
    const document = world.open([
      ["Name", "Email"],
      ["Ada", "ada.valid@reliable.example"],
      ...Array.from({ length: 12 }, (_, i) => [`Cy ${i}`, `cy${i}@gmial.com`]),
    ]);
    await document.verify({ fields: FIELDS });
    const { piles } = await plan(document);
    expect(piles).toMatchObject({ ok: 1, catchAll: 0 });
    expect(piles.misspelt).toBeGreaterThan(0);
    expect(names(document, (await make(document)).sheetName)).toEqual(["Name", "Ada"]);
    const all = await make(document, { name: "All", take: ["misspelt"] });
    expect(all.rows).toBe(1 + piles.misspelt);
    const verdicts = shown(document).map((row) => row[columnNamed(document, "Verdict") - 1]);
    expect(verdicts.filter((verdict) => verdict === "Risky")).toHaveLength(piles.misspelt);
  });

  test("holds what a person has judged otherwise, and nobody beside whom somebody has typed Do not send", async () => {
    const document = await verified();
    const verdict = columnLetter(columnNamed(document, "Verdict"));
    document.user.keyboard.type(SHEET, `${verdict}8`, "Do not send");
    document.user.keyboard.type(SHEET, `${verdict}4`, "OK to send");
    const { piles } = await plan(document);
    expect(piles).toMatchObject({ ok: 2, bounces: 2 });
    expect(names(document, (await make(document)).sheetName)).toEqual(["Name", "Ada", "Bob"]);
  });

  test("holds no email that was found since the verification, beside which somebody has typed Do not send @slow", async () => {
    const document = world.open([
      ["Company", "Website"],
      ["Three", "three-emails.example"],
    ]);
    await findEmails(document);
    const sheetId = sheetIdOf(document, "Emails");
    await document.verify({ sheetId, column: 2, fields: FIELDS });
    document.user.keyboard.type(SHEET, "B3", "reliable.example");
    await findEmails(document, {}, { target: { kind: "append", sheetId } });
    const at = (header: string): number => columnNamed(document, header, "Emails");
    const found = shown(document, "Emails").flatMap((row, i) =>
      row.includes("reliable.example") && row[at("Email status") - 1] === "VALID" ? [i + 1] : [],
    );
    expect(found.length).toBeGreaterThan(0);
    const { bounces } = (await plan(document, { sheetId })).piles;
    for (const row of found)
      document.user.keyboard.type("Emails", `${columnLetter(at("Verdict"))}${row}`, "Do not send");
    expect((await plan(document, { sheetId })).piles.bounces).toBe(bounces + found.length);
  });

  test("is a copy: what somebody changes in either is not seen in the other", async () => {
    const document = await verified();
    document.user.keyboard.type(SHEET, "A2", '="Ad"&"a"');
    const { sheetName } = await make(document);
    document.user.keyboard.type(SHEET, "A2", "Changed");
    expect(names(document, sheetName)).toEqual(["Name", "Ada", "Found"]);
    expect(document.document.workbook.sheets()).toHaveLength(2);
  });

  test("keeps texts that look like numbers or formulas as the texts they are", async () => {
    const document = await verified([
      ["Name", "Email", "Code"],
      ["'007", "ada.valid@reliable.example", "'=1+1"],
    ]);
    const { sheetName } = await make(document);
    expect(shown(document, sheetName)[1]).toEqual(expect.arrayContaining(["007", "=1+1"]));
  });

  test("is made of found emails, by what their search said", async () => {
    const document = world.open([
      ["Company", "Website"],
      ["Three", "three-emails.example"],
    ]);
    await findEmails(document);
    const sheetId = sheetIdOf(document, "Emails");
    const { piles } = await plan(document, { sheetId });
    expect(Object.values(piles).reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(piles.ok + piles.role + piles.longAgo + piles.noResult).toBe(3);
    const { rows } = await make(document, { sheetId, take: ["role", "longAgo"] });
    expect(rows).toBe(3 - piles.noResult);
  });

  test("takes no row of a list without a header for one, though it holds no address", async () => {
    const document = world.open([
      ["Nobody", "none"],
      ["Ada", "ada.valid@reliable.example"],
      ["Found", "found@recovered.example"],
    ]);
    await document.verify({ fields: FIELDS, headerRow: 0 });
    const { sheetName, sheetId } = await make(document);
    expect(names(document, sheetName)).toEqual(["Ada", "Found"]);
    const { workbook } = document.document;
    expect(workbook.sheets().find((sheet) => sheet.sheetId === sheetId)).toMatchObject({ frozenRows: 0 });
  });

  test("takes an error in the first row of a list without a header for no header", async () => {
    const document = world.open([
      ["Lost", "=NA()"],
      ["Ada", "ada.valid@reliable.example"],
      ["Found", "found@recovered.example"],
    ]);
    await document.verify({ fields: FIELDS, headerRow: 0 });
    const { sheetName } = await make(document);
    expect(names(document, sheetName)).toEqual(["Ada", "Found"]);
  });

  test("is refused where nothing is left to send", async () => {
    const document = await verified([PEOPLE[0] ?? [], PEOPLE[3] ?? []]);
    const request = await copyRequest(document);
    expect(await document.call("makeCleanList", request)).toMatchObject({ code: "NOTHING_TO_SEND" });
    expect(sheetNames(document)).toEqual([SHEET]);
  });
});

describe("taking a clean list back", () => {
  test("deletes its sheet and nothing else", async () => {
    const document = await verified();
    const before = shown(document);
    const { sheetId, check } = await make(document);
    expect(await document.call("undoCopy", { sheetId, check })).toEqual({ ok: true, data: null });
    expect(sheetNames(document)).toEqual([SHEET]);
    expect(shown(document)).toEqual(before);
  });

  test("leaves one that somebody has changed", async () => {
    const document = await verified();
    const { sheetId, sheetName, check } = await make(document);
    document.user.keyboard.type(sheetName, "A2", "Ada Lovelace");
    expect(await document.call("undoCopy", { sheetId, check })).toMatchObject({ code: "LIST_CHANGED" });
    expect(names(document, sheetName)).toEqual(["Name", "Ada Lovelace", "Found"]);
  });

  test("leaves one with a note, also beside what is filled", async () => {
    for (const column of [1, 20]) {
      const document = await verified();
      const { sheetId, check } = await make(document);
      const note: Change = { type: "setNotes", sheetId, row: 2, column, notes: [["call her first"]] };
      document.document.workbook.apply([note], { kind: "person", user: COLLEAGUE });
      expect(await document.call("undoCopy", { sheetId, check })).toMatchObject({ code: "LIST_CHANGED" });
      expect(sheetNames(document)).toEqual([SHEET, CLEAN]);
    }
  });

  test.each(["runs", "is paused", "has its list", "looks for new rows"])(
    "waits for a colleague's job that %s there, and has written nothing yet",
    async (what) => {
      const document = await verified();
      const { sheetId, check } = await make(document);
      const colleague = document.callAs(COLLEAGUE);
      dataOf(await colleague("checkAndSaveKey", "free-key"));
      const begin = async (): Promise<string> => {
        if (what === "looks for new rows") return (await watch({ ...document, sheetId, call: colleague })).jobId;
        const append = { target: { kind: "append", sheetId } } as const;
        const choices =
          what === "has its list" ? findChoices(document, {}, append) : enrichChoices(document, { sheetId });
        return dataOf(await colleague("startJob", choices)).job.id;
      };
      const jobId = await begin();
      const end = (state: "paused" | "stopped") =>
        colleague("endJob", { jobId, epoch: 1, state, reason: "", hasLanded: true });
      if (what === "is paused") dataOf(await end("paused"));
      const before = shown(document, CLEAN);
      expect(await document.call("undoCopy", { sheetId, check })).toMatchObject({ code: "SHEET_IN_USE" });
      expect(shown(document, CLEAN)).toEqual(before);
      if (what === "looks for new rows") dataOf(await colleague("unattendedJobs", { do: "unwatch", jobId }));
      else dataOf(await end("stopped"));
      expect(await document.call("undoCopy", { sheetId, check })).toEqual({ ok: true, data: null });
      expect(sheetNames(document)).toEqual([SHEET]);
    },
  );
});

test("the rows that repeat an address are selected as a whole, wherever they have been moved", async () => {
  const document = await verified();
  const { sheetId, mark } = await copyRequest(document);
  document.user.keyboard.insert(SHEET, "rows", 2, 2);
  expect(await document.call("selectDuplicates", { sheetId, mark })).toEqual({
    ok: true,
    data: { selected: 1, left: 0 },
  });
  const { row } = dataOf(await document.call("lookAtSheet", { sheetId })).front;
  expect(shown(document)[row - 1]?.[0]).toBe("Ada again");
});

test("texts that are no address are nobody's duplicates, and formulas in error are told apart", async () => {
  const document = await verified([
    ["Name", "Email"],
    ...["n/a", "n/a", "?", "carl@reliable.example", "Carl@Reliable.example", "n/a", "#REF!"].map((text, i) => [
      `P${i}`,
      text,
    ]),
  ]);
  const { piles } = await plan(document);
  expect(piles).toMatchObject({ duplicate: 1, noAddress: 4, waiting: 1 });
  const { sheetId, mark } = await copyRequest(document);
  expect(dataOf(await document.call("selectDuplicates", { sheetId, mark }))).toEqual({ selected: 1, left: 0 });
});

test("ten thousand rows take at most 12 calls of the sheet, and one more where a column is left out", async () => {
  const emails = Array.from({ length: 20 }, (_, i) => `person${i}@reliable.example`);
  const document = await verified([["Name", "Email"], ...emails.map((email) => [email, email])]);
  document.user.keyboard.addSheet("Unsubscribed");
  document.user.keyboard.paste("Unsubscribed", "A1", [["Email"], ["person0@reliable.example"]]);
  const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: 1, first: "Email" };
  const request = await copyRequest(document);
  // Beyond 1,000 rows the new sheet is made longer.
  const expectFew = async (most: number, leaveOut: CopyRequest["leaveOut"]): Promise<void> => {
    const trips = await tripsOf(() =>
      document.call("makeCleanList", { ...request, name: `At most ${most}`, leaveOut }),
    );
    expect({ trips: trips.join(), isFew: trips.length + 1 <= most }).toEqual({ trips: trips.join(), isFew: true });
  };
  await expectFew(12, null);
  await expectFew(13, leaveOut);
});
