import { describe, expect, test } from "@jest/globals";
import { callsToKill, countCalls, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween, SHEET_CALLS } from "../support/person-in-between";
import { CLEAN, copyRequest, make, sheetNames, verified as verifiedIn } from "./clean-list-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, shown } from "./lists";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

const STEP = momentStep(23);

const verified = (): Promise<JobDocument> => verifiedIn(world);

/** Does something after the n-th host call from now on. @returns ends the wait */
function atCall(n: number, work: () => void): () => void {
  let calls = 0;
  return world.host.onTrace(({ event }) => {
    if (event === "call" && ++calls === n) work();
  });
}

describe("whatever happens in the middle", () => {
  test("a crash leaves a blank sheet or the whole list, and nothing of it in the list it was made of @slow", async () => {
    const document = await verified();
    const before = shown(document);
    const whole = await make(document);
    const expected = shown(document, CLEAN);
    const again = await copyRequest(document, { name: "Again" });
    const calls = await traceCalls(world, () => document.call("makeCleanList", again));
    dataOf(await document.call("undoCopy", { sheetId: whole.sheetId, check: whole.check }));
    for (const n of callsToKill(calls, STEP)) {
      const copy = document.copy();
      const known = sheetNames(copy);
      const request = await copyRequest(copy, { name: "Another" });
      const revive = killAt(world, n);
      await copy.call("makeCleanList", request);
      revive();
      expect(shown(copy)).toEqual(before);
      for (const sheet of sheetNames(copy).filter((name) => !known.includes(name))) {
        const cells = shown(copy, sheet);
        expect({ n, cells }).toEqual({ n, cells: cells.flat().join("") === "" ? cells : expected });
      }
      const isWhole = sheetNames(copy).includes("Another") && shown(copy, "Another").flat().join("") !== "";
      const { sheetName } = await make(copy, { name: "Another" });
      // A blank sheet that was left goes; a whole list stays.
      expect({ n, sheetName }).toEqual({ n, sheetName: isWhole ? "Another 2" : "Another" });
      expect(shown(copy, sheetName)).toEqual(expected);
    }
  });

  test.each(["columns", "rows"] as const)(
    "%s that somebody inserts meanwhile put no cell beside another's",
    async (what) => {
      const document = await verified();
      const { rows } = await make(document);
      const expected = shown(document, CLEAN);
      const again = await copyRequest(document, { name: "Again" });
      const calls = await countCalls(world, () => document.call("makeCleanList", again));
      for (let n = 1; n <= calls; n += STEP) {
        const copy = document.copy();
        const request = await copyRequest(copy, { name: "Another" });
        const untrace = atCall(n, () => copy.user.keyboard.insert(SHEET, what, 1, 1));
        const made = await copy.call("makeCleanList", request);
        untrace();
        expect({ n, ...made }).toMatchObject({ ok: true, data: { rows } });
        const cells = shown(copy, "Another").map((row) => row.filter((cell) => cell !== ""));
        expect({ n, cells }).toEqual({ n, cells: expected.map((row) => row.filter((cell) => cell !== "")) });
      }
    },
  );

  const names = (rows: string[][]): string[] => rows.map(([name = ""]) => name).filter((name) => name !== "");

  test("a crash while a list is taken back leaves it or takes it, and once more it is gone", async () => {
    const document = await verified();
    const before = shown(document);
    const { sheetId, check } = await make(document);
    const calls = await countCalls(world, () => document.copy().call("undoCopy", { sheetId, check }));
    for (let n = 1; n <= calls; n += STEP) {
      const copy = document.copy();
      const revive = killAt(world, n);
      await copy.call("undoCopy", { sheetId, check });
      revive();
      expect({ n, ...(await copy.call("undoCopy", { sheetId, check })) }).toEqual({ n, ok: true, data: null });
      expect({ n, sheets: sheetNames(copy), cells: shown(copy) }).toEqual({ n, sheets: [SHEET], cells: before });
    }
  });

  test("a crash while rows are filtered changes no cell, and once more the right rows are shown @slow", async () => {
    const document = await verified();
    const before = shown(document);
    const { sheetId, mark } = await copyRequest(document);
    const request = { sheetId, mark, text: "OK to send" };
    const calls = await countCalls(world, () => document.copy().call("showOnly", request));
    for (let n = 1; n <= calls; n += STEP) {
      const copy = document.copy();
      const revive = killAt(world, n);
      await copy.call("showOnly", request);
      revive();
      dataOf(await copy.call("showOnly", request));
      const rows = copy.user.keyboard.visibleRows(SHEET, "A1:A12");
      expect({ n, rows, cells: shown(copy) }).toEqual({ n, rows: [1, 2, 3, 8], cells: before });
    }
  });

  const MOVES: [string, Act][] = [
    ["inserts a column", (keyboard) => keyboard.insert(SHEET, "columns", 1, 1)],
    ["moves the first column behind the results", (keyboard) => keyboard.move(SHEET, "columns", 1, 1, 5)],
    ["inserts rows", (keyboard) => keyboard.insert(SHEET, "rows", 3, 2)],
    ["deletes a row", (keyboard) => keyboard.delete(SHEET, "rows", 4, 1)],
    ["sorts the list", (keyboard) => keyboard.sort(SHEET, "A2:K12", 1, false)],
  ];

  // Sorting what is filtered already is Google's own affair.
  test.each(MOVES.filter(([what]) => what !== "sorts the list"))(
    "whenever a person %s, a filter shows the rows of its verdict",
    async (_, act) => {
      const document = await verified();
      const { sheetId, mark } = await copyRequest(document);
      await person.actAtEveryMoment(act, momentStep(7), async (at, begin) => {
        const copy = document.copy();
        begin();
        dataOf(await copy.call("showOnly", { sheetId, mark, text: "OK to send" }));
        const rows = shown(copy);
        const verdict = columnNamed(copy, "Verdict") - 1;
        const visible = copy.user.keyboard.visibleRows(SHEET, "A1:A14").filter((row) => row > 1);
        const texts = visible.map((row) => rows[row - 1]?.[verdict] ?? "").filter((text) => text !== "");
        expect({ at, texts }).toEqual({ at, texts: ["OK to send", "OK to send", "OK to send"] });
      });
    },
  );

  test.each(MOVES)("whenever a person %s, the rows are selected that repeat an address", async (_, act) => {
    const document = await verified();
    const { sheetId, mark } = await copyRequest(document);
    const calls = await traceCalls(world, () => document.copy().call("selectDuplicates", { sheetId, mark }));
    // Before the last one, the cells have been read for the last time.
    const last = calls.filter((name) => SHEET_CALLS.test(name)).length;
    let isSelected = false;
    const before: Act = (keyboard) => isSelected || act(keyboard);
    await person.actAtEveryMoment(before, momentStep(7), async (at, begin) => {
      const copy = document.copy();
      isSelected = false;
      begin();
      dataOf(await copy.call("selectDuplicates", { sheetId, mark }));
      isSelected = true;
      const { front } = dataOf(await copy.call("lookAtSheet", { sheetId }));
      if (at === last) return;
      const repeated = shown(copy)[front.row - 1] ?? [];
      expect({ at, isOne: repeated.some((text) => /^ada.valid@/i.test(text)) }).toEqual({ at, isOne: true });
    });
  });

  test.each(MOVES)("whenever a person %s, a clean list has each row as it was", async (_, act) => {
    const document = await verified();
    const request = await copyRequest(document);
    const expected = names(shown(document, (await make(document)).sheetName)).sort();
    await person.actAtEveryMoment(act, momentStep(7), async (at, begin) => {
      const copy = document.copy();
      begin();
      const { sheetName } = dataOf(await copy.call("makeCleanList", { ...request, name: "Other" }));
      const rows = shown(copy, sheetName);
      const found = rows.map((row) => row.find((text) => expected.includes(text)) ?? "").sort();
      const isFirstOfAda = rows.some((row) => row.includes("Ada") || row.includes("Ada again"));
      expect({ at, count: found.length, isFirstOfAda }).toEqual({ at, count: expected.length, isFirstOfAda: true });
      for (const row of rows.slice(1)) expect(row).toContain("OK to send");
    });
  });
});
