import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  appendEmails,
  type CompanyEmails,
  NOTHING_APPENDED,
  removeEmails,
} from "../../../../src/runs/find/emails-sheet";
import type { CellValue } from "../../../../src/sheet/table";
import { createEmailWorld, type EmailWorld, emailsOf } from "./email-world";

let world: EmailWorld;
beforeEach(() => {
  world = createEmailWorld();
});

describe("found emails", () => {
  test("are written below each other, dates as dates and everything else as harmless text", () => {
    const run = world.createRun(world.prepare());
    const evil: CompanyEmails = {
      company: "evil.example",
      rows: [
        {
          email: "=cmd@evil.example",
          cells: ["evil.example", "=cmd@evil.example", "+1", "-2", "TRUE", "007", "=A1", "", "1/2"],
        },
      ],
    };
    const written: CellValue[][] = [];
    const pinned = world.book.pinnedTable;
    world.book.pinnedTable = (id) => {
      const found = pinned(id);
      return (
        found && {
          ...found,
          table: {
            ...found.table,
            write(block, values) {
              written.push(...values);
              found.table.write(block, values);
            },
          },
        }
      );
    };
    expect(run.append([emailsOf("acme.example", ["ann", "bob"]), evil])).toMatchObject({ written: 3, alreadyThere: 0 });
    expect(written[0]?.slice(1, 9)).toEqual([
      ...["ann@acme.example", "professional", "ann", "", "id-ann", "VALID", "2026-05-01 10:20:30", "'11-50"],
    ]);
    expect(written[2]?.slice(1, 9)).toEqual(["'=cmd@evil.example", "'+1", "'-2", "'TRUE", "'007", "'=A1", "", "'1/2"]);
    expect(world.column("email")).toEqual(["ann@acme.example", "bob@acme.example", "=cmd@evil.example"]);
  });

  test("take 5 calls of the sheet, whatever stands in it already", () => {
    const run = world.createRun(world.prepare());
    for (let i = 0; i < 30; i++) {
      world.book.calls = [];
      run.append([emailsOf(`c${i}.example`, ["ann", "bob"]), emailsOf(`d${i}.example`, ["cid"])]);
      if (i > 0) expect(world.book.calls).toEqual(["pinnedTable", "read", "write", "flush", "read"]);
    }
    expect(world.column("email")).toHaveLength(90);
  });

  test("of a company that stands there are only written when they are new, whoever has found or typed them", () => {
    const { id } = world.book.add("Mine", [
      ["Company", "Email"],
      ["https://www.Acme.example/about", "Ann@ACME.example"],
      ["Bolt  Ltd", "bea@bolt.example"],
      ["other.example", "cid@acme.example"],
    ]);
    const place = world.prepare({ kind: "append", sheetId: id });
    const first = world
      .createRun(place)
      .append([emailsOf("acme.example", ["ann", "cid"]), emailsOf("bolt ltd", ["bea", "dot"], "bolt.example")], true);
    expect(first).toMatchObject({ written: 2, alreadyThere: 2 });
    const again = world.createRun(place, "run2").append([emailsOf("Bolt Ltd", ["dot", "eve"], "bolt.example")], true);
    expect(again).toMatchObject({ written: 1, alreadyThere: 1 });
    expect(world.column("Email", "Mine").slice(3)).toEqual([
      "cid@acme.example",
      "dot@bolt.example",
      "eve@bolt.example",
    ]);
  });

  test("of one company asked by two names, or twice in one write, stand there once", () => {
    const run = world.createRun(world.prepare());
    const byName = emailsOf("Acme Inc", ["ann", "bob"], "acme.example");
    expect(run.append([emailsOf("acme.example", ["ann"]), byName])).toMatchObject({ written: 2, alreadyThere: 1 });
    expect(run.append([byName])).toMatchObject({ written: 0, alreadyThere: 2 });
  });

  test("are not written again after an execution that died with its state, or an evicted cache", () => {
    const run = world.createRun(world.prepare());
    run.append([emailsOf("a.example", ["ann"])]);
    run.appendAndDie([emailsOf("b.example", ["bob"])]);
    expect(run.append([emailsOf("b.example", ["bob", "bea"])])).toMatchObject({ written: 1, alreadyThere: 1 });
    world.cache.entries.clear();
    expect(run.append([emailsOf("a.example", ["ann"]), emailsOf("c.example", ["cid"])])).toMatchObject({
      written: 1,
      alreadyThere: 1,
    });
    expect(world.column("email")).toEqual(["ann@a.example", "bob@b.example", "bea@b.example", "cid@c.example"]);
  });

  test("come to stand below the rest when somebody inserts rows or columns at any moment", () => {
    const acts = [
      (id: number) => world.book.insertRows(id, 2, 3),
      (id: number) => world.book.insertColumns(id, 2, 1),
      (id: number) => world.book.insertColumns(id, 1, 2),
    ];
    for (const act of acts) {
      for (let at = 1; at <= 4; at++) {
        world.book.sheets = [];
        const place = world.prepare({ kind: "new", sheetName: `At ${at}` });
        const run = world.createRun(place);
        run.append([emailsOf("a.example", ["ann", "bob"])], true);
        world.book.calls = [];
        world.book.onCall = () => {
          if (world.book.calls.length !== at) return;
          world.book.onCall = () => {};
          act(place.sheetId);
        };
        expect(run.append([emailsOf("b.example", ["cid", "dot"])])).toMatchObject({ written: 2 });
        const emails = world.column("email", `At ${at}`).filter((email) => email !== "");
        expect(emails.sort()).toEqual(["ann@a.example", "bob@a.example", "cid@b.example", "dot@b.example"]);
        expect(world.column("company", `At ${at}`).filter((name) => name !== "")).toHaveLength(4);
      }
    }
  });

  test("are refused when their sheet or its hidden column is gone", () => {
    const place = world.prepare();
    const { run } = world.createRun(place);
    const one = [emailsOf("a.example", ["ann"])];
    world.sheet().marks = world.sheet().marks.filter(({ value }) => value.includes("~"));
    expect(appendEmails(world.parts, run, one, NOTHING_APPENDED, true)).toMatchObject({ code: "COLUMN_GONE" });
    world.book.deleteSheet(place.sheetId);
    expect(appendEmails(world.parts, run, one, NOTHING_APPENDED, true)).toMatchObject({ code: "SHEET_GONE" });
    expect(removeEmails(world.parts, run, true)).toEqual({ rows: 0, isWholeSheet: false, left: 0 });
  });
});
