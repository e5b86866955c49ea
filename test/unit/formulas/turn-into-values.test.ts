import { describe, expect, test } from "@jest/globals";
import { ArgumentError, unansweredText } from "../../../src/formulas/cells";
import { turnFormulasIntoValues } from "../../../src/formulas/turn-into-values";
import { ServiceError } from "../../../src/service/errors";
import type { Block } from "../../../src/sheet/table";
import { createFakeClock } from "../support/fake-clock";
import { createFakeSheet, expectToEnd, type FakeSheet, killAt } from "../support/fake-sheet";
import { storeOf } from "../support/formula-world";

function turn(
  sheet: FakeSheet,
  { selection = null as Block | null, agree = true, clock = createFakeClock(), finishesUntilMs = 0 } = {},
) {
  const told: string[] = [];
  const questions: string[] = [];
  const confirm = (question: string) => {
    questions.push(question);
    return agree;
  };
  turnFormulasIntoValues({
    sheet,
    selection,
    tell: (text) => told.push(text),
    confirm,
    clock,
    store: storeOf(new Map([["finish-formulas", String(finishesUntilMs)]])),
    lock: { tryLock: () => true, release: () => {} },
  });
  return { told: told[told.length - 1], questions };
}

const TABLE = [
  ["email", "first_name"],
  ["ann@acme.example", "=Ann"],
  ["bob@acme.example", ""],
];

/** A sheet with a single cell, a range, and a table with other things around them. */
function createSheet(): FakeSheet {
  const sheet = createFakeSheet((formula) => {
    if (formula.startsWith("=DOMAIN_EMAILS")) return TABLE;
    if (formula === "=VERIFY_EMAIL(A4:A6)") return [["VALID"], [""], ["INVALID"]];
    return formula === "=EMAIL_COUNT(A2)" ? 12 : "007";
  });
  sheet.type(1, 1, [["company"], ["acme.example"], [""], ["ann@acme.example"], [""], ["bob@acme.example"]]);
  sheet.type(2, 2, [["=EMAIL_COUNT(A2)"], ["=A2"], ["=VERIFY_EMAIL(A4:A6)"]]);
  sheet.type(1, 4, [['=DOMAIN_EMAILS(A2, 5, "", "email, first_name")']]);
  return sheet;
}

/** A column of finished formulas, some of which are protected. */
function columnOf(count: number, protectedRows: number[]) {
  const sheet = createFakeSheet(() => "VALID");
  const formulas = Array.from({ length: count }, (_, i) => [`=VERIFY_EMAIL(A${i + 1})`]);
  sheet.type(1, 2, formulas);
  const { write } = sheet;
  sheet.write = (block, values) => {
    const isRefused = protectedRows.some((row) => row >= block.row && row < block.row + block.rows);
    if (isRefused) {
      sheet.calls.push("write");
      sheet.onCall("write");
      throw new Error("You are trying to edit a protected cell or object.");
    }
    write(block, values);
  };
  return { sheet, writes: () => sheet.calls.filter((name) => name === "write").length };
}

const REFUSED = unansweredText({ state: "failed", error: new ServiceError("INVALID_REQUEST") });

const HINT = " To turn others, answer No and select their cells first.";

describe("Turn formulas into values", () => {
  test("replaces our formulas by what they show, and nothing else", () => {
    const sheet = createSheet();
    const before = sheet.shown();
    const { told, questions } = turn(sheet);
    expect(sheet.shown()).toEqual(before);
    expect([sheet.formulaAt(2, 2), sheet.formulaAt(4, 2), sheet.formulaAt(1, 4)]).toEqual(["", "", ""]);
    expect(sheet.formulaAt(3, 2)).toBe("=A2");
    expect(questions).toEqual([`Turn 3 Sheetscout formulas of this whole sheet into values?${HINT}`]);
    expect(told).toBe("Turned 3 formulas into values.");
  });

  test("asks which are meant, with their number, and leaves all formulas when the answer is no", () => {
    const sheet = createSheet();
    const { told } = turn(sheet, { agree: false });
    expect(told).toBeUndefined();
    expect([sheet.formulaAt(2, 2), sheet.formulaAt(4, 2)]).toEqual(["=EMAIL_COUNT(A2)", "=VERIFY_EMAIL(A4:A6)"]);
    const selected = turn(sheet, { agree: false, selection: { row: 1, column: 1, rows: 9, columns: 9 } });
    expect(selected).toEqual({ questions: ["Turn 3 Sheetscout formulas in A1:I9 into values?"], told: undefined });
    const one = turn(sheet, { agree: false, selection: { row: 2, column: 2, rows: 1, columns: 1 } });
    expect(one.questions).toEqual(["Turn 1 Sheetscout formula in B2 into values?"]);
    const beside = turn(sheet, { agree: false, selection: { row: 9, column: 9, rows: 1, columns: 1 } });
    expect(beside.questions).toEqual([`Turn 3 Sheetscout formulas of this whole sheet into values?${HINT}`]);
  });

  test("keeps text that looks like a formula text", () => {
    const sheet = createSheet();
    turn(sheet);
    expect(sheet.formulaAt(2, 5)).toBe("");
    expect(sheet.shown()[1]?.[4]).toBe("=Ann");
  });

  test("loses no answer, wherever it is stopped", () => {
    for (let stopAt = 1; ; stopAt++) {
      const sheet = createSheet();
      const before = sheet.shown();
      killAt(sheet, stopAt);
      expectToEnd(() => turn(sheet));
      expect(sheet.shown()).toEqual(before);
      if (sheet.calls.length < stopAt) break;
    }
  });

  test("replaces neighbouring formulas by one call, and writes nothing below the content", () => {
    const sheet = createFakeSheet(() => [["VALID", "x"]]);
    sheet.type(
      1,
      1,
      Array.from({ length: 30 }, (_, i) => [`=VERIFY_EMAIL(D${i + 1}, "email_status, domain")`]),
    );
    sheet.type(31, 1, [['=VERIFY_EMAIL(D1:D5000, "email_status, domain")']]);
    const write = sheet.write;
    const blocks: Block[] = [];
    sheet.write = (block, values) => {
      blocks.push(block);
      write(block, values);
    };
    turn(sheet);
    expect(sheet.calls).toEqual(["readAll", "flush", "readAll", "write", "flush", "readAll", "flush", "readAll"]);
    expect(blocks).toEqual([{ row: 1, column: 1, rows: 31, columns: 2 }]);
  });

  test("leaves unfinished formulas and errors alone, and says what helps with each", () => {
    const results = {
      A1: "not finished",
      A2: "#REF!",
      A3: `error: ${new ArgumentError({ name: "columns", example: "=VERIFY_EMAIL(A2:A50)" }, "Wrong.").message}`,
      A4: REFUSED,
    };
    const sheet = createFakeSheet((formula) =>
      Object.entries(results).reduce((found, [cell, text]) => (formula.includes(cell) ? text : found), "VALID"),
    );
    const formulas = ["A1", "A2", "A3", "A4", "A5"].map((cell) => `=VERIFY_EMAIL(${cell})`);
    sheet.type(
      1,
      2,
      formulas.map((formula) => [formula]),
    );
    const { told } = turn(sheet);
    expect(formulas.map((_, i) => sheet.formulaAt(i + 1, 2))).toEqual([...formulas.slice(0, 3), "", ""]);
    expect(told).toBe(
      "Turned 2 formulas into values. 1 not finished: choose Finish formulas first. 2 in error (B2, B3): point at a cell to see what to change.",
    );
  });

  test("turns a name that begins like an error", () => {
    const sheet = createFakeSheet(() => "#1 Plumbing Co");
    sheet.type(1, 1, [["=COMPANY_INFO(B1)"]]);
    expect(turn(sheet).told).toBe("Turned 1 formula into values.");
  });

  test("turns a range whose first input the service refuses", () => {
    const sheet = createFakeSheet(() => [[REFUSED], ["VALID"], [REFUSED]]);
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1:A3)"]]);
    const before = sheet.shown();
    expect(turn(sheet).told).toBe("Turned 1 formula into values.");
    expect([sheet.formulaAt(1, 2), sheet.shown()]).toEqual(["", before]);
  });

  test("counts only what it can turn, and says when there is nothing", () => {
    const sheet = createFakeSheet((formula) => (formula.includes("A1") ? "not finished" : "VALID"));
    sheet.type(1, 2, [["=VERIFY_EMAIL(A1)"], ["=VERIFY_EMAIL(A2)"], ["=VERIFY_EMAIL(A3)"], ["=SUM(C1:C9)"]]);
    expect(turn(sheet).questions).toEqual([
      `Turn 2 Sheetscout formulas of this whole sheet into values? 1 more stays: 1 not finished.${HINT}`,
    ]);
    sheet.type(5, 2, [["=QUERY(VERIFY_EMAIL(C1:C9))"], ["=QUERY(VERIFY_EMAIL(D1:D9))"]]);
    sheet.type(7, 2, [["=VERIFY_EMAIL(A4)"], ["=VERIFY_EMAIL(A5)"]]);
    expect(turn(sheet).questions).toEqual([
      `Turn 2 Sheetscout formulas of this whole sheet into values? 3 more stay: 1 not finished, 2 with results of unknown size (B5, B6).${HINT}`,
    ]);
    const blank = turn(createFakeSheet(() => ""));
    expect(blank).toEqual({ questions: [], told: "There is no Sheetscout formula to turn into values in this sheet." });
  });

  test("says who has set formulas aside, and counts them as not finished if nobody is at work", () => {
    const sheet = createFakeSheet(() => "#NAME?");
    sheet.type(1, 2, [["=SHEETSCOUT_FINISH_VERIFY_EMAIL(A1)"], ["=SHEETSCOUT_FINISH_VERIFY_EMAIL(A2)"]]);
    const clock = createFakeClock();
    const { told } = turn(sheet, { clock, finishesUntilMs: clock.nowMs() + 1 });
    expect(told).toBe("Turned 0 formulas into values. Somebody is finishing formulas here. Try again in a minute.");
    const selection = { row: 2, column: 1, rows: 3, columns: 2 };
    const { told: later } = turn(sheet, { clock, selection, finishesUntilMs: clock.nowMs() });
    expect(later).toBe("Turned 0 formulas into values. 1 not finished: choose Finish formulas first.");
  });

  test("keeps to the selection", () => {
    const sheet = createSheet();
    turn(sheet, { selection: { row: 2, column: 2, rows: 1, columns: 2 } });
    expect(sheet.formulaAt(2, 2)).toBe("");
    expect(sheet.formulaAt(4, 2)).not.toBe("");
    const beside = turn(sheet, { selection: { row: 2, column: 9, rows: 1, columns: 2 } });
    expect(beside.told).toBe("There is no Sheetscout formula to turn into values in this selection.");
  });

  test("leaves a formula whose extent is not certain, and names its cell", () => {
    const sheet = createSheet();
    sheet.type(1, 7, [["=QUERY(DOMAIN_EMAILS(C1:C1))"]]);
    const before = sheet.shown();
    const { told } = turn(sheet);
    expect(sheet.shown()).toEqual(before);
    expect([sheet.formulaAt(1, 7), sheet.formulaAt(1, 4)]).toEqual(["=QUERY(DOMAIN_EMAILS(C1:C1))", ""]);
    expect(told).toMatch(/^Turned 3 formulas into values\. It is not certain how far these results reach: G1\./);
  });

  test("leaves a range that reaches over another formula", () => {
    const sheet = createFakeSheet((formula) => (formula.startsWith("=VERIFY") ? [["VALID"]] : "mine"));
    sheet.type(1, 1, [["=VERIFY_EMAIL(C1:C9)"], [""], ["=A9"]]);
    turn(sheet);
    expect(sheet.formulaAt(3, 1)).toBe("=A9");
  });

  test("leaves a formula that shows a table's header above another formula", () => {
    const sheet = createFakeSheet((formula) => (formula.includes("DOMAIN_EMAILS") ? "email" : "xa"));
    const typed = ['=IF(FALSE, DOMAIN_EMAILS("three-emails.example", 3, "all", "email"), "email")', '="x"&A3'];
    sheet.type(
      1,
      4,
      typed.map((formula) => [formula]),
    );
    const { told } = turn(sheet);
    expect([sheet.formulaAt(1, 4), sheet.formulaAt(2, 4)]).toEqual(typed);
    expect(told).toMatch(/how far these results reach: D1\./);
  });

  test("leaves a protected result as it is and turns the others", () => {
    const sheet = createSheet();
    const before = sheet.shown();
    const write = sheet.write;
    sheet.write = (block, values) => {
      if (block.row === 4) throw new Error("Sie versuchen, eine geschützte Zelle zu bearbeiten.");
      write(block, values);
    };
    const { told } = turn(sheet);
    expect(sheet.shown()).toEqual(before);
    expect([sheet.formulaAt(2, 2), sheet.formulaAt(4, 2)]).toEqual(["", "=VERIFY_EMAIL(A4:A6)"]);
    expect(told).toBe("Turned 2 formulas into values. 1 protected, or refused by Google: B4.");
  });

  test("leaves only the protected cells of a column, and names them", () => {
    const { sheet, writes } = columnOf(200, [5, 120]);
    const { told } = turn(sheet);
    const left = sheet.readAll().formulas.flatMap((row, i) => (row.some((formula) => formula !== "") ? [i + 1] : []));
    expect(left).toEqual([5, 120]);
    expect(told).toBe("Turned 198 formulas into values. 2 protected, or refused by Google: B5, B120.");
    // A flush takes time, so cells that do not refuse are not written one by one.
    expect(writes()).toBeLessThan(40);
  });

  test("ends in time where everything is protected, and says what it did not try", () => {
    const clock = createFakeClock();
    const { sheet } = columnOf(
      400,
      Array.from({ length: 400 }, (_, i) => i + 1),
    );
    const startMs = clock.nowMs();
    sheet.onCall = () => clock.pass(1_000);
    const { told } = turn(sheet, { clock });
    expect(clock.nowMs() - startMs).toBeLessThan(320_000);
    expect(told).toMatch(
      /^Turned 0 formulas into values\. \d+ protected.* \d+ left as formulas: no time left\. Choose it again\.$/,
    );
  });

  test("does not put back what somebody has deleted elsewhere meanwhile", () => {
    const sheet = createSheet();
    sheet.type(9, 7, [["mine"]]);
    sheet.onCall = (name) => {
      if (name === "flush") sheet.type(9, 7, [[""]]);
    };
    const { told } = turn(sheet);
    expect(sheet.shown()[8]?.[6] ?? "").toBe("");
    expect(told).toBe("Turned 3 formulas into values.");
  });
});
