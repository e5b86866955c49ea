import { describe, expect, test } from "@jest/globals";
import { type BesideEntry, writeBeside } from "../../../src/lists/beside";
import { isRefused } from "../../../src/result";
import { checkOf } from "../../../src/sheet/pinned-columns";
import type { CellValue } from "../../../src/sheet/table";
import type { FakeBook } from "../support/fake-book";
import { undoVerification } from "../support/undo-verification";
import {
  ACTS,
  actingAt,
  atFirstWrite,
  drag,
  emailOf,
  entries,
  entryOf,
  open,
  passAgain,
  ROWS,
  rowsOf,
  SHAPE,
  SOME,
  WRITER,
  write,
  wrong,
} from "./beside-list";

describe("results written beside their inputs", () => {
  test("stand beside them in seven calls or fewer for each of the three readings, and are not written twice", () => {
    const world = open();
    write(world, entries());
    expect(wrong(world)).toEqual([]);
    expect(rowsOf(world).filter(({ status }) => status)).toHaveLength(SOME.length);
    expect(world.book.calls.length).toBeLessThanOrEqual(21);
    const writes = world.book.calls.filter((name) => name === "write").length;
    write(world, entries());
    expect(world.book.calls.filter((name) => name === "write")).toHaveLength(writes);
  });

  test("are told as lost when their input stands nowhere any more, and found wherever it went", () => {
    const world = open();
    ACTS["turns the rows around"]?.(world.book);
    const gone = entryOf("nobody@acme.example", [7]);
    const outcome = writeBeside(world, SHAPE, WRITER, [...entries(), gone]);
    expect(outcome).toMatchObject({ leftKeys: [], lostKeys: [gone.key], writtenRows: SOME.length });
    expect(wrong(world)).toEqual([]);
  });

  test.each(Object.entries(ACTS))("are nobody else's when somebody %s at any moment", (_, act) => {
    const calm = open();
    write(calm, entries());
    for (let at = 1; at <= calm.book.calls.length + 1; at++) {
      const world = open();
      actingAt(world, at, act);
      write(world, entries());
      expect({ at, wrong: wrong(world) }).toEqual({ at, wrong: [] });
      passAgain(world);
      expect({ at, wrong: wrong(world) }).toEqual({ at, wrong: [] });
      const open_ = rowsOf(world).filter(({ Email, status }) => Email && !status);
      expect({ at, open: open_.map(({ Email }) => Email) }).toEqual({ at, open: [] });
    }
  });

  test("are nobody else's when a column is inserted as they are written, and another as that is put right", () => {
    const calm = open();
    write(calm, entries());
    const wrongs: unknown[] = [];
    for (let at = 1; at <= calm.book.calls.length; at++) {
      for (let later = at + 1; later <= at + 60; later += 3) {
        const world = open();
        let seen = 0;
        world.book.onCall = () => {
          if (++seen === at || seen === later) world.book.insertColumns(1, 1, 1);
        };
        write(world, entries());
        if (wrong(world).length > 0) wrongs.push({ at, later });
      }
    }
    expect(wrongs).toEqual([]);
  });

  test("leave a column that somebody drags among them from afar as it was, at any moment", () => {
    for (let at = 1; at <= 18; at++) {
      const world = open();
      const far = world.sheet.rows.map((_, i) => (i === 0 ? "Far" : `Far of ${emailOf(i + 1)}`));
      for (const [i, row] of world.sheet.rows.entries()) row.push("", "", far[i] ?? "");
      actingAt(world, at, (book) => drag(book, "Far", 4));
      write(world, entries());
      expect({ at, far: rowsOf(world).map(({ Far }) => Far) }).toEqual({ at, far: far.slice(1) });
      expect({ at, wrong: wrong(world) }).toEqual({ at, wrong: [] });
    }
  });

  test("are nobody else's when a column and a row move in the same moment", () => {
    for (let at = 1; at <= 18; at++) {
      const world = open();
      actingAt(world, at, (book) => {
        book.insertColumns(1, 4, 1);
        book.sheets[0]?.rows.splice(9, 1);
      });
      write(world, entries());
      expect({ at, wrong: wrong(world) }).toEqual({ at, wrong: [] });
    }
  });
});

test("results that a column dragged to their place refuses are beside their inputs, and in no note", () => {
  const world = open(() => ["", "no", ""]);
  const { sheet } = world;
  sheet.marks = sheet.marks.filter(({ value }) => value !== "g1=type");
  atFirstWrite(world, (book) => {
    drag(book, "type", 3);
    book.setRule(1, { row: 2, column: 3, rows: ROWS, columns: 1 }, (value) => value === "no");
  });
  const some = entries().map((entry) => ({ ...entry, cells: entry.cells.slice(0, 1) }));
  expect(writeBeside(world, { ...SHAPE, fields: ["status"] }, WRITER, some)).toMatchObject({ leftKeys: [] });
  const written = rowsOf(world).filter(({ Email, status, type }) => status === `S ${Email}` && type === "no");
  expect([written.length, [...sheet.notes]]).toEqual([SOME.length, []]);
});

test("results that are refused stand in notes, though another job pins its column as they are tried", () => {
  const world = open();
  const { sheet } = world;
  const type = sheet.rows[0]?.indexOf("type") ?? 0;
  atFirstWrite(world, (book) => {
    book.setRule(1, { row: 2, column: type + 1, rows: ROWS, columns: 1 }, (value) => value === "");
    sheet.marks.push({ column: 1, value: "g9:in" });
  });
  write(world, entries());
  expect(sheet.notes.size).toBe(SOME.length);
});

test("results that repeat their inputs leave them when somebody inserts a column at any moment", () => {
  for (let at = 1; at <= 18; at++) {
    const world = open((row) => [`job0.19999:${emailOf(row)}`, "before", emailOf(row)]);
    const names = ["verified for", "status", "type"];
    world.sheet.rows[0]?.splice(2, 3, ...names);
    const places = ["g1:in", "g1:for", "g1=status", "g1=type"];
    for (const mark of world.sheet.marks) mark.column = 2 + places.indexOf(mark.value);
    actingAt(world, at, (book) => book.insertColumns(1, 2, 1));
    const all = rowsOf(world).map(({ Email = "" }, i) => entryOf(Email, [i + 2]));
    write(
      world,
      all.map((entry) => ({ ...entry, cells: ["now", entry.key] })),
    );
    const wrong = rowsOf(world).filter(({ Name, Email, status, type }) => {
      return Name !== `Name of ${Email}` || status !== "now" || type !== Email;
    });
    expect({ at, wrong }).toEqual({ at, wrong: [] });
  }
});

test.each([
  ["", "job1?"],
  ["abc123?", "abc123?"],
])(
  "results that an execution left beside another's input are taken out behind '%s', and a typed cell stays",
  (claim, stays) => {
    const left = `${claim}job1.20000.${checkOf("left")}.${checkOf("behind")}:${emailOf(5)}`;
    const world = open((row) => (row === 6 ? ["left", "typed", left] : ["", "", ""]));
    write(world, [entryOf(emailOf(5), [5])]);
    const [own, other] = rowsOf(world).slice(3, 5);
    expect(own).toMatchObject({ Email: emailOf(5), status: `S ${emailOf(5)}` });
    expect(other).toMatchObject({ Email: emailOf(6), status: "", type: "typed", "verified for": stays });
  },
);

test("results are looked at as soon as Google shows them, wherever rows have gone meanwhile", () => {
  const world = open();
  let failing = 8;
  let isWritten = false;
  world.book.onCall = (name) => {
    // The flush after it goes through.
    if (isWritten && name !== "write" && world.book.calls[world.book.calls.length - 2] !== "write" && failing-- > 0)
      throw new Error("Service Spreadsheets timed out");
    if (name !== "write" || isWritten) return;
    isWritten = true;
    world.book.insertRows(1, 4, 1);
  };
  expect(writeBeside(world, SHAPE, WRITER, entries())).toMatchObject({ leftKeys: [], lostKeys: [] });
  expect(wrong(world)).toEqual([]);
});

test("results that Google sends only after it has failed for long are given to their own rows", () => {
  const world = open();
  let failing = 20;
  world.book.onCall = (name) => {
    const isSending = name === "flush" || name === "read";
    if (!isSending || !world.book.calls.includes("write") || failing-- <= 0) return;
    if (failing === 5) world.book.insertRows(1, 4, 1);
    throw new Error("Service Spreadsheets timed out");
  };
  write(world, entries());
  expect(wrong(world)).toEqual([]);
  expect(rowsOf(world).filter(({ status }) => status)).toHaveLength(SOME.length);
});

test.each([10, 12])(
  "no result and no choices stays in blank row 13 when row %i goes in one moment and columns come in another",
  (gone) => {
    for (let at = 1; at <= 18; at++) {
      for (let later = at + 1; later <= at + 6; later++) {
        const world = open();
        world.sheet.rows[12]?.fill("");
        let seen = 0;
        world.book.onCall = () => {
          seen++;
          if (seen === at) world.sheet.rows.splice(gone - 1, 1);
          if (seen === later) world.book.insertColumns(1, 4, 2);
        };
        write(world, entries());
        const blank = rowsOf(world).filter(({ Email }) => Email === "");
        expect({ at, later, texts: blank.flatMap(Object.values).join("") }).toEqual({ at, later, texts: "" });
        expect({ at, later, wrong: wrong(world) }).toEqual({ at, later, wrong: [] });
      }
    }
  },
);

describe("results that are alike", () => {
  test("are all there when somebody inserts a row or sorts at any moment, even twice", () => {
    const alike = (): BesideEntry[] => entries().map((entry) => ({ ...entry, cells: [entry.cells[0] ?? "", "same"] }));
    for (let at = 1; at <= 18; at++) {
      for (const later of [0, 2, 3, 4, 6, 9]) {
        const world = open();
        let seen = 0;
        world.book.onCall = () => {
          if (++seen === at) world.book.insertRows(1, 4, 1);
          if (seen === at + later && later > 0) ACTS["turns the rows around"]?.(world.book);
        };
        write(world, alike());
        const types = rowsOf(world).flatMap(({ status, type = "" }) => (status ? [type] : []));
        expect({ at, later, types }).toEqual({ at, later, types: SOME.map(() => "same") });
      }
    }
  });

  test("leave statuses of another list beside them as they were when somebody sorts at any moment", () => {
    const other = (row: number): string => (row % 2 === 0 ? "same" : "other");
    for (let at = 1; at <= 18; at++) {
      const world = open();
      world.sheet.marks.push({ column: 6, value: "g2=status" });
      // Each address stands twice, beside another status of the other list.
      world.sheet.rows.forEach((row, i) => {
        if (i > 0) row.splice(0, 6, `Name ${i}`, emailOf(i % 15), "", "", "", other(i));
      });
      actingAt(world, at, ACTS["turns the rows around"] as (book: FakeBook) => void);
      const keys = Array.from({ length: 15 }, (_, i) => ({
        key: emailOf(i),
        rows: i > 0 ? [i + 1, i + 16] : [16, 31],
      }));
      write(
        world,
        keys.map((each) => ({ ...each, cells: ["same", "same"] })),
      );
      const changed = rowsOf(world).filter(({ Name = "", Note }) => Note !== other(Number(Name.slice(5))));
      expect({ at, changed }).toEqual({ at, changed: [] });
    }
  });
});

describe("results that are cleared", () => {
  const results = (row: number): CellValue[] => {
    const email = emailOf(row);
    return [`S ${email}`, `T ${email}`, `${row % 3 === 0 ? "job1" : "job2"}.20000:${email}`];
  };

  test.each(Object.entries(ACTS).filter(([name]) => name !== "types another email"))(
    "are those of the job, and no others, when somebody %s at any moment",
    (_, act) => {
      const calm = open(results);
      undoVerification(calm.book, SHAPE);
      for (let at = 1; at <= calm.book.calls.length + 1; at++) {
        const world = open(results);
        actingAt(world, at, act);
        for (let times = 1; times <= 3; times++) {
          const cleared = undoVerification(world.book, SHAPE);
          if (isRefused(cleared)) throw new Error(cleared.message);
        }
        const left = rowsOf(world).filter(({ status }) => status);
        const others = rowsOf(world).filter(({ Email = "" }) => Email && Number(/\d+/.exec(Email)?.[0]) % 3 !== 0);
        expect({ at, wrong: wrong(world), left }).toEqual({ at, wrong: [], left: others });
      }
    },
  );

  test("are those of the job also where a column that is soon gone again has kept one from being cleared", () => {
    for (let later = 1; later <= 20; later++) {
      const world = open(results);
      drag(world.book, "verified for", 3);
      let sinceWrite = 0;
      world.book.onCall = (name) => {
        if (name !== "write" && sinceWrite === 0) return;
        if (sinceWrite === 0) world.book.insertColumns(1, 5, 1);
        if (sinceWrite++ === later) world.book.deleteColumns(1, 5, 1);
      };
      for (let times = 1; times <= 3; times++) undoVerification(world.book, SHAPE);
      const left = rowsOf(world).filter(({ Email = "", status, type }) =>
        Number(/\d+/.exec(Email)?.[0]) % 3 === 0 ? status || type : status !== `S ${Email}` || type !== `T ${Email}`,
      );
      expect({ later, left }).toEqual({ later, left: [] });
    }
  });

  test.each([1, 30])(
    "give back inputs that were cleared in their place, also if Google fails %i times just then",
    (failures) => {
      const world = open(results);
      const emails = rowsOf(world).map(({ Email }) => Email);
      let writes = 0;
      world.book.onCall = (name) => {
        if (name !== "write") return;
        if (++writes === 1) world.book.insertColumns(1, 1, 1);
        // One write clears the job's rows, each of which stands alone.
        if (writes === ROWS / 3 + 1) world.book.failingFlushes = failures;
      };
      undoVerification(world.book, SHAPE);
      expect(rowsOf(world).map(({ Email }) => Email)).toEqual(emails);
    },
  );

  test("leave an input that stands twice when somebody inserts a column at any moment", () => {
    for (let at = 1; at <= 14; at++) {
      const world = open((row) => (row === 9 ? results(row) : ["", "", ""]));
      for (const row of [3, 9]) world.sheet.rows[row - 1]?.splice(1, 1, "twice@acme.example");
      actingAt(world, at, (book) => book.insertColumns(1, 1, 1));
      undoVerification(world.book, SHAPE);
      const twice = rowsOf(world).filter(({ Email }) => Email === "twice@acme.example");
      expect({ at, twice: twice.length }).toEqual({ at, twice: 2 });
    }
  });

  test("leave everybody's cells when a column is inserted in one moment and dragged in another @slow", () => {
    const calls = 20;
    for (let at = 1; at <= calls; at++) {
      for (let later = at + 1; later <= at + 6; later++) {
        for (const to of [3, 6]) {
          const world = open(results);
          let seen = 0;
          world.book.onCall = () => {
            if (++seen === at) world.book.insertColumns(1, 1, 1);
            if (seen === later) drag(world.book, "", to);
          };
          for (let times = 1; times <= 3; times++) undoVerification(world.book, SHAPE);
          expect({ at, later, to, wrong: wrong(world) }).toEqual({ at, later, to, wrong: [] });
        }
      }
    }
  });
});

describe("what was pasted into a hidden cell", () => {
  /** Writes two rows, one of which holds it, while this many notes are refused. */
  function writeOver(refusals: number) {
    const world = open((row) => ["", "", row === 2 ? "555-9999" : ""]);
    let left = refusals;
    world.book.onCall = (name) => {
      if (name === "addToNotes" && left-- > 0) throw new Error("protected");
    };
    const entries = [2, 3].map((row) => entryOf(emailOf(row), [row]));
    return { world, outcome: writeBeside(world, SHAPE, WRITER, entries) };
  }

  test.each([
    [0, "2:2"],
    [1, "2:3"],
  ])("stands in a note when %i cells refuse it", (refusals, noted) => {
    const { world } = writeOver(refusals);
    expect([...world.sheet.notes]).toEqual([[noted, "Sheetscout's hidden column held “555-9999” here."]]);
    expect(rowsOf(world)[0]).toMatchObject({ status: `S ${emailOf(2)}` });
  });

  test("is none of somebody's where a Table has named all columns of the results in that row", () => {
    const world = open((row) => (row === 2 ? ["Column 2", "Column 3", "Column 1"] : ["", "", ""]));
    writeBeside(world, SHAPE, WRITER, [entryOf(emailOf(2), [2])]);
    expect(world.sheet.notes.size).toBe(0);
    expect(rowsOf(world)[0]).toMatchObject({ status: `S ${emailOf(2)}` });
  });

  test("stays where all cells refuse it, and only its row is left", () => {
    const { world, outcome } = writeOver(99);
    expect(outcome).toMatchObject({ leftKeys: [emailOf(2)], writtenKeys: [emailOf(3)], words: "protected" });
    expect(rowsOf(world)[0]).toMatchObject({ status: "", "verified for": "555-9999" });
  });
});
