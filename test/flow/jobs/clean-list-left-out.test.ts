import { describe, expect, test } from "@jest/globals";
import { columnLetter } from "../../../src/sheet/table";
import { copyRequest, FIELDS, make, plan, sheetIdOf, verified as verifiedIn } from "./clean-list-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, shown } from "./lists";

// Who is not in a clean list although the address exists.

const world = jobWorld();

const verified = (list?: string[][]): Promise<JobDocument> => verifiedIn(world, list);

test("an address whose cell says that it must not be written to is in it only if somebody wants it", async () => {
  const document = await verified([
    ["Name", "Email"],
    ["Ada", "ada.valid@reliable.example (do not contact)"],
    ["Ada", "ada.valid@reliable.example"],
    ["Found", "found@recovered.example (moved)"],
  ]);
  expect((await plan(document)).piles).toMatchObject({ ok: 1, unwanted: 1, duplicate: 1 });
  expect((await make(document)).rows).toBe(1);
  expect((await make(document, { take: ["unwanted"] })).rows).toBe(2);
});

test("an address is kept out by any cell that says so, also by one that is not asked because of the words beside it", async () => {
  const document = await verified([
    ["Name", "Email"],
    ["Ada", "ada.valid@reliable.example"],
    ["Ada", "ADA.valid@reliable.example - do not contact"],
    ["Found", "found@recovered.example"],
    ["Found", "found@recovered.example unsubscribed!"],
  ]);
  expect((await plan(document)).piles).toMatchObject({ ok: 0, unwanted: 2, noAddress: 2 });
});

describe("a column of the list that says who must not be written to", () => {
  const EXPORT = [
    ["Name", "Email", "Unsubscribed", "Status"],
    ["Ada", "ada.valid@reliable.example", "TRUE", "Customer"],
    ["Bo", "bo.valid@reliable.example", "FALSE", "Customer"],
    ["Cy", "cy.valid@reliable.example", "", "Opted out"],
    ["Di", "di.valid@reliable.example", "", "Customer"],
    ["Desk", "info@reliable.example", "yes", ""],
    ["Bob", "bob.gone@reliable.example", "yes", ""],
    ["Di again", "DI.valid@reliable.example", "2026-03-01", ""],
  ];
  const names = (document: JobDocument, sheet: string): unknown[] => shown(document, sheet).map(([name]) => name);

  test("keeps them out unless somebody wants them, and is named", async () => {
    const document = await verified(EXPORT);
    const planned = await plan(document);
    expect(planned.piles).toMatchObject({ ok: 1, role: 0, unwanted: 4, bounces: 1, duplicate: 1 });
    expect(planned.unwantedBy.map(({ letter, header }) => [letter, header])).toEqual([
      [columnLetter(columnNamed(document, "Unsubscribed")), "Unsubscribed"],
      [columnLetter(columnNamed(document, "Status")), "Status"],
    ]);
    expect(names(document, (await make(document, { take: ["role"] })).sheetName)).toEqual(["Name", "Bo"]);
    const all = await make(document, { name: "All", take: ["unwanted"] });
    expect(names(document, all.sheetName)).toEqual(["Name", "Ada", "Bo", "Cy", "Di", "Desk"]);
  });

  test("is told of the rows that are shown in the list itself", async () => {
    const document = await verified(EXPORT);
    const told = { text: "OK to send", count: 5, changed: 0, unwanted: 4 };
    expect((await plan(document)).shown).toContainEqual(told);
    const { sheetId, mark } = await copyRequest(document);
    expect(await document.call("showOnly", { sheetId, mark, text: "OK to send" })).toEqual({ ok: true, data: told });
  });

  test("is followed where it is moved, below titles, and not named where it says so of nobody", async () => {
    const document = world.open([["CRM export 30.11.2026", "", "", ""], ...EXPORT.slice(0, 5)]);
    const { column, headerRow, sample } = dataOf(await document.plan());
    await document.verify({ column, header: "Email", headerRow, sample, fields: FIELDS });
    expect((await plan(document)).piles).toMatchObject({ ok: 2, unwanted: 2 });
    document.user.keyboard.insert(SHEET, "columns", 1, 1);
    expect((await plan(document)).unwantedBy[0]).toMatchObject({ header: "Unsubscribed" });
    const sure = await verified(EXPORT.filter(([name]) => name === "Name" || name === "Bo"));
    expect(await plan(sure)).toMatchObject({ piles: { ok: 1, unwanted: 0 }, unwantedBy: [] });
  });
});

describe("what somebody has typed over the results", () => {
  const PEOPLE = ["ada", "bo", "cy"].map((name) => [name, `${name}.valid@reliable.example`]);
  const typedOver = async (header: string, text: string): Promise<JobDocument> => {
    const document = await verified([["Name", "Email"], ...PEOPLE]);
    document.user.keyboard.type(SHEET, `${columnLetter(columnNamed(document, header))}2`, text);
    return document;
  };

  test.each(
    ["Verdict", "Why", "Email status"].flatMap((header) =>
      ["unsubscribed", "Do not contact", "abgemeldet"].map((text) => [header, text]),
    ),
  )("keeps a row out: below %s, %s", async (header, text) => {
    const document = await typedOver(header, text);
    const planned = await plan(document);
    const isStatus = header === "Email status";
    expect(planned.piles).toMatchObject({ ok: 2, unwanted: isStatus ? 0 : 1, noResult: isStatus ? 1 : 0 });
    expect(planned.unwantedBy.map((each) => each.header)).toEqual(isStatus ? [] : [header]);
    expect((await make(document)).rows).toBe(2);
  });

  test("keeps all rows of the address out, also where another one has its result", async () => {
    const document = await verified([["Name", "Email"], ...PEOPLE, ["Ada again", "ADA.valid@reliable.example"]]);
    document.user.keyboard.type(SHEET, `${columnLetter(columnNamed(document, "Email status"))}5`, "unsubscribed");
    expect((await plan(document)).piles).toMatchObject({ ok: 2, unwanted: 1, duplicate: 1 });
  });

  test("keeps a row out as a verdict that is none of ours, and stays a verdict in our words", async () => {
    expect((await plan(await typedOver("Verdict", "No"))).piles).toMatchObject({ ok: 2, noResult: 1, unwanted: 0 });
    const ours = await plan(await typedOver("Verdict", "do not send"));
    expect(ours.piles).toMatchObject({ ok: 2, bounces: 1, unwanted: 0 });
  });
});

test("only the columns that say so of the rows in the pile are named", async () => {
  const document = await verified([
    ["Name", "Email", "Abgemeldet", "Remark", "Do not contact", "DNC"],
    ["Ada", "ada.valid@reliable.example", "", "", "yes", ""],
    ["Bob", "bob.gone@reliable.example", "yes", "", "", ""],
    ["Nobody", "", "", "unsubscribed", "", ""],
    ["Cy", "cy.valid@reliable.example", "", "", "", ""],
    ["Cy again", "CY.valid@reliable.example", "", "", "", "x"],
  ]);
  const planned = await plan(document);
  expect(planned.piles).toMatchObject({ ok: 0, unwanted: 2, duplicate: 1, bounces: 1, noAddress: 1 });
  expect(planned.unwantedBy.map(({ header }) => header)).toEqual(["Do not contact", "DNC"]);
});

test("the columns to leave out have the names of their header row, below a title", async () => {
  const document = await verified();
  document.user.keyboard.addSheet("Unsubscribed");
  document.user.keyboard.paste("Unsubscribed", "A1", [
    ["CRM export 30.11.2026", "", ""],
    ["Name", "Email", "Reason"],
    ["Ada", "ada.valid@reliable.example", "moved"],
    ["Bo", "bo.valid@reliable.example", "asked"],
  ]);
  const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: null };
  const planned = await plan(document, { sheetId: document.sheetId, leaveOut });
  expect(planned.leaveOut?.columns.map(({ header }) => header)).toEqual(["Name", "Email", "Reason"]);
  expect(planned.leaveOut).toMatchObject({ column: 2, addresses: 2, unread: 0 });
});

test("a clean list leaves out the addresses and domains of a column of another sheet", async () => {
  const document = await verified();
  document.user.keyboard.addSheet("Unsubscribed");
  document.user.keyboard.paste("Unsubscribed", "B1", [
    ["Who"],
    ["Ada <ADA.valid@reliable.example>"],
    ["@recovered.example"],
    ["?"],
  ]);
  const sheetId = sheetIdOf(document, "Unsubscribed");
  const planned = await plan(document, { sheetId: document.sheetId, leaveOut: { sheetId, column: null } });
  expect(planned.leaveOut).toMatchObject({ column: 2, addresses: 1, domains: 1, unread: 1 });
  expect(planned.piles).toMatchObject({ ok: 0, leftOut: 3, duplicate: 0 });
  const { sheetName } = await make(document, { take: ["role"], leaveOut: { sheetId, column: 2, first: "Who" } });
  expect(shown(document, sheetName).map(([name]) => name)).toEqual(["Name", "Desk"]);
});

test("a clean list leaves out by a column of domains where none of addresses stands, and never by our hidden one", async () => {
  const document = await verified();
  document.user.keyboard.addSheet("Domains");
  document.user.keyboard.paste("Domains", "A1", [
    ["Name", "Domain"],
    ["Reliable Tools", "reliable.example"],
    ["Recovered Systems", "@recovered.example"],
  ]);
  const leaveOut = { sheetId: sheetIdOf(document, "Domains"), column: null };
  const planned = await plan(document, { sheetId: document.sheetId, leaveOut });
  expect(planned.leaveOut).toMatchObject({ column: 2, domains: 2 });
  const itself = await plan(document, { leaveOut: { ...leaveOut, sheetId: document.sheetId } });
  const headers = itself.leaveOut?.columns.map(({ header }) => header);
  expect(headers).toContain("Email status");
  expect(headers).not.toContain("verified for");
  // A sheet that was pasted elsewhere has no marks.
  const cells = document.user.keyboard.shows(SHEET, "A1:I20");
  document.user.keyboard.addSheet("Copy");
  document.user.keyboard.paste("Copy", "A1", cells as string[][]);
  const copy = await plan(document, {
    sheetId: document.sheetId,
    leaveOut: { ...leaveOut, sheetId: sheetIdOf(document, "Copy") },
  });
  expect(copy.leaveOut?.columns.map(({ header }) => header)).toEqual(headers);
});

test("a clean list leaves out an address and a domain in whatever form their letters are written", async () => {
  const people = [
    "jos\u00e9.valid@reliable.example",
    "ann.valid@m\u00fcnchen.example",
    "bob.valid@z\u00fcrich.example",
  ];
  const document = await verified([["Name", "Email"], ...people.map((email) => ["Somebody", email])]);
  document.user.keyboard.addSheet("Unsubscribed");
  const others = ["jose\u0301.valid@reliable.example", "ann.valid@xn--mnchen-3ya.example", "zu\u0308rich.example"];
  document.user.keyboard.paste("Unsubscribed", "A1", [["Who"], ...others.map((who) => [who])]);
  const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: 1 };
  const planned = await plan(document, { sheetId: document.sheetId, leaveOut });
  expect(planned.piles).toMatchObject({ leftOut: 3 });
});

test("a clean list leaves out whoever stands among words and signs, also where the cell ends in dots", async () => {
  const document = await verified();
  document.user.keyboard.addSheet("Unsubscribed");
  document.user.keyboard.paste("Unsubscribed", "A1", [
    ["Who"],
    ["Please remove ada.valid@reliable.example..."],
    ["#found@recovered.example"],
    ["info@reliable.example!"],
  ]);
  const leaveOut = { sheetId: sheetIdOf(document, "Unsubscribed"), column: 1, first: "Who" };
  const planned = await plan(document, { sheetId: document.sheetId, leaveOut });
  expect(planned.leaveOut).toMatchObject({ addresses: 3, unread: 0 });
  expect(planned.piles).toMatchObject({ ok: 0, role: 0, leftOut: 4 });
});
