import { expect, test } from "@jest/globals";
import { markWanted } from "../../../src/runs/mark-wanted";
import type { Table } from "../../../src/sheet/table";
import { createFakeBook } from "../support/fake-book";

const RUN = {
  id: "r1",
  group: "g1",
  hasHeader: true,
  rows: {
    kind: "selected" as const,
    spans: [
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ],
  },
};

test.each([
  ["", 0],
  ["and one to the left is inserted", 1],
  ["and one before it is inserted", 2],
])("chosen rows carry the wish in the hidden column %s at any moment, and nothing else is touched", (_what, before) => {
  for (let at = 1; at <= 8; at++) {
    const book = createFakeBook();
    const sheet = book.add("Leads", [
      ["Email", "for", "Note"],
      ["a", "", "1"],
      ["b", "", "2"],
      ["c", "", "3"],
    ]);
    sheet.marks.push({ column: 1, value: "g1:in" }, { column: 2, value: "g1:for" });
    const table = book.table(1) as Table;
    let seen = 0;
    book.onCall = () => {
      if (++seen === at && before > 0) book.insertColumns(1, before, 1);
    };
    expect(markWanted(table, RUN)).toBe(true);
    const filled = sheet.rows.map((row) => row.filter((cell) => cell !== ""));
    expect({ at, filled }).toEqual({
      at,
      filled: [
        ["Email", "for", "Note"],
        ["a", "r1?", "1"],
        ["b", "2"],
        ["c", "r1?", "3"],
      ],
    });
  }
});
