import { describe, expect, test } from "@jest/globals";
import { type BesideEntry, writeBeside } from "../../../src/lists/beside";
import { differences, type Rows, rowsFrom } from "../../../src/lists/rows";
import { settle } from "../../../src/lists/settle";
import { checkOf, writeAnsweredFor } from "../../../src/sheet/pinned-columns";
import {
  actingAt,
  atFirstWrite,
  drag,
  emailOf,
  entryOf,
  open,
  ROWS,
  rowsOf,
  SHAPE,
  WRITER,
  write,
  wrong,
} from "./beside-list";

describe("inputs that results were written over", () => {
  const all = (): BesideEntry[] => Array.from({ length: ROWS }, (_, i) => entryOf(emailOf(i + 2), [i + 2]));
  const deleted = emailOf(10);

  test("are given back to their own rows when a column is inserted and a row deleted in the same moment", () => {
    const calm = open();
    write(calm, all());
    for (let at = 1; at <= calm.book.calls.length; at++) {
      const world = open();
      actingAt(world, at, (book) => {
        book.insertColumns(1, 1, 1);
        book.sheets[0]?.rows.splice(9, 1);
      });
      write(world, all());
      expect({ at, wrong: wrong(world) }).toEqual({ at, wrong: [] });
      const emails = rowsOf(world).flatMap(({ Email }) => (Email ? [Email] : []));
      expect({ at, emails }).toEqual({ at, emails: all().flatMap(({ key }) => (key === deleted ? [] : [key])) });
    }
  });

  test("stand in a note where their own cell refuses them, and nothing of ours stays there", () => {
    const world = open();
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
      book.setRule(1, { row: 4, column: 3, rows: 1, columns: 1 }, (value) => value !== emailOf(4));
    });
    writeBeside(world, SHAPE, WRITER, all());
    expect(world.sheet.rows[3]?.[2]).toBe("");
    expect(world.sheet.notes.get("4:3")).toContain(emailOf(4));
    expect(rowsOf(world).filter(({ Email, status }) => Email !== "" && status !== `S ${Email}`)).toEqual([]);
  });

  test("stand in a note also where nothing else was hit, so that no other cell shows that Google writes", () => {
    const world = open();
    drag(world.book, "verified for", 3);
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
      book.setRule(1, { row: 4, column: 3, rows: 1, columns: 1 }, (value) => value !== emailOf(4));
    });
    writeBeside(world, SHAPE, { ...WRITER, isClaim: true }, [entryOf(emailOf(4), [4])]);
    expect(world.sheet.rows[3]?.[2]).toBe("");
    expect(world.sheet.notes.get("4:3")).toContain(emailOf(4));
  });

  test("keep nothing else from being written where somebody has protected their row just then", () => {
    const world = open();
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
      book.setRule(1, { row: 4, column: 1, rows: 1, columns: 12 }, () => false);
    });
    const outcome = writeBeside(world, SHAPE, WRITER, all());
    expect(outcome).toMatchObject({ leftKeys: [emailOf(4)] });
    const others = rowsOf(world).filter(({ Email }) => Email !== emailOf(4));
    expect(others.filter(({ Email, status }) => status !== `S ${Email}`)).toEqual([]);
  });

  test.each([1, 3, 12, 15, 30])("are given back also if Google fails %i times just then", (failures) => {
    for (const some of [all().slice(2, 3), all()]) {
      const world = open();
      let writes = 0;
      world.book.onCall = (name) => {
        if (name !== "write") return;
        if (++writes === 1) world.book.insertColumns(1, 1, 1);
        if (writes === 2) world.book.failingFlushes = failures;
      };
      write(world, some);
      expect([some.length, rowsOf(world).map(({ Email }) => Email)]).toEqual([
        some.length,
        all().map(({ key }) => key),
      ]);
    }
  });

  test("leave notes as they were where a row is protected, when somebody drags these to the hidden cells at any moment", () => {
    for (let at = 1, isOver = false; !isOver; at++) {
      const world = open((row) => ["S old", "T old", `job0.19000.1.2:${emailOf(row)}`]);
      let isMoved = false;
      world.book.setRule(1, { row: 4, column: 3, rows: 1, columns: 2 }, () => false);
      world.book.setRule(
        1,
        { row: 4, column: 5, rows: 1, columns: 1 },
        (value) => isMoved && !/^job1/.test(String(value)),
      );
      actingAt(world, at, (book) => {
        drag(book, "Note", 5);
        isMoved = true;
      });
      writeBeside(world, SHAPE, WRITER, all());
      isOver = !isMoved;
      const strange = rowsOf(world).filter(({ Email, Note }) => Note !== `Note of ${Email}`);
      expect({ at, strange }).toEqual({ at, strange: [] });
    }
  });

  test("are told as lost when their row was deleted", () => {
    const world = open();
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
      world.sheet.rows.splice(9, 1);
    });
    expect(writeBeside(world, SHAPE, WRITER, all())).toMatchObject({ leftKeys: [], lostKeys: [deleted] });
    expect(wrong(world)).toEqual([]);
  });

  test.each(["write", "flush"])("leave nothing behind when the last row of all goes at the %s", (at) => {
    const world = open();
    const last = world.sheet.rows.length - 1;
    world.book.onCall = (name) => {
      if (name === at) world.sheet.rows.splice(last, 1);
    };
    writeBeside(world, SHAPE, WRITER, all());
    expect([wrong(world), (world.sheet.rows[last] ?? []).join("")]).toEqual([[], ""]);
  });

  test("leave nothing behind when the last row of all goes and another one comes before the look", () => {
    const world = open();
    let isWritten = false;
    world.book.onCall = (name) => {
      if (name === "write") isWritten = Boolean(world.sheet.rows.pop());
      if (!isWritten || name === "write" || name === "flush") return;
      world.book.onCall = () => {};
      world.book.insertRows(1, 2, 1);
    };
    writeBeside(world, SHAPE, WRITER, all());
    expect(wrong(world)).toEqual([]);
  });

  test("are given back where they stood when the rows hold nothing else", () => {
    const world = open();
    for (const row of world.sheet.rows.slice(1)) {
      row[0] = "";
      row[5] = "";
    }
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
    });
    write(world, all());
    expect(rowsOf(world).map(({ Email }) => Email)).toEqual(all().map(({ key }) => key));
  });

  test("are left blank rather than put beside another's row when nothing tells the rows that moved", () => {
    const world = open();
    // A formula of the notes shows something else as soon as the results are there.
    atFirstWrite(world, (book) => {
      book.insertColumns(1, 1, 1);
      world.sheet.rows.splice(9, 1);
      for (const row of world.sheet.rows.slice(3, 18)) {
        row[1] = "renamed";
        row[6] = "shown anew";
      }
    });
    const some = all().slice(2, 17);
    const lostKeys = some.map(({ key }) => key);
    expect(writeBeside(world, SHAPE, WRITER, some)).toMatchObject({ leftKeys: [], lostKeys });
    const changed = rowsOf(world).filter(({ Note }) => Note === "shown anew");
    expect(changed.filter(({ Email, status }) => Email || status)).toEqual([]);
  });
});

test("results that another execution has put beside an equal input meanwhile stay there, as a row was inserted above", () => {
  const world = open();
  const twice = emailOf(12);
  (world.sheet.rows[18] as string[])[1] = twice;
  const answer = [`S ${twice}`, `T ${twice}`];
  atFirstWrite(world, (book) => {
    book.insertRows(1, 2, 1);
    const tag = writeAnsweredFor({ jobId: WRITER.jobId, day: WRITER.day, key: twice, checks: answer.map(checkOf) });
    world.sheet.rows[19]?.splice(2, 3, ...answer, tag);
  });
  write(world, [entryOf(twice, [12])]);
  const all = rowsOf(world).filter(({ Email }) => Email === twice);
  expect(all[1]).toMatchObject({ status: answer[0], type: answer[1] });
});

test("a formula that shows again what was put back beside it is left alone", () => {
  const rowsOf = (cells: string[]): Rows =>
    rowsFrom(
      2,
      ["a", "b"].map((row) => cells.map((cell) => cell + row)),
    );
  const [was, ought, now] = [
    ["9/", "1.2:"],
    ["9/", ""],
    ["1/", ""],
  ].map(([shown = "", input = ""], i) => rowsOf(["row ", shown, input, i === 0 ? "nothing " : "1/", "own "]));
  if (!was || !ought || !now) throw new Error("three states");
  const marks = [{ column: 3, value: "g1:in" }];
  const read = { was, ought, marks, size: 0, isSure: true, pinned: [], tagColumn: null };
  const meant = { ...read, written: differences({ was, ought }), unknownTag: () => "" };
  const then = { was: now, ought: settle(meant, { rows: now, marks }) };
  const formulas = rowsFrom(2, [
    ["", "=LEN(C2)"],
    ["", "=LEN(C3)"],
  ]);
  expect(differences({ ...then, formulas })).toEqual([]);
  // Nothing else tells that it is none of ours gone astray.
  expect(differences(then)).not.toEqual([]);
});
