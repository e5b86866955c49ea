import { describe, expect, test } from "@jest/globals";
import { makeColumns } from "../../../../src/runs/append/make-columns";
import { COMPANY_LIST } from "../../../../src/runs/companies/company-list";
import { createFakeBook, type FakeBook } from "../../support/fake-book";

const OWN = [
  ["Note", "Rating", "Called"],
  ["met", "5 of 6", "yes"],
];

/** Some of the fields have a column of the person's own, or none has. */
const LISTS = [["note", "domain", "headcount"], ["domain"], ["called", "domain"]];

function open(): FakeBook {
  const book = createFakeBook();
  book.add("Mine", OWN);
  return book;
}

const make = (book: FakeBook, fields: string[]): boolean =>
  makeColumns(book.table(1) as never, COMPANY_LIST, "g1", fields);

function callsOf(fields: string[]): number {
  const book = open();
  expect(make(book, fields)).toBe(true);
  return book.calls.length;
}

/** The named columns from left to right, what stands in them, and which of them are pinned and hidden as what. */
function contents(book: FakeBook) {
  const [sheet] = book.sheets;
  const [header = [], cells = []] = sheet?.rows ?? [];
  const named = header.flatMap((name, i) => (name === "" || name === undefined ? [] : [[name, cells[i] ?? ""]]));
  const pinned = sheet?.marks.map(({ column, value }) => `${value} ${header[column - 1]}`).sort();
  return { named, pinned, others: cells.filter((cell, i) => cell !== "" && !header[i]) };
}

describe.each(LISTS.map((fields) => [fields]))("the columns for the fields %j", (fields) => {
  const done = (): ReturnType<typeof contents> => {
    const book = open();
    make(book, fields);
    return contents(book);
  };

  test("come on the right of everything, or are those of the same name, and are made once", () => {
    const book = open();
    make(book, fields);
    const own = OWN[0]?.map((name) => name.toLowerCase()) ?? [];
    const added = fields.filter((field) => !own.includes(field));
    expect(book.sheets[0]?.rows[0]).toEqual([...(OWN[0] ?? []), ...added, "filled by"]);
    expect([...(book.sheets[0]?.hidden ?? [])]).toEqual([4 + added.length]);
    make(book, fields);
    expect(contents(book)).toEqual(done());
  });

  test.each([1, 2, 3, 4, 5])("leave all others alone when somebody inserts column %i at any moment", (before) => {
    for (let at = 1; at <= callsOf(fields); at++) {
      const book = open();
      let seen = 0;
      book.onCall = () => {
        if (++seen === at) book.insertColumns(1, before, 1);
      };
      expect(make(book, fields)).toBe(true);
      expect({ at, ...contents(book) }).toEqual({ at, ...done() });
    }
  });

  test("are not made twice when the execution dies after any call", () => {
    for (let at = 1; at <= callsOf(fields); at++) {
      const book = open();
      let seen = 0;
      book.onCall = () => {
        if (++seen >= at) throw new Error("killed");
      };
      expect(() => make(book, fields)).toThrow("killed");
      book.onCall = () => {};
      make(book, fields);
      expect({ at, ...contents(book) }).toEqual({ at, ...done() });
    }
  });
});
