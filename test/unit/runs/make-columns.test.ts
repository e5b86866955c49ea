import { describe, expect, test } from "@jest/globals";
import { makeColumns } from "../../../src/runs/make-columns";
import { inputMark } from "../../../src/sheet/pinned-columns";
import { createFakeBook, type FakeBook } from "../support/fake-book";

const WISH = { group: "g1", fields: ["status", "type"], hasHeader: true, answeredForHeader: "verified for" };
const ROWS = [
  ["Name", "Email", "Note", ""],
  ["Ann", "ann@acme.example", "first", ""],
  ["Bob", "bob@acme.example", "second", "far"],
];
const MADE = { fields: ["status", "type"], answeredFor: true };

function open(): FakeBook {
  const book = createFakeBook();
  const sheet = book.add("Leads", ROWS);
  sheet.marks.push({ column: 2, value: inputMark("g1") });
  return book;
}

const make = (book: FakeBook) => makeColumns(book.table(1) as never, WISH);

/** What each named column holds, and nothing else; `marks` by the names of their columns. */
function contents(book: FakeBook) {
  const [sheet] = book.sheets;
  const header = sheet?.rows[0] ?? [];
  return {
    cells: sheet?.rows
      .slice(1)
      .map((row) => Object.fromEntries(row.flatMap((cell, i) => (cell === "" ? [] : [[header[i] || "none", cell]])))),
    names: header.filter((name) => name !== "").sort(),
    marks: Object.fromEntries(sheet?.marks.map(({ column, value }) => [value, header[column - 1]]) ?? []),
  };
}

const DONE = {
  cells: [
    { Name: "Ann", Email: "ann@acme.example", Note: "first" },
    { Name: "Bob", Email: "bob@acme.example", Note: "second", none: "far" },
  ],
  names: ["Email", "Name", "Note", "status", "type", "verified for"],
  marks: { "g1:in": "Email", "g1=status": "status", "g1=type": "type", "g1:for": "verified for" },
};

describe("the columns for results", () => {
  test("are made beside the inputs, and only once", () => {
    const book = open();
    expect(make(book)).toEqual(MADE);
    expect(contents(book)).toEqual(DONE);
    expect(book.sheets[0]?.rows[0]).toEqual(["Name", "Email", "status", "type", "verified for", "Note", ""]);
    expect([...(book.sheets[0]?.hidden ?? [])]).toEqual([5]);
    expect(make(book)).toEqual({ fields: [], answeredFor: false });
    expect(contents(book)).toEqual(DONE);
  });

  test.each([
    ["to the left", 1],
    ["before the inputs", 2],
    ["right after the inputs", 3],
    ["before the note", 4],
  ])("leave everything else alone when somebody inserts a column %s at any moment", (_where, before) => {
    const calls = callsOf(open());
    for (let at = 1; at <= calls; at++) {
      const book = open();
      let seen = 0;
      book.onCall = () => {
        if (++seen === at) book.insertColumns(1, before, 1);
      };
      make(book);
      book.onCall = () => {};
      make(book);
      expect({ at, ...contents(book) }).toEqual({ at, ...DONE });
    }
  });

  test("are not made twice when the execution dies after any call", () => {
    const calls = callsOf(open());
    for (let at = 1; at <= calls; at++) {
      const book = open();
      let seen = 0;
      book.onCall = () => {
        if (++seen >= at) throw new Error("killed");
      };
      expect(() => make(book)).toThrow("killed");
      book.onCall = () => {};
      make(book);
      expect({ at, ...contents(book) }).toEqual({ at, ...DONE });
      expect(book.sheets[0]?.rows[0]).toHaveLength(7);
    }
  });
});

function callsOf(book: FakeBook): number {
  make(book);
  return book.calls.length;
}
