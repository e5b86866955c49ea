import { beforeEach, describe, expect, test } from "@jest/globals";
import { removeEmails } from "../../../../src/runs/find/emails-sheet";
import { addRun, type RunRecord } from "../../../../src/runs/run-record";
import { searchColumns } from "../../../../src/sheet/search-columns";
import { createEmailWorld, type EmailWorld, emailsOf } from "./email-world";

let world: EmailWorld;
beforeEach(() => {
  world = createEmailWorld();
});

describe("the sheet of found emails", () => {
  test("is made with a frozen header, from which a verification takes what it knows, and a hidden column", () => {
    const place = world.prepare();
    expect(place).toMatchObject({ hasMadeSheet: true });
    const [header = []] = world.sheet().rows;
    expect(header).toEqual([
      ...["company", "email", "email_type", "first_name", "last_name", "email_anon_id", "verification.status"],
      ...["verification.last_verified_at", "company_enrichment.size", "found by"],
    ]);
    expect(searchColumns(header)).toEqual({ anonId: 6, foundStatus: 7 });
    expect(world.sheet().isFrozen).toBe(true);
    expect([...world.sheet().hidden]).toEqual([10]);
  });

  test("is known again when the start that made it was interrupted anywhere", () => {
    world.prepare();
    const all = world.book.calls.length;
    for (let killed = 1; killed <= all; killed++) {
      world.book.sheets = [];
      world.book.calls = [];
      world.book.onCall = () => {
        if (world.book.calls.length >= killed) throw new Error("killed");
      };
      expect(() => world.prepare({ kind: "new", sheetName: "Found" })).toThrow();
      world.book.onCall = () => {};
      const place = world.prepare({ kind: "new", sheetName: "Found" });
      expect(world.book.sheets.map(({ name }) => name)).toEqual(["Found"]);
      expect(world.sheet("Found").rows[0]).toHaveLength(10);
      expect(world.createRun(place).append([emailsOf("acme.example", ["ann"])]).written).toBe(1);
    }
  });

  test("is another one when a run has the one of that name, though nothing stands in it yet", () => {
    const { sheetId } = world.prepare();
    addRun(world.parts.store, { id: "run1", find: { sheetId } } as RunRecord);
    world.prepare();
    expect(world.book.sheets.map(({ name }) => name)).toEqual(["Emails", "Emails 2"]);
  });

  test("uses the headers that are there, of any spelling, and adds what is missing on the right", () => {
    const { id } = world.book.add("Mine", [["My note", "E-Mail", "Email", "COMPANY", "Verification Status"]]);
    const place = world.prepare({ kind: "append", sheetId: id });
    expect(place.hasMadeSheet).toBe(false);
    world.createRun(place).append([emailsOf("acme.example", ["ann"])]);
    expect(world.sheet("Mine").rows[0]?.slice(5)).toEqual([
      ...["email_type", "first_name", "last_name", "email_anon_id", "verification.last_verified_at"],
      ...["company_enrichment.size", "found by"],
    ]);
    expect(world.sheet("Mine").rows[1]?.slice(2, 5)).toEqual(["ann@acme.example", "acme.example", "VALID"]);
  });
});

describe("undoing", () => {
  test("takes out the rows of its run wherever they are, and the sheet when nothing else stands in it", () => {
    const place = world.prepare();
    const [first, second] = [world.createRun(place, "run1"), world.createRun(place, "run2")];
    first.append([emailsOf("a.example", ["ann", "bob"])], true);
    second.append([emailsOf("b.example", ["cid"])], true);
    first.append([emailsOf("c.example", ["dot"])], true);
    expect(removeEmails(world.parts, first.run, false)).toEqual({ rows: 3, isWholeSheet: false, left: 3 });
    expect(removeEmails(world.parts, first.run, true)).toEqual({ rows: 3, isWholeSheet: false, left: 0 });
    expect(world.column("email")).toEqual(["cid@b.example"]);
    expect(removeEmails(world.parts, second.run, true)).toEqual({ rows: 1, isWholeSheet: true, left: 0 });
    expect(world.book.sheets).toEqual([]);
  });

  test("leaves a sheet to which somebody has added a column of their own", () => {
    const place = world.prepare();
    const run = world.createRun(place);
    run.append([emailsOf("a.example", ["ann"])]);
    world.sheet().rows[0]?.push("=COUNTA(B:B)");
    expect(removeEmails(world.parts, run.run, true)).toEqual({ rows: 1, isWholeSheet: false, left: 0 });
    expect(world.sheet().rows).toHaveLength(1);
  });

  test("of rows that are scattered wide stops before Google ends it, and is gone on with", () => {
    const place = world.prepare();
    const [own, other] = [world.createRun(place, "run1"), world.createRun(place, "run2")];
    for (let i = 0; i < 5; i++) {
      own.append([emailsOf(`own${i}.example`, ["ann"])], true);
      other.append([emailsOf(`other${i}.example`, ["bob"])], true);
    }
    world.book.onCall = (name) => {
      if (name === "deleteRows") world.passMs(100_000);
    };
    expect(removeEmails(world.parts, own.run, true)).toEqual({ rows: 5, isWholeSheet: false, left: 2 });
    expect(removeEmails(world.parts, own.run, true)).toEqual({ rows: 2, isWholeSheet: false, left: 0 });
    expect(world.column("email")).toEqual([0, 1, 2, 3, 4].map((i) => `bob@other${i}.example`));
  });
});
