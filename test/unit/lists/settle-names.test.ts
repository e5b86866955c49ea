import { expect, test } from "@jest/globals";
import { type Cell, type Intended, rowsFrom } from "../../../src/lists/rows";
import { settle } from "../../../src/lists/settle";
import type { ColumnMark } from "../../../src/sheet/table";

// The names of columns that were just made.

test("names that were written one column off leave nothing in the column that was inserted, and moved away since", () => {
  const was = [
    ["Website", "", "", "Status"],
    ["acme.example", "", "", "new"],
  ];
  const marks = [
    { column: 1, value: "g1:in" },
    { column: 2, value: "g1:for" },
    { column: 3, value: "g1=emails_found" },
  ];
  const written: Cell[] = [
    { row: 1, column: 2, value: "searched for" },
    { row: 1, column: 3, value: "Emails found" },
  ];
  const read = { was: rowsFrom(1, was), ought: rowsFrom(1, was), size: 10 };
  const meant: Intended = { ...read, marks, written, pinned: [], isSure: true, tagColumn: 2, unknownTag: () => "" };
  const now = [
    ["Website", "Emails found", "", "Status", "searched for"],
    ["acme.example", "", "", "new", ""],
  ];
  expect(
    [...settle(meant, { rows: rowsFrom(1, now), marks, size: 10 }).values()].map(([, , , , moved]) => moved),
  ).toEqual(["", ""]);
});

test("names that were written above the header leave nothing there, nor in a column that a table has just named", () => {
  const was = [
    ["Website", "", "", "Status"],
    ["acme.example", "", "", "new"],
  ];
  const marksAt = (last: number): ColumnMark[] => [
    { column: 1, value: "g1:in" },
    { column: 2, value: "g1:for" },
    { column: last, value: "g1=emails_found" },
  ];
  const written: Cell[] = [
    { row: 1, column: 2, value: "searched for" },
    { row: 1, column: 3, value: "Emails found" },
  ];
  const read = { was: rowsFrom(1, was), ought: rowsFrom(1, was), marks: marksAt(3), size: 10 };
  const meant: Intended = { ...read, written, pinned: [], isSure: true, tagColumn: 2, unknownTag: () => "" };
  const now = [
    ["", "searched for", "", "Emails found", "", ""],
    ["Website", "", "", "Column 5", "", "Status"],
    ["acme.example", "", "", "", "", "new"],
  ];
  const ought = settle(meant, { rows: rowsFrom(1, now), marks: marksAt(5), size: 11 });
  expect([...ought.values()]).toEqual([["", "", "", "", "", ""], ...now.slice(1)]);
});

test.each([
  ["though these still have its names", ["", ""]],
  ["which had given them names before", ["Column 1", "Column 2"]],
])("names leave nothing in a column that was inserted between new ones of a table, %s", (_, names) => {
  const was = [
    ["Email", ...names, "Company"],
    ["ann@acme.example", "", "", ""],
  ];
  const marksAt = (last: number): ColumnMark[] => [
    { column: 1, value: "g1:in" },
    { column: 2, value: "g1:for" },
    { column: last, value: "g1=type" },
  ];
  const written: Cell[] = [
    { row: 1, column: 2, value: "verified for" },
    { row: 1, column: 3, value: "Email type" },
  ];
  const read = { was: rowsFrom(1, was), ought: rowsFrom(1, was), marks: marksAt(3), size: 10 };
  const pinned = ["g1:for", "g1=type"];
  const meant: Intended = { ...read, written, pinned, isSure: true, tagColumn: 2, unknownTag: () => "" };
  const now = [
    ["Email", "verified for", "Email type", "Column 2", "Company"],
    ["ann@acme.example", "", "", "", ""],
  ];
  const ought = settle(meant, { rows: rowsFrom(1, now), marks: marksAt(4), size: 10 });
  expect(ought.get(1)?.slice(2)).toEqual(["", "Column 2", "Company"]);
});
