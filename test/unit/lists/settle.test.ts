import { describe, expect, test } from "@jest/globals";
import { type Cell, type Meant, type Rows, rowsFrom, settle } from "../../../src/lists/settle";
import type { CellValue } from "../../../src/sheet/table";

// A list that grows at its end: names, and hidden cells that are all different.

const HEADER = ["Name", "filled by"];
const NEW = [
  ["Acme", "job.1:acme"],
  ["Best", "job.2:best"],
];

/** New rows are written below what stands there, by the numbers of then. */
function appended(was: CellValue[][], size: number): Meant {
  const rows = rowsFrom(1, was);
  const written = NEW.flatMap((cells, i) =>
    cells.map((value, at): Cell => ({ row: was.length + 1 + i, column: at + 1, value })),
  );
  const marks = [{ column: 2, value: "g1=company" }];
  return {
    ...{ was: rows, ought: rows, marks, size, written, pinned: [], isSure: true, tagColumn: 2 },
    unknownTag: () => "",
  };
}

const settled = (meant: Meant, now: CellValue[][], size: number): Rows =>
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

  test("are not taken to have hit a row that somebody has emptied", () => {
    const now = [HEADER, ["", ""], ...NEW];
    expect([...settled(meant, now, 100).values()]).toEqual(now);
  });

  test("are not taken to have hit a row that somebody has deleted", () => {
    const now = [HEADER, ...NEW];
    expect([...settled(meant, now, 99).values()]).toEqual(now);
  });
});
