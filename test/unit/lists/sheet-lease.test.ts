import { beforeEach, describe, expect, test } from "@jest/globals";
import { type AppendList, appendRows, type ListType } from "../../../src/lists/append";
import { withSheetLease } from "../../../src/lists/sheet-lease";
import { isRefused } from "../../../src/result";
import type { OpenSpreadsheet } from "../../../src/sheet/table";
import { createFakeBook, type FakeBook } from "../support/fake-book";
import { createFakeCache } from "../support/fake-cache";
import { createFakeClock, type FakeClock } from "../support/fake-clock";

const TYPE: ListType = {
  tagMark: "=emails",
  tagHeader: "found by",
  sheetName: "Emails",
  fits: () => true,
  checksIn: ({ numbers }) => numbers,
};
const SHEET_ID = 1;

let book: FakeBook;
let clock: FakeClock;
let properties: Map<string, string>;
beforeEach(() => {
  book = createFakeBook();
  book.keepsWritesBack = true;
  const sheet = book.add("Emails", [["company", "email", "found by"]]);
  sheet.marks.push(...["g1~company", "g1~email", "g1=emails"].map((value, i) => ({ column: i + 1, value })));
  clock = createFakeClock();
  properties = new Map();
});

let ids = 0;
/** An execution of its own in the same document. */
const execution = (): OpenSpreadsheet => ({
  book,
  clock,
  cache: createFakeCache(clock.nowMs),
  lock: { tryLock: () => true, release: () => {} },
  store: {
    all: () => Object.fromEntries(properties),
    get: (name) => properties.get(name) ?? null,
    set: (name, text) => void properties.set(name, text),
    setAll: (entries) => {
      for (const [name, text] of Object.entries(entries)) properties.set(name, text);
    },
    remove: (name) => void properties.delete(name),
  },
  newId: () => `id${ids++}`,
});

const listOf = (jobId: string): AppendList => ({
  type: TYPE,
  sheetId: SHEET_ID,
  group: "g1",
  columns: ["company", "email"],
  hasMadeSheet: false,
  jobId,
});

/** Adds the emails that do not stand in the sheet yet, as each job does: one write after the other. */
function addEmails(world: OpenSpreadsheet, jobId: string, emails: string[]): "added" | "busy" {
  const done = withSheetLease(world, SHEET_ID, (held) => {
    for (const email of emails) {
      const added = appendRows(held, {
        list: listOf(jobId),
        columns: null,
        lastRow: 0,
        mostRows: 1,
        choose(_, rows) {
          const isThere = [...(rows ?? [])].some(([, cells]) => cells[1] === email);
          return { rows: isThere ? [] : [{ tag: `${jobId}:${email}`, cells: ["Acme", email] }] };
        },
      });
      if (isRefused(added) || "why" in added) throw new Error("not added");
    }
    return "added" as const;
  });
  return done ?? "busy";
}

const EMAILS = ["ann@acme.example", "bob@acme.example"];
const emailsThere = (): unknown[] => (book.sheets[0]?.rows ?? []).slice(1).map((row) => row[1]);

describe("the lease of a sheet", () => {
  test("is held as long as its holder goes on, however slow Google is", () => {
    let isIn = false;
    const others: string[] = [];
    book.onCall = () => {
      if (isIn) return;
      isIn = true;
      clock.pass(10_000);
      others.push(addEmails(execution(), "job2", EMAILS));
      isIn = false;
    };
    const startMs = clock.nowMs();
    expect(addEmails(execution(), "job1", EMAILS)).toBe("added");
    expect(clock.nowMs() - startMs).toBeGreaterThan(100_000);
    expect(new Set(others)).toEqual(new Set(["busy"]));
    expect(emailsThere()).toEqual(EMAILS);
    expect(properties.size).toBe(0);
  });

  test("that has run out ends the work before its next step, and another's is left alone", () => {
    let calls = 0;
    book.onCall = () => {
      if (++calls !== 1) return;
      clock.pass(150_000);
      expect(addEmails(execution(), "job2", EMAILS)).toBe("added");
    };
    expect(addEmails(execution(), "job1", EMAILS)).toBe("busy");
    expect(emailsThere()).toEqual(EMAILS);
    expect(addEmails(execution(), "job1", EMAILS)).toBe("added");
    expect(emailsThere()).toEqual(EMAILS);
  });

  test("of an execution that has died is free after two minutes", () => {
    const dying = execution();
    dying.store.remove = () => {};
    expect(addEmails(dying, "job1", EMAILS)).toBe("added");
    expect(addEmails(execution(), "job2", EMAILS)).toBe("busy");
    clock.pass(120_000);
    expect(addEmails(execution(), "job2", EMAILS)).toBe("added");
    expect(emailsThere()).toEqual(EMAILS);
  });

  test("that is given up early is free for another, which keeps it when the work ends", () => {
    const dying = execution();
    dying.store.remove = () => {};
    const outcome = withSheetLease(execution(), SHEET_ID, ({ book: held }) => {
      held.endLease?.();
      return addEmails(dying, "job2", EMAILS);
    });
    expect([outcome, addEmails(execution(), "job3", EMAILS)]).toEqual(["added", "busy"]);
  });
});
