import { describe, expect, test } from "@jest/globals";
import type { Clock } from "../../../src/google";
import type { ColumnsRequest, Intention, OwnColumn } from "../../../src/lists/columns-request";
import { guard } from "../../../src/lists/guard";
import { type NoColumns, planColumns } from "../../../src/lists/own-columns";
import { removalOf } from "../../../src/lists/take-out";
import type { Table } from "../../../src/sheet/table";
import { createFakeBook, type FakeBook } from "../support/fake-book";

const COLUMNS = [
  { mark: "g1=status", header: "status" },
  { mark: "g1=type", header: "type" },
  { mark: "g1:for", header: "verified for", isHidden: true },
];
const [STATUS, TYPE, HIDDEN] = COLUMNS as [OwnColumn, OwnColumn, OwnColumn];
const BESIDE: ColumnsRequest = {
  group: "g1",
  columns: [HIDDEN, STATUS, TYPE],
  place: { after: "g1:in" },
  headerRow: 1,
  intended: () => null,
  intend: () => {},
  remember: () => {},
};
const AT_END: ColumnsRequest = { ...BESIDE, columns: COLUMNS, place: "end" };

const ROWS = [
  ["Name", "Email", "Note", "Type", ""],
  ["Ann", "ann@acme.example", "first", "hot", ""],
  ["Bob", "bob@acme.example", "second", "cold", "far"],
];

interface World {
  book: FakeBook;
  clock: Clock;
  sheet: FakeBook["sheets"][number];
  table: Table;
  /** What an attempt that was not completed has left outside of the sheet. */
  intention: Intention | null;
  /** The marks that each attempt has remembered as made. */
  made: string[][];
  make(choices?: ColumnsRequest): NoColumns | null;
}

/** Makes columns without writing anything beside them. */
function makeColumns(world: Pick<World, "book" | "clock">, request: ColumnsRequest): NoColumns | null {
  const plan = planColumns(world, request);
  const failure = guard<NoColumns | "there">(world, {
    sheetId: 1,
    rows: plan.rows,
    gone: () => ({ why: "gone", words: "", columns: [] }),
    columns: (marks) => marks.filter(({ value }) => value.startsWith(request.group)).map(({ column }) => column),
    failed: plan.failed,
    plan(state, last) {
      return plan.next(state, last) ?? { done: "there", calls: plan.finish() };
    },
  });
  return plan.end(failure === "there" ? null : failure);
}

/** @param isTable the list is a Google table */
function open(isTable = false): World {
  const book = createFakeBook();
  book.keepsWritesBack = true;
  const sheet = book.add("Leads", ROWS);
  sheet.marks.push({ column: 2, value: "g1:in" });
  if (isTable) sheet.tables.push({ from: 1, to: 5, typed: new Set() });
  const table = book.table(1) as Table;
  book.calls.length = 0;
  const world: World = {
    ...{ book, clock: { nowMs: () => 0, sleep: () => {} }, sheet, table, intention: null, made: [] },
    make: (choices = BESIDE) =>
      makeColumns(world, {
        ...choices,
        intended: () => world.intention,
        intend(intention) {
          world.intention = intention;
        },
        remember(made) {
          choices.remember(made);
          world.made.push(made);
          world.intention = null;
        },
      }),
  };
  return world;
}

/** The cells of each named column, by the names; and the marks of named columns. */
function contents({ sheet }: World) {
  const header = sheet.rows[0] ?? [];
  return {
    cells: sheet.rows
      .slice(1)
      .map((row) =>
        Object.fromEntries(
          row.flatMap((cell, i) => (cell === "" || cell === undefined ? [] : [[header[i] || "none", cell]])),
        ),
      ),
    names: header.filter((name) => name !== "" && name !== undefined).sort(),
    marks: Object.fromEntries(sheet.marks.map(({ column, value }) => [value, header[column - 1]])),
    hidden: [...sheet.hidden].map((column) => header[column - 1]),
  };
}

const OWN = contents(open());
const BESIDE_DONE = {
  ...OWN,
  names: [...OWN.names, "status", "type", "verified for"].sort(),
  marks: { "g1:in": "Email", "g1=status": "status", "g1=type": "type", "g1:for": "verified for" },
  hidden: ["verified for"],
};
const END_DONE = {
  ...OWN,
  names: [...OWN.names, "status", "verified for"].sort(),
  marks: { "g1:in": "Email", "g1=status": "status", "g1=type": "Type", "g1:for": "verified for" },
  hidden: ["verified for"],
};
const PLACES = [
  ["beside the inputs", BESIDE, BESIDE_DONE],
  ["at the end", AT_END, END_DONE],
] as const;

const ACTS: Record<string, (book: FakeBook) => void> = {
  "inserts a column to the left": (book) => book.insertColumns(1, 1, 1),
  "inserts a column before the inputs": (book) => book.insertColumns(1, 2, 1),
  "inserts a column right after the inputs": (book) => book.insertColumns(1, 3, 1),
  "inserts two columns before the note": (book) => book.insertColumns(1, 4, 2),
  "inserts a column at the end": (book) => book.insertColumns(1, 6, 1),
};

describe.each(PLACES)("own columns %s", (place, choices, done) => {
  test("are made once, with their names and marks, and are hidden where they are to be", () => {
    const world = open();
    expect(world.make(choices)).toBeNull();
    expect(world.made).toEqual([
      place === "at the end" ? ["g1=status", "g1:for"] : BESIDE.columns.map(({ mark }) => mark),
    ]);
    expect(contents(world)).toEqual(done);
    const { length } = world.sheet.rows[0] ?? [];
    expect(world.make(choices)).toBeNull();
    expect(contents(world)).toEqual(done);
    expect(world.sheet.rows[0]).toHaveLength(length);
  });

  test("that cannot be remembered stay, and are remembered later as if for the first time", () => {
    const world = open();
    const remember = (): void => {
      throw new Error("Service invoked too many times for one day: properties.");
    };
    expect(() => world.make({ ...choices, remember })).toThrow("properties");
    expect(contents(world)).toEqual(done);
    expect(world.make(choices)).toBeNull();
    expect(world.made[0]).toHaveLength(place === "at the end" ? 2 : 3);
    expect(contents(world)).toEqual(done);
  });

  test.each(
    [false, true].flatMap((isTable) => Object.keys(ACTS).map((name) => [isTable ? "table" : "sheet", name] as const)),
  )("leave everything else alone in a %s when somebody %s at any moment", (kind, name) => {
    const calm = open(kind === "table");
    calm.make(choices);
    for (let at = 1; at <= calm.book.calls.length; at++) {
      const world = open(kind === "table");
      let seen = 0;
      world.book.onCall = () => {
        if (++seen === at) ACTS[name]?.(world.book);
      };
      const failure = world.make(choices);
      const { names, ...rest } = contents(world);
      const { names: wanted, ...restWanted } = done;
      const named = names.filter((each) => !/^Column \d$/.test(String(each)));
      expect({ at, failure, names: named, ...rest }).toEqual({ at, failure: null, names: wanted, ...restWanted });
    }
  });

  test.each([false, true])("are not made twice when the execution dies after any call (in a table: %s)", (isTable) => {
    const calm = open(isTable);
    calm.make(choices);
    for (let at = 1; at <= calm.book.calls.length; at++) {
      const world = open(isTable);
      let seen = 0;
      world.book.onCall = () => {
        if (++seen >= at) throw new Error("killed");
      };
      world.make(choices);
      world.book.onCall = () => {};
      world.book.calls.length = 0;
      expect({ at, failure: world.make(choices) }).toEqual({ at, failure: null });
      expect({ at, ...contents(world) }).toEqual({ at, ...done });
      expect(world.sheet.rows[0]).toHaveLength(calm.sheet.rows[0]?.length ?? 0);
    }
  });

  test("are made although Google fails some times in a row", () => {
    for (const failures of [1, 3]) {
      const world = open();
      world.book.failingFlushes = failures;
      expect(world.make(choices)).toBeNull();
      expect(contents(world)).toEqual(done);
    }
  });
});

test("own columns of a blank sheet are named once", () => {
  const book = createFakeBook();
  book.keepsWritesBack = true;
  const sheet = book.add("Companies", []);
  const clock = { nowMs: () => 0, sleep: () => {} };
  const made = makeColumns({ book, clock }, AT_END);
  expect(made).toBeNull();
  expect(sheet.rows).toEqual([["status", "verified for", "type"]]);
  expect(book.calls.filter((call) => call === "write")).toHaveLength(1);
});

/** Drags a column before another one, by their numbers at that time. */
function drag({ sheet }: World, from: number, before: number): void {
  const order = Array.from({ length: sheet.gridColumns }, (_, i) => i + 1).filter((each) => each !== from);
  order.splice(before - 1 - Number(from < before), 0, from);
  sheet.rows = sheet.rows.map((row) => order.map((each) => row[each - 1] ?? ""));
  const numberNow = (column: number): number => order.indexOf(column) + 1;
  for (const mark of sheet.marks) mark.column = numberNow(mark.column);
  sheet.hidden = new Set([...sheet.hidden].map(numberNow));
}

describe("columns inserted beside the inputs", () => {
  test.each([
    ["the note before the inputs", "Note", 1],
    ["the inputs among them", "Email", 5],
    ["the inputs behind them", "Email", 6],
    ["the names behind them", "Name", 6],
  ])("stand from left to right, and none is left blank, when somebody drags %s at any moment", (_, name, before) => {
    const widthOf = ({ sheet }: World): number =>
      Math.max(...sheet.rows.map((row) => row.reduce<number>((last, cell, i) => (cell === "" ? last : i + 1), 0)));
    const calm = open();
    calm.make();
    for (let at = 1; at <= calm.book.calls.length; at++) {
      const world = open();
      let seen = 0;
      world.book.onCall = () => {
        if (++seen === at) drag(world, (world.sheet.rows[0]?.indexOf(name) ?? 0) + 1, before);
      };
      expect({ at, failure: world.make() }).toEqual({ at, failure: null });
      const columns = BESIDE.columns.map(({ mark }) => world.sheet.marks.find(({ value }) => value === mark)?.column);
      expect({ at, columns, width: widthOf(world) }).toEqual({
        at,
        columns: [...columns].sort((a, b) => Number(a) - Number(b)),
        width: widthOf(calm),
      });
    }
  });

  test("are not the blank ones of somebody, where Google has failed before it inserted any", () => {
    const world = open();
    world.book.insertColumns(1, 3, 3);
    let failing = 1;
    world.book.onCall = (name) => {
      if (name === "insertColumnsAfter" && failing-- > 0) throw new Error("Service Spreadsheets failed");
    };
    world.make();
    const names = ["Name", "Email", "verified for", "status", "type", "", "", "", "Note", "Type", ""];
    expect(world.sheet.rows[0]).toEqual(names);
  });

  test("do not keep the rule of the column before them", () => {
    const world = open();
    world.book.setRule(1, { row: 1, column: 2, rows: 3, columns: 1 }, (value) => String(value).includes("@"));
    expect(world.make()).toBeNull();
    expect(contents(world)).toEqual(BESIDE_DONE);
    expect([...world.sheet.rules.keys()]).toEqual(["1:2", "2:2", "3:2"]);
  });

  test("leave nothing behind in a table that refuses them, whose words are told", () => {
    const world = open(true);
    world.sheet.tables[0]?.typed.add(2);
    expect(world.make()).toEqual({
      why: "refused",
      words: expect.stringContaining("typed columns"),
      columns: ["verified for", "status", "type"],
    });
    expect(contents(world)).toEqual(OWN);
    expect(world.sheet.rows[0]).toHaveLength(5);
    expect(world.sheet.marks).toEqual([{ column: 2, value: "g1:in" }]);
  });
});

/** Takes out all columns of ours. */
const takeOut = ({ book, table, clock }: World): true | null =>
  guard<true>(
    { book, clock },
    {
      sheetId: table.id,
      hasFormulas: true,
      gone: () => true,
      columns: (marks) => marks.map(({ column }) => column),
      plan: ({ marks }) =>
        removalOf(
          marks,
          COLUMNS.map(({ mark }) => mark),
        ) ?? { done: true },
    },
  );

describe("columns that are taken out", () => {
  test.each(Object.keys(ACTS))("are those, and no others, when somebody %s at any moment", (name) => {
    const made = open();
    made.make();
    made.book.calls.length = 0;
    takeOut(made);
    expect(contents(made)).toEqual(OWN);
    for (let at = 1; at <= made.book.calls.length; at++) {
      const world = open();
      world.make();
      let seen = 0;
      world.book.onCall = () => {
        if (++seen === at) ACTS[name]?.(world.book);
      };
      expect(takeOut(world)).toBe(true);
      expect({ at, ...contents(world) }).toEqual({ at, ...OWN });
    }
  });

  test("are those, and no others, when somebody deletes another column at any moment", () => {
    for (const [column, name, choices] of [
      [1, "Name", BESIDE],
      [6, "Note", BESIDE],
      // Nothing stands right of them.
      [1, "Name", { ...AT_END, columns: COLUMNS.filter(({ header }) => header !== "type") }],
    ] as const) {
      for (let at = 1; at <= 12; at++) {
        const world = open();
        world.make(choices);
        world.book.calls.length = 0;
        let seen = 0;
        world.book.onCall = () => {
          if (++seen === at) world.book.deleteColumns(1, column, 1);
        };
        takeOut(world);
        const { names, cells } = contents(world);
        // It stands elsewhere once ours have gone.
        if (at > world.book.calls.indexOf("deleteColumns") + 1 && names.includes(name)) continue;
        expect({ at, names }).toEqual({ at, names: OWN.names.filter((each) => each !== name) });
        expect(cells).toEqual(OWN.cells.map(({ [name]: _gone, ...row }) => row));
      }
    }
  });
});

test.each(["Status 2024", "Round 2", "Column 4"])(
  "'%s', typed above a column of ours, stays where a Table has named the hidden one",
  (typed) => {
    const world = open(true);
    expect(world.make()).toBeNull();
    const [header = []] = world.sheet.rows as unknown[][];
    header.splice(2, 2, "Column 3", typed);
    expect(world.make()).toBeNull();
    expect(header.slice(3, 5)).toEqual([typed, "type"]);
  },
);

test("a name that an attempt has left above somebody's column, where its mark had landed, goes from there", () => {
  const world = open();
  world.book.insertColumns(1, 3, 2);
  const [header = [], ...rows] = world.sheet.rows as unknown[][];
  [header[2], header[3]] = ["verified for", ""];
  for (const row of rows) row[2] = "own";
  const made = BESIDE.columns.map(({ mark }) => mark);
  world.intention = { gridColumns: 6, made };
  world.sheet.marks.push({ column: 3, value: "g1:for" });
  expect(world.make()).toBeNull();
  const column = world.sheet.rows[1]?.indexOf("own") ?? -1;
  expect(world.sheet.rows.map((row) => row[column] ?? "")).toEqual(["", "own", "own"]);
  expect(contents(world).marks).toEqual(BESIDE_DONE.marks);
});

test("names that an attempt has left in a row which somebody has inserted above the header go from there", () => {
  const world = open();
  world.book.insertColumns(1, 3, 3);
  world.sheet.rows.unshift(["", "", ...BESIDE.columns.map(({ header }) => header)]);
  const made = BESIDE.columns.map(({ mark }) => mark);
  for (const [i, value] of made.entries()) world.sheet.marks.push({ column: 3 + i, value });
  world.intention = { gridColumns: world.sheet.gridColumns - made.length, made };
  expect(world.make({ ...BESIDE, headerRow: 2 })).toBeNull();
  const [above = [], header] = world.sheet.rows;
  expect(header).toEqual(["Name", "Email", "verified for", "status", "type", "Note", "Type", ""]);
  expect(above.filter((cell) => cell !== "")).toEqual([]);
});

test("names that stand one column off are there once, although the execution dies while they are put right", () => {
  const isOver = (at: number): boolean => {
    const world = open();
    // Of four blank columns ours are those from the first one on.
    world.book.insertColumns(1, 3, 4);
    const made = BESIDE.columns.map(({ mark }) => mark);
    for (const [i, { mark, header }] of BESIDE.columns.entries()) {
      world.sheet.marks.push({ column: 4 + i, value: mark });
      (world.sheet.rows[0] as unknown[])[3 + i] = header;
    }
    world.intention = { gridColumns: world.sheet.gridColumns - made.length, made };
    let seen = 0;
    world.book.onCall = () => {
      if (++seen >= at) throw new Error("killed");
    };
    world.make();
    world.book.onCall = () => {};
    // What was not sent is lost.
    world.book.failingFlushes = 1;
    expect(world.make()).toBeNull();
    const { names, marks } = contents(world);
    expect({ at, names, marks }).toEqual({ at, names: BESIDE_DONE.names, marks: BESIDE_DONE.marks });
    return seen < at;
  };
  let at = 1;
  while (!isOver(at)) at++;
});

test("a column of ours that has got the name of the next one, left of all marks, is found again", () => {
  const world = open();
  // Of four blank columns the last one is somebody's.
  world.book.insertColumns(1, 3, 4);
  const made = BESIDE.columns.map(({ mark }) => mark);
  for (const [i, { mark, header }] of BESIDE.columns.entries()) {
    world.sheet.marks.push({ column: 4 + i, value: mark });
    (world.sheet.rows[0] as unknown[])[i === 2 ? 5 : 2 + i] = header;
  }
  world.intention = { gridColumns: world.sheet.gridColumns - made.length, made };
  expect(world.make()).toBeNull();
  const names = ["Name", "Email", "verified for", "status", "type", "", "Note", "Type", ""];
  expect(world.sheet.rows[0]).toEqual(names);
  expect(contents(world).marks).toEqual(BESIDE_DONE.marks);
});

test("a new mark that has landed on a column of ours leaves it, and the one that was there stays", () => {
  const world = open();
  world.make({ ...BESIDE, columns: [HIDDEN, STATUS] });
  const columnOf = (mark: string): number => world.sheet.marks.find(({ value }) => value === mark)?.column ?? 0;
  const status = columnOf("g1=status");
  const [header = [], first = []] = world.sheet.rows as unknown[][];
  [header[status - 1], first[status - 1]] = ["type", "VALID"];
  world.intention = { gridColumns: 7, made: ["g1=type"] };
  world.sheet.marks.push({ column: status, value: "g1=type" });
  expect(world.make()).toBeNull();
  expect(world.sheet.rows[1]?.[columnOf("g1=status") - 1]).toBe("VALID");
  expect(columnOf("g1=type")).not.toBe(columnOf("g1=status"));
});
