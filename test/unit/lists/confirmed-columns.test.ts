import { expect, test } from "@jest/globals";
import { isListConfirmed, type ReadableList } from "../../../src/lists/pinned-list";
import { rowsFrom } from "../../../src/lists/rows";
import { readInput } from "../../../src/sheet/cell-text";
import { checkOf, writeAnsweredFor } from "../../../src/sheet/pinned-columns";
import type { CellValue } from "../../../src/sheet/table";

// Whether the cells of a list tell that its columns still stand where their marks were found.

const JOB = "j1";
const FIELDS = ["email_status", "email_sub_status", "type"];
const HEADER = ["Email", "verified for", "Email status", "Status reason", "Email type", "Note"];

const LIST = {
  shape: { fields: FIELDS, hiddenHeader: "verified for", readInput },
  columns: { input: 1, answeredFor: 2, outputs: FIELDS.map((field, i) => ({ field, column: 3 + i })) },
} as unknown as ReadableList;

const answered = (email: string, cells: CellValue[]): CellValue[] => [
  email,
  writeAnsweredFor({ jobId: JOB, day: 1, key: email, checks: cells.map(checkOf) }),
  ...cells,
  "",
];
const open = (email: string): CellValue[] => [email, "", "", "", "", ""];
const isTold = (rows: CellValue[][], keys: [number, string][] = []): boolean =>
  isListConfirmed(LIST, { was: rowsFrom(1, rows) }, JOB, new Map(keys));

test("names tell columns before anything is written, with an input where it was expected", () => {
  const rows = [HEADER, open("a@acme.example")];
  expect(isTold(rows, [[2, "a@acme.example"]])).toBe(true);
  expect(isTold(rows, [[2, "b@acme.example"]])).toBe(false);
  expect(isTold(rows)).toBe(false);
  expect(isTold([HEADER.with(1, "Notes"), open("a@acme.example")], [[2, "a@acme.example"]])).toBe(false);
});

test("checks tell the columns of results, and so one without content that stands between two others", () => {
  expect(isTold([answered("a@acme.example", ["VALID", "none", "generic"])])).toBe(true);
  expect(isTold([answered("a@acme.example", ["VALID", "", "generic"])])).toBe(true);
  // Nothing stands right of it that would have moved along.
  expect(isTold([answered("a@acme.example", ["VALID", "none", ""])])).toBe(false);
});

test("a result that reads like its input is told from it, one like its neighbour is not", () => {
  expect(isTold([answered("acme.example", ["VALID", "none", "acme.example"])])).toBe(true);
  expect(isTold([answered("a@acme.example", ["VALID", "same", "same"])])).toBe(false);
});

test("columns that were moved are not told", () => {
  const moved = ([email = "", tag = "", status = "", sub = "", type = "", note = ""]: CellValue[]): CellValue[] => [
    ...[email, tag, sub, type, status, note],
  ];
  expect(isTold([HEADER, answered("a@acme.example", ["VALID", "none", "generic"])].map(moved))).toBe(false);
  const inserted = (cells: CellValue[]): CellValue[] => ["", ...cells];
  expect(isTold([HEADER, answered("a@acme.example", ["VALID", "none", "generic"])].map(inserted))).toBe(false);
});
