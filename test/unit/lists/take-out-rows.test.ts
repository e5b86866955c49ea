import { describe, expect, test } from "@jest/globals";
import { type TakenRows, type TakeOut, takeOutRows } from "../../../src/lists/take-out-rows";
import { isRefused, type Refusal } from "../../../src/result";
import { checkOf } from "../../../src/sheet/pinned-columns";
import { createFakeBook, type FakeBook } from "../support/fake-book";

const TYPE = {
  tagMark: "=emails",
  tagHeader: "found by",
  sheetName: "Emails",
  fits: () => true,
  checksIn: ({ numbers }: { numbers: number[] }) => numbers,
};
const LIST = { type: TYPE, sheetId: 1, group: "g1", columns: ["company", "email"], hasMadeSheet: false, jobId: "job1" };
const HOW: TakeOut = {
  do: "undo",
  others: "keep",
  made: [],
  isLast: false,
};
const HEADER = ["company", "email", "found by", "My notes"];

type Row = [company: string, email: string, key: string, note: string];

/** Rows of this job in two pieces, of another one between, and typed ones. */
const OWN: Row[] = [3, 4, 5, 9, 10].map((row) => [`c${row}`, `e${row}`, `job1:c${row} e${row}`, ""]);
const OTHERS: Row[] = [2, 6, 7].map((row) => [`c${row}`, `e${row}`, `job2:c${row} e${row}`, row === 7 ? "mine" : ""]);
const TYPED: Row[] = [8, 11].map((row) => [`typed ${row}`, `t${row}`, "", `about ${row}`]);
const MIXED: Row[] = [...OTHERS.slice(0, 1), ...OWN.slice(0, 3), ...OTHERS.slice(1), ...TYPED.slice(0, 1)];
const ALL: Row[] = [...MIXED, ...OWN.slice(3), ...TYPED.slice(1)];

function open(rows: Row[] = ALL, header = HEADER): FakeBook {
  const book = createFakeBook();
  book.keepsWritesBack = true;
  book.add("Emails", [header, ...rows]);
  const marks = ["g1~company", "g1~email", "g1=emails"].map((value, i) => ({ column: i + 1, value }));
  book.sheets[0]?.marks.push(...marks);
  book.add("Other", [["something"]]);
  book.calls.length = 0;
  return book;
}

function takeOut(book: FakeBook, how: Partial<TakeOut> = {}, list = LIST): TakenRows | Refusal {
  const clock = { nowMs: () => 0, sleep: () => {} };
  const out = takeOutRows({ book, clock }, list, { ...HOW, ...how });
  return isRefused(out) ? out : out.taken;
}

/** The rows that hold something, by the names of their columns, in any order. */
function rowsOf(book: FakeBook): string[] {
  const sheet = book.sheets.find(({ id }) => id === 1);
  const header = sheet?.rows.find((row) => row.includes("email")) ?? [];
  return (sheet?.rows ?? [])
    .filter((row) => row !== header && row.some((cell) => cell !== "" && cell !== undefined))
    .map((row) => HEADER.map((name) => String(row[header.indexOf(name)] ?? "")).join(" | "))
    .sort();
}

const texts = (rows: Row[]): string[] => rows.map((row) => row.join(" | ")).sort();

const sheetOf = (book: FakeBook) => book.sheets.find(({ id }) => id === 1);

const ACTS: Record<string, (book: FakeBook) => void> = {
  "inserts a row at the top": (book) => book.insertRows(1, 2, 1),
  "inserts two rows in the middle": (book) => book.insertRows(1, 5, 2),
  "turns the rows around": (book) => {
    const sheet = sheetOf(book);
    if (sheet) sheet.rows = [sheet.rows[0] ?? [], ...sheet.rows.slice(1).reverse()];
  },
  "inserts a column at the left": (book) => book.insertColumns(1, 1, 1),
  "inserts a column before the hidden one": (book) => book.insertColumns(1, 3, 1),
};

function actingAt(book: FakeBook, at: number, act: (book: FakeBook) => void): void {
  let seen = 0;
  book.onCall = () => {
    if (++seen === at) act(book);
  };
}

describe("rows taken out of a list", () => {
  test("are the job's own, wherever they stand; counting takes nothing", () => {
    const book = open();
    expect(takeOut(book, { do: "look" })).toMatchObject({ listRows: 5, removesSheet: false, othersCells: 0, left: 5 });
    expect(rowsOf(book)).toEqual(texts(ALL));
    expect(takeOut(book)).toMatchObject({ listRows: 5, removesSheet: false, left: 0 });
    expect(rowsOf(book)).toEqual(texts([...OTHERS, ...TYPED]));
  });

  test("are also those that a dead execution has written into columns that had moved, unless somebody has typed there", () => {
    const tag = ["job1", checkOf("c1"), checkOf("e1")].join(".");
    const book = open(TYPED);
    book.insertColumns(1, 1, 1);
    const others = [
      ["c1", "typed", `${tag}:c1 e1`, "", ""],
      ["c1", "e1", `${tag}:c1 e1`, "", "mine"],
      ["", "", "", "", "", "c1", "e1", `${tag}:c1 e1`],
      ["", "c1", "e2", "job2:c1 e2", "", "c1", "e1", `${tag}:c1 e1`],
    ];
    sheetOf(book)?.rows.push(["c1", "e1", `${tag}:c1 e1`, "", ""], ...others);
    expect(takeOut(book, { do: "look" })).toMatchObject({ listRows: 1, othersCells: 1 });
    takeOut(book);
    expect(sheetOf(book)?.rows.slice(1 + TYPED.length)).toEqual(others);
  });

  test("are also such ones after somebody has deleted one of the columns", () => {
    const tag = ["job1", checkOf("c1"), checkOf("e1")].join(".");
    const book = open(TYPED);
    book.deleteColumns(1, 1, 1);
    book.insertColumns(1, 1, 1);
    sheetOf(book)?.rows.push(["e1", `${tag}:c1 e1`, "", ""]);
    expect(takeOut(book, { do: "look" })).toMatchObject({ listRows: 1 });
  });

  test("stay whole where somebody has written beside them, or go with that as chosen", () => {
    const noted: Row[] = ALL.map(([company, email, key, note]) => [company, email, key, company === "c4" ? "!" : note]);
    const book = open(noted);
    expect(takeOut(book, { do: "look" })).toMatchObject({ listRows: 4, othersCells: 1 });
    takeOut(book);
    expect(rowsOf(book)).toEqual(texts([...OTHERS, ...TYPED, ["c4", "e4", "job1:c4 e4", "!"]]));
    const other = open(noted);
    takeOut(other, { others: "remove" });
    expect(rowsOf(other)).toEqual(texts([...OTHERS, ...TYPED]));
  });

  test.each(Object.entries(ACTS))("are the job's own, and no others, when somebody %s at any moment", (_, act) => {
    const calm = open();
    takeOut(calm);
    for (let at = 1; at <= calm.calls.length + 1; at++) {
      const book = open();
      actingAt(book, at, act);
      const taken = takeOut(book);
      const isMoved = isRefused(taken) && taken.code === "UNDO_MOVED";
      const own = isMoved ? rowsOf(book).filter((row) => row.includes("job1:")) : [];
      expect({ at, rows: rowsOf(book) }).toEqual({ at, rows: [...texts([...OTHERS, ...TYPED]), ...own].sort() });
    }
  });

  test("leave what somebody types below or beside them at any moment", () => {
    for (const type of [
      (book: FakeBook) => sheetOf(book)?.rows.push(["late", "late", "", ""]),
      (book: FakeBook) => {
        const row = sheetOf(book)?.rows.find((cells) => cells.includes("c4"));
        if (row) row[3] = "late";
      },
    ]) {
      const calm = open();
      takeOut(calm);
      for (let at = 1; at <= calm.calls.length; at++) {
        const book = open();
        let isThere = false;
        // Once the rows are gone there is nothing to type beside.
        actingAt(book, at, () => {
          const before = rowsOf(book).length;
          type(book);
          isThere = rowsOf(book).length > before || rowsOf(book).some((row) => row.includes("late"));
        });
        takeOut(book);
        // Google deletes rows by number: whoever types between the last look and that call is not noticed.
        if (calm.calls[at - 1] === "deleteRows" || calm.calls[at - 1] === "readFormulas") continue;
        expect({ at, late: rowsOf(book).some((row) => row.includes("late")) }).toEqual({ at, late: isThere });
      }
    }
  });
});

describe("a sheet that was made for the list", () => {
  const how = { isLast: true };
  const list = { ...LIST, hasMadeSheet: true };

  test("goes as a whole when nothing of others stands in it, and when that is to go along", () => {
    const own = open(OWN, HEADER.slice(0, 3));
    expect(takeOut(own, how, list)).toMatchObject({ listRows: 5, removesSheet: true, othersCells: 0, left: 0 });
    expect(sheetOf(own)).toBeUndefined();
    const mixed = open([...OWN, ...TYPED]);
    expect(takeOut(mixed, { ...how, others: "remove" }, list)).toMatchObject({ removesSheet: true });
    expect(sheetOf(mixed)).toBeUndefined();
  });

  test("stays with the rows of another job, whatever is chosen", () => {
    const book = open();
    const told = { listRows: 5, removesSheet: false, otherJobsRows: 3 };
    expect(takeOut(book, { ...how, others: "remove" }, list)).toMatchObject(told);
    expect(rowsOf(book)).toEqual(texts([...OTHERS, ...TYPED]));
  });

  test("stays with what others have written, whose cells are counted", () => {
    const book = open([...OWN, ...TYPED]);
    expect(takeOut(book, { ...how, do: "look" }, list)).toMatchObject({ removesSheet: false, othersCells: 7 });
    expect(takeOut(book, how, list)).toMatchObject({ listRows: 5, removesSheet: false, left: 0 });
    expect(rowsOf(book)).toEqual(texts(TYPED));
    expect(sheetOf(book)?.isHidden).toBe(false);
  });

  test("stays with what somebody types at any moment before it is hidden", () => {
    const calm = open(OWN, HEADER.slice(0, 3));
    takeOut(calm, how, list);
    for (let at = 1; at <= calm.calls.length; at++) {
      const book = open(OWN, HEADER.slice(0, 3));
      let isTyped = false;
      actingAt(book, at, () => {
        const sheet = sheetOf(book);
        // Nobody types into a sheet that is hidden.
        if (!sheet || sheet.isHidden) return;
        isTyped = true;
        sheet.rows.push(["my own words", "", ""]);
      });
      takeOut(book, how, list);
      const isThere = rowsOf(book).some((row) => row.includes("my own words"));
      expect({ at, isThere, isHidden: sheetOf(book)?.isHidden ?? false }).toEqual({
        at,
        isThere: isTyped,
        isHidden: false,
      });
      expect(rowsOf(book).filter((row) => row.includes("job1:"))).toEqual([]);
    }
  });
});
