import { expect, test } from "@jest/globals";
import { openFillDocument } from "../companies/fill-document";
import { copyRequest, sheetNames, verified } from "./clean-list-document";
import { companies, domains, findChoices } from "./find-document";
import { type JobDocument, jobWorld } from "./job-document";
import { contacts, trim } from "./lists";

const world = jobWorld();

/** A sheet beside the list leaves this many cells of the ten million. */
function fillUp({ document, user }: JobDocument, left: number): void {
  user.keyboard.addSheet("Archive");
  const more = (): number =>
    10_000_000 - left - document.workbook.sheets().reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  while (more() >= 26) user.keyboard.insert("Archive", "rows", 900, Math.min(47_000, Math.floor(more() / 26)));
}

const FULL = { code: "SHEET_FULL", remedy: "Delete rows, columns or sheets that nobody needs, then go on." };

const paid = (): number => world.service.controls.ledger().length;

test("columns that have no place end a job with what helps, and no more is bought than was on its way", async () => {
  const document = world.open(contacts(2_000, "full"));
  fillUp(document, 2_000);
  const before = paid();
  expect(await document.verify()).toMatchObject({ state: "paused", stop: FULL });
  expect(paid() - before).toBeLessThan(200);
});

test("a list of companies whose columns have no place in somebody's sheet tells it, too", async () => {
  const document = openFillDocument(world, [
    ["Company", "Mine"],
    ["Acme", "a"],
  ]);
  trim(document);
  fillUp(document, 0);
  const target = { kind: "append", sheetId: document.sheetId } as const;
  expect(await document.fill({ pages: 3, target })).toMatchObject({ state: "paused", stop: FULL });
});

test("a new sheet that has no place is told before anything is paid", async () => {
  const document = world.open(companies(domains(3)));
  fillUp(document, 20_000);
  const before = paid();
  expect(await document.tryStart(findChoices(document))).toMatchObject({ ok: false, ...FULL });
  expect(paid()).toBe(before);
});

test("a new sheet that Google fails to make is no matter of its name", async () => {
  const document = world.open(companies(domains(3)));
  world.host.settings.faults = [{ calls: ["Spreadsheet.insertSheet"], chance: 1 }];
  const started = await document.tryStart(findChoices(document));
  world.host.settings.faults = [];
  expect(started).toMatchObject({ ok: false, code: "SHEET_NOT_MADE", remedy: expect.stringMatching(/^Try again/) });
});

test("copies of rows that have no place tell it, and leave no sheet", async () => {
  const document = await verified(world);
  const request = await copyRequest(document);
  fillUp(document, 20_000);
  const sheets = sheetNames(document);
  expect(await document.call("makeCleanList", request)).toMatchObject({ ok: false, ...FULL });
  expect(await document.call("writePastJobs")).toMatchObject({ ok: false, ...FULL });
  const { id: jobId } = await document.last();
  expect(await document.call("insertJobChart", { jobId })).toMatchObject({ ok: false, ...FULL });
  expect(sheetNames(document)).toEqual(sheets);
});

test("a copy that is too long for the room that is left tells it, and leaves no sheet", async () => {
  const people = Array.from({ length: 1_500 }, (_, i) => [`person${i}@reliable.example, other${i}@reliable.example`]);
  const document = world.open([["Email"], ...people]);
  fillUp(document, 30_000);
  const { sheetId } = document;
  const request = { sheetId, column: 1, header: "Email", sample: [], headerRow: 1, name: "Split" };
  const sheets = sheetNames(document);
  expect(await document.call("splitRows", request)).toMatchObject({ ok: false, ...FULL });
  expect(sheetNames(document)).toEqual(sheets);
});
