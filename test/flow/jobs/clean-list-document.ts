import type { CleanListPlan, MadeListView } from "../../../src/jobs/clean-list-views";
import type { CleanListRequest, CopyRequest } from "../../../src/jobs/protocol";
import { dataOf, type JobDocument, type JobWorld } from "./job-document";

export const CLEAN = "Clean list";
export const FIELDS = ["email_status", "verdict", "verdict_reason", "type", "disposable"];

/** An address for each pile. */
export const PEOPLE = [
  ["Name", "Email", "Since"],
  ["Ada", "ada.valid@reliable.example", "2024-03-01"],
  ["Ada again", "ADA.valid@reliable.example", "2024-03-02"],
  ["Bob", "bob.gone@reliable.example", "2024-03-03"],
  ["Desk", "info@reliable.example", "2024-03-04"],
  ["Random", "xkqzjvwp83@reliable.example", "2024-03-05"],
  ["Any", "anyone@catch-all.example", "2024-03-06"],
  ["Found", "found@recovered.example", "2024-03-07"],
  ["Slow", "anyone@smtp-timeout.example", "2024-03-08"],
  ["Temp", "temp@disposable.example", "2024-03-09"],
  ["Nobody", "", "2024-03-10"],
  ["No address", "nobody at home", "2024-03-11"],
];

/** Verifies a list. */
export async function verified(world: JobWorld, list = PEOPLE, fields = FIELDS): Promise<JobDocument> {
  const document = world.open(list);
  await document.verify({ fields });
  return document;
}

export const plan = async (document: JobDocument, request: Partial<CleanListRequest> = {}): Promise<CleanListPlan> =>
  dataOf(await document.call("planCleanList", { sheetId: null, column: null, leaveOut: null, ...request }));

/** Presses the button, as planned. */
export async function copyRequest(document: JobDocument, request: Partial<CopyRequest> = {}): Promise<CopyRequest> {
  const sheetId = request.sheetId ?? document.sheetId;
  const { columns, column } = await plan(document, { sheetId });
  const mark = columns.find((each) => each.column === column)?.mark ?? "";
  return { sheetId, name: CLEAN, mark, take: [], leaveOut: null, ...request };
}

export const make = async (document: JobDocument, request: Partial<CopyRequest> = {}): Promise<MadeListView> =>
  dataOf(await document.call("makeCleanList", await copyRequest(document, request)));

export const sheetNames = (document: JobDocument): string[] =>
  document.document.workbook.sheets().map(({ name }) => name);

export const sheetIdOf = (document: JobDocument, sheet: string): number =>
  document.document.workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? 0;
