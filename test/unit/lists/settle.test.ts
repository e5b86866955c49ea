import { describe, expect, test } from "@jest/globals";
import { type Cell, type Intended, type Rows, rowsFrom } from "../../../src/lists/rows";
import { settle } from "../../../src/lists/settle";
import type { CellValue, ColumnMark } from "../../../src/sheet/table";

// A list that grows at its end: names, and hidden cells that are all different.

const HEADER = ["Name", "filled by"];
const NEW = [
  ["Acme", "job.1:acme"],
  ["Best", "job.2:best"],
];

/** New rows are written below what stands there, by the numbers of then. */
function appended(was: CellValue[][], size: number, added = NEW, tagColumn = 2): Intended {
  const rows = rowsFrom(1, was);
  const written = added.flatMap((cells, i) =>
    cells.map((value, at): Cell => ({ row: was.length + 1 + i, column: at + 1, value })),
  );
  const marks = [{ column: 2, value: "g1=company" }];
  return {
    ...{ was: rows, ought: rows, marks, size, written, pinned: [], isSure: true, tagColumn },
    unknownTag: () => "",
  };
}

const settled = (meant: Intended, now: CellValue[][], size: number): Rows =>
  settle(meant, { rows: rowsFrom(1, now), marks: meant.marks, size });

describe("rows that were just written at the end", () => {
  const meant = appended([HEADER, ["Own", ""]], 100);

  test("stay as they are when somebody inserts a row above or among them", () => {
    for (const at of [1, 2, 3, 4]) {
      const now = [HEADER, ["Own", ""], ...NEW];
      now.splice(at, 0, ["", ""]);
      expect([...settled(meant, now, 101).values()]).toEqual(now);
    }
  });

  test("make room for somebody's row that they have hit, as a row was inserted above it just before", () => {
    const ought = settled(meant, [HEADER, ["", ""], ...NEW], 101);
    expect([...ought.values()]).toEqual([HEADER, ["", ""], ["Own", ""], NEW[1]]);
  });

  test("make room for it also when another row was inserted just afterwards", () => {
    const two = appended([HEADER, ["Own", ""], ["Last", ""]], 100);
    const ought = settled(two, [HEADER, ["", ""], ["Own", ""], ["", ""], ...NEW], 102);
    expect([...ought.values()]).toEqual([HEADER, ["", ""], ["Own", ""], ["", ""], ["Last", ""], NEW[1]]);
  });

  test("go when somebody has sorted them while they were written in parts, and those of one row stand beside others'", () => {
    const was = [
      ["Country", "Company", "Found on", "filled by"],
      ["Japan", "Own", "", ""],
    ];
    const countries = ["Japan", "Chad", "Peru", "Mali", "Cuba"];
    const added = countries.map((country, i) => [country, `Company ${i}`, `2026-11-0${i + 1}`, `job.${i}:${country}`]);
    const parts = appended(was, 100, added, 4);
    const now = added.map(([, company = "", , tag = ""], i): CellValue[] => {
      return [countries[countries.length - 1 - i] ?? "", company, new Date(2026, 10, i + 1), tag];
    });
    const ought = settled(parts, [...was, ...now], 100);
    // The row in the middle has stayed where it was.
    expect([...ought.values()].filter((cells) => cells.some((cell) => cell !== ""))).toEqual([...was, now[2]]);
  });

  test("leave no dates in a column that was inserted before they were written again, which shows them as numbers", () => {
    const header = ["Name", "Found on", "filled by"];
    const added = [["Acme", "2021-04-26", "job.1:acme"]];
    const again = { ...appended([header], 100, added, 3), marks: [{ column: 2, value: "g1=found_on" }] };
    const date = new Date(2021, 3, 26);
    const rows = rowsFrom(1, [
      ["Name", "", "Found on", "filled by"],
      ["Acme", 44_312, date, "job.1:acme"],
    ]);
    const ought = settle(again, { rows, marks: [{ column: 3, value: "g1=found_on" }], size: 100 });
    expect(ought.get(2)).toEqual(["Acme", "", date, "job.1:acme"]);
  });

  test("stay where somebody has typed over one of them", () => {
    const now = [HEADER, ["Own", ""], ["Mine", "job.1:acme"], ...NEW.slice(1)];
    expect([...settled(meant, now, 100).values()]).toEqual(now);
  });

  test("are not taken to have hit a row that somebody has emptied", () => {
    const now = [HEADER, ["", ""], ...NEW];
    expect([...settled(meant, now, 100).values()]).toEqual(now);
  });

  test("are not taken to have hit a row that somebody has deleted", () => {
    const now = [HEADER, ...NEW];
    expect([...settled(meant, now, 99).values()]).toEqual(now);
  });
});

describe("results that were just written beside their inputs", () => {
  const marks = [
    { column: 1, value: "g1:in" },
    { column: 2, value: "g1:for" },
    { column: 3, value: "g1=company_domain" },
    { column: 4, value: "g1=company_name" },
  ];
  const domainOf = (name: string): string => `${name.toLowerCase()}.example`;
  /** A row with its answer of last week. */
  const answered = (name: string): CellValue[] => [name, `old:${name}`, domainOf(name), name];
  const BLANK = ["", "", "", ""];

  /** The rows get tags; and the results that they have already. */
  const renewed = (was: CellValue[][], tagOf: (name: CellValue) => string): Intended => {
    const rows = rowsFrom(1, was);
    const written = [...rows].flatMap(([row, [name = "", , ...results]]) =>
      name === "" ? [] : [tagOf(name), ...results].map((value, i): Cell => ({ row, column: i + 2, value })),
    );
    return {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: ([name]) => (name === "" ? "" : "asked?"),
    };
  };

  test("are not taken for the inputs that they repeat, when a column was moved just before they were written", () => {
    const marksAt = (input: number, tag: number): ColumnMark[] => [
      { column: input, value: "g1:in" },
      { column: tag, value: "g1:for" },
      { column: 4, value: "g1=company_domain" },
    ];
    // Somebody takes back that the notes were moved between the hidden column and the results.
    const was = [
      ["a.example", "", "one", ""],
      ["b.example", "", "two", ""],
    ];
    const rows = rowsFrom(2, was);
    const written = [...rows].flatMap(([row, [domain = ""]]): Cell[] => [
      { row, column: 2, value: `new:${domain}` },
      { row, column: 4, value: domain },
    ]);
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks: marksAt(1, 2), size: 0, written, pinned: [], isSure: false, tagColumn: 2 },
      unknownTag: () => "asked?",
    };
    const now = [
      ["one", "new:a.example", "", "a.example"],
      ["two", "new:b.example", "", "b.example"],
    ];
    expect([...settle(meant, { rows: rowsFrom(2, now), marks: marksAt(2, 3) }).values()]).toEqual([
      ["one", "a.example", "", "a.example"],
      ["two", "b.example", "", "b.example"],
    ]);
  });

  test("are not taken for an input that somebody types, which is equal to one of them", () => {
    const was = ["Acme", "Best", "Cool"].map((name) => [name, "", "", ""]);
    const rows = rowsFrom(2, was);
    const written = [...rows].flatMap(([row, [name = ""]]): Cell[] => [
      { row, column: 2, value: `new:${String(name)}` },
      { row, column: 3, value: domainOf(String(name)) },
      { row, column: 4, value: String(name) },
    ]);
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: () => "asked?",
    };
    const answer = (name: string): CellValue[] => [name, `new:${name}`, domainOf(name), name];
    const now = [["acme.example", ...answer("Acme").slice(1)], BLANK, answer("Best"), answer("Cool")];
    expect(settle(meant, { rows: rowsFrom(2, now), marks }).get(2)?.[0]).toBe("acme.example");
  });

  test("give back their row, though another row that was not read has the same input", () => {
    const marksAt = (tag: number): ColumnMark[] => [
      { column: tag, value: "g1:for" },
      { column: tag + 1, value: "g1:in" },
      { column: tag + 2, value: "g1=company_domain" },
    ];
    const was = [
      ["id 1", "old:a", "a.example", ""],
      ["id 2", "old:b", "b.example", ""],
      ["id 3", "old:c", "c.example", ""],
    ];
    const rows = rowsFrom(2, was);
    const written = [...rows].slice(0, 2).flatMap(([row, [, , domain = ""]]): Cell[] => [
      { row, column: 2, value: `new:${domain}` },
      { row, column: 4, value: domain },
    ]);
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks: marksAt(2), size: 0, written, pinned: [], isSure: false, tagColumn: 2 },
      unknownTag: () => "asked?",
    };
    // A column was inserted on the left just before.
    const now = (first: CellValue[], second: CellValue[]) => [
      first,
      second,
      ["", "id 3", "old:c", "c.example", ""],
      ["", "id 4", "old:a", "a.example", ""],
      ["", "id 5", "old:d", "d.example", ""],
    ];
    const hit = now(["", "new:a.example", "old:a", "a.example", ""], ["", "new:b.example", "old:b", "b.example", ""]);
    const right = now(["", "id 1", "old:a", "a.example", ""], ["", "id 2", "old:b", "b.example", ""]);
    expect([...settle(meant, { rows: rowsFrom(2, hit), marks: marksAt(3) }).values()]).toEqual(right);
  });

  test("are not taken to be what somebody has typed in another row and column, when Google refuses them all", () => {
    const marks = [
      { column: 1, value: "g1:in" },
      { column: 2, value: "g1:for" },
      { column: 3, value: "g1=company_domain" },
    ];
    const rows = rowsFrom(2, [
      ["a.example", "asked?", ""],
      ["b.example", "asked?", ""],
    ]);
    const written = [...rows].flatMap(([row, [domain = ""]]): Cell[] => [
      { row, column: 2, value: `new:${domain}` },
      { row, column: 3, value: domain },
    ]);
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: () => "asked?",
    };
    const now = [
      ["b.example", "asked?", ""],
      ["b.example", "asked?", ""],
    ];
    expect([...settle(meant, { rows: rowsFrom(2, now), marks }).values()]).toEqual(now);
  });

  test("give back a column that they have hit as a whole, as two columns had changed places", () => {
    const marksAt = (tag: number, result: number): ColumnMark[] => [
      { column: 2, value: "g1:in" },
      { column: tag, value: "g1:for" },
      { column: result, value: "g1=company_domain" },
    ];
    const was = [
      ["mine 1", "a.example", "", ""],
      ["mine 2", "b.example", "", ""],
    ];
    const rows = rowsFrom(2, was);
    const written = [...rows].flatMap(([row, [, domain = ""]]): Cell[] => [
      { row, column: 3, value: `new:${domain}` },
      { row, column: 4, value: "error" },
    ]);
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks: marksAt(3, 4), size: 0, written, pinned: [], isSure: true, tagColumn: 3 },
      unknownTag: () => "asked?",
    };
    const now = [
      ["", "a.example", "new:a.example", "error"],
      ["", "b.example", "new:b.example", "error"],
    ];
    expect([...settle(meant, { rows: rowsFrom(2, now), marks: marksAt(1, 4) }).values()]).toEqual([
      ["", "a.example", "mine 1", "error"],
      ["", "b.example", "mine 2", "error"],
    ]);
  });

  test("are taken from a row that moved down before it was written to, and again afterwards", () => {
    const names = ["p0", "p1", "p2", "p3", "p4", "p5", "p6"];
    const was = names.map((name): CellValue[] => [name, `old:${name}`, "VALID", ""]);
    const rows = rowsFrom(2, was);
    const written: Cell[] = [
      { row: 6, column: 2, value: "new:p4" },
      { row: 6, column: 3, value: "not known" },
      { row: 8, column: 2, value: "asked?" },
    ];
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: () => "asked?",
    };
    const own = (name: string): CellValue[] => [name, `old:${name}`, "VALID", ""];
    const hit = ["p3", "asked?", "not known", ""];
    const last = ["p4", "p5", "p6"].map(own);
    const now = (third: CellValue[]) => [BLANK, own("p0"), BLANK, BLANK, own("p1"), own("p2"), third, ...last];
    expect([...settle(meant, { rows: rowsFrom(2, now(hit)), marks }).values()]).toEqual(now(own("p3")));
  });

  test("are taken from rows that moved down two, and back one before their tags were written again", () => {
    const row = (name: string, tag = "", result = ""): CellValue[] => [name, tag, result];
    const rows = rowsFrom(
      2,
      ["p0", "p1", "p2", "p3", "p4", "p5"].map((name) => row(name)),
    );
    const written: Cell[] = [
      { row: 6, column: 2, value: "new:p4" },
      { row: 6, column: 3, value: "a.example" },
      { row: 7, column: 2, value: "new:p5" },
      { row: 7, column: 3, value: "b.example" },
    ];
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: () => "",
    };
    const now = [
      ...[row(""), row("p0"), row("p1")],
      ...[row("p2", "new:p4", "a.example"), row("p3", "new:p4", "b.example"), row("p4", "new:p5"), row("p5")],
    ];
    const right = ["", "p0", "p1", "p2", "p3", "p4", "p5"].map((name) => row(name));
    expect([...settle(meant, { rows: rowsFrom(2, now), marks }).values()]).toEqual(right);
  });

  test("are not taken to have hit a column that was deleted, whose other cells would still be there", () => {
    const rows = rowsFrom(1, [
      ["Name", "Note", "Account", "", ""],
      ["t0", "n0", "a0", "", ""],
    ]);
    const written = ["details for", "Domain"].map((value, i): Cell => ({ row: 1, column: i + 4, value }));
    const marksAt = (...columns: number[]): ColumnMark[] =>
      ["g1:in", "g1:for", "g1=company_domain"].map((value, i) => ({ column: columns[i] ?? 0, value }));
    const pinned = ["g1:for", "g1=company_domain"];
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks: marksAt(3, 4, 5), size: 0, written, pinned, isSure: true, tagColumn: 4 },
      unknownTag: () => "",
    };
    // The notes were deleted before the write, and the accounts moved after it.
    const now = [
      ["Name", "", "details for", "Account", "Domain"],
      ["t0", "", "", "a0", ""],
    ];
    const ought = settle(meant, { rows: rowsFrom(1, now), marks: marksAt(4, 2, 3) });
    expect([...ought.values()].flat()).not.toContain("Note");
  });

  test("are not taken to have hit a deleted column by its place beside one that somebody moved", () => {
    const names = ["verified for", "Email status", "Email type", "Catch-all"];
    const rows = rowsFrom(1, [
      ["Row", "Phone", "Note", "Status", "Email", "", "", "", ""],
      ["t0", "p0", "n0", "s0", "e0", "", "", "", ""],
    ]);
    const written = names.map((value, i): Cell => ({ row: 1, column: i + 6, value }));
    const fields = ["g1:for", "g1=email_status", "g1=type", "g1=catch_all"];
    const marksAt = (...columns: number[]): ColumnMark[] =>
      ["g1:in", ...fields].map((value, i) => ({ column: columns[i] ?? 0, value }));
    const read = { was: rows, ought: rows, size: 0, pinned: fields, isSure: true, tagColumn: 6 };
    const meant: Intended = { ...read, marks: marksAt(5, 6, 7, 8, 9), written, unknownTag: () => "" };
    // The rows' names were moved and the notes deleted while the columns were pinned.
    const now = [
      ["Phone", "Status", "Email", "", "Row", ...names],
      ["p0", "s0", "e0", "", "t0", "", "", "", ""],
    ];
    const [header = []] = settle(meant, { rows: rowsFrom(1, now), marks: marksAt(3, 4, 5, 7, 8) }).values();
    expect(header).not.toContain("Note");
    expect(header).toEqual(expect.arrayContaining(["Phone", "Status", "Email", "Row"]));
  });

  test("tell no row by what it held before: they may have hit another", () => {
    const was = ["Acme", "Best", "", "Crown"].map((name) => (name === "" ? BLANK : answered(name)));
    const meant = renewed(was, (name) => `new:${name}`);
    const hit = (name: string, by: string): CellValue[] => [name, `new:${by}`, domainOf(by), by];
    const now = [hit("", "Acme"), hit("Acme", "Best"), answered("Best"), hit("", "Crown"), answered("Crown")];
    expect([...settled(meant, now, 0).values()]).toEqual([BLANK, ...was]);
  });

  test("make no row at the end that of a deleted one, when rows were sorted after they had hit a blank one", () => {
    const meant = renewed(["Acme", "Best", "Crown"].map(answered), (name) => `new:${name}`);
    const hit = (name: string, by: string): CellValue[] => [name, `new:${by}`, domainOf(by), by];
    // A row was inserted above them, and the last one deleted, before they were written.
    const now = [hit("Acme", "Best"), hit("Best", "Crown"), hit("", "Acme")];
    expect([...settled(meant, now, 0).values()]).toEqual([answered("Acme"), answered("Best"), BLANK]);
  });

  test("are taken from a total that was sorted to the place of a deleted row before they were written", () => {
    const result = (name: string): CellValue[] => [`new:${name}`, domainOf(name), name];
    const rows = rowsFrom(1, [
      ["Acme", "", "", "", "n1"],
      ["Best", "", "", "", "n2"],
      [2, "", "", "", ""],
    ]);
    const written = ["Acme", "Best"].flatMap((name, i) =>
      result(name).map((value, at): Cell => ({ row: i + 1, column: at + 2, value })),
    );
    const meant: Intended = {
      ...{ was: rows, ought: rows, marks, size: 0, written, pinned: [], isSure: true, tagColumn: 2 },
      unknownTag: () => "",
    };
    const best = ["Best", ...result("Best"), "n2"];
    const ought = settled(meant, [[1, ...result("Acme"), ""], best], 0);
    expect([...ought.values()]).toEqual([[1, "", "", "", ""], best]);
  });

  test("are taken from a row that was blank, though their tag stands in every row", () => {
    const was = [answered("Acme"), BLANK, answered("Best"), answered("Crown")];
    const meant = renewed(was, () => "asked?");
    const hit = (name: string, by: string): CellValue[] => [name, "asked?", domainOf(by), by];
    // A row was deleted above them before they were written, and three inserted afterwards.
    const now = [BLANK, BLANK, BLANK, hit("", "Acme"), answered("Best"), hit("Crown", "Best"), hit("", "Crown")];
    const ought = [...settled(meant, now, 0).values()];
    expect(ought).toEqual([BLANK, BLANK, BLANK, BLANK, answered("Best"), answered("Crown"), BLANK]);
  });
});
