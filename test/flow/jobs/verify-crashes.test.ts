import { describe, expect, test } from "@jest/globals";
import { countCalls, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type ChoicesPart, dataOf, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";
import { runWhateverHappens, undoWhateverHappens } from "./whatever-happens";

const world = jobWorld();

const STEP = momentStep(83);

/** Two batches, which one call asks. */
const EMAILS = 20;

/** Half credits that verifications with this address have cost. */
const spentOn = (prefix: string): number =>
  world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(prefix))
    .reduce((sum, { halves }) => sum + halves, 0);

describe("a job whose execution dies", () => {
  test("after any host call leaves the same sheet once it is resumed, and costs not one credit more @slow", async () => {
    const undisturbed = world.open(contacts(EMAILS, "calm"));
    const calls = await countCalls(world, () => runWhateverHappens(undisturbed));
    expect(calls).toBeGreaterThan(80);

    for (let at = 1; at <= calls; at += STEP) {
      const prefix = `killed${at}x`;
      const document = world.open(contacts(EMAILS, prefix));
      const live = killAt(world, at);
      await runWhateverHappens(document);
      live();
      const rows = document.rows();
      expect({ at, columns: Object.keys(rows[0] ?? {}) }).toEqual({
        at,
        columns: Object.keys(undisturbed.rows()[0] ?? {}),
      });
      for (const row of rows) {
        expect(`${at}: ${row.email_status}`).toMatch(/: (VALID|CATCH_ALL|INVALID|not known: .*)$/);
        expect(row["verified for"]).toMatch(new RegExp(`:${row.Email}$`));
      }
      expect({ at, rows: rows.length, halves: spentOn(prefix) }).toEqual({ at, rows: EMAILS, halves: EMAILS });
      const { spent, state } = await document.last();
      expect({ at, state, told: spent.halves }).toEqual({ at, state: "finished", told: EMAILS });
    }
  });
});

describe("an execution that dies between the two batches that it asks", () => {
  test("has booked what the first one has cost from the second one's turn on, and pays nothing twice @slow", async () => {
    const names = await traceCalls(world, () => runWhateverHappens(world.open(contacts(EMAILS, "between"))));
    const sent = names.flatMap((name, i) => (name === "UrlFetchApp.fetchAll" ? [i + 1] : []));
    const [first = 0, second = 0] = sent;
    const turn = names.indexOf("PropertiesService.setProperties", first) + 1;
    expect([sent.length, turn > first && turn < second]).toEqual([2, true]);
    for (let at = first; at <= second + 1; at++) {
      const prefix = `between${at}x`;
      const document = world.open(contacts(EMAILS, prefix));
      const live = killAt(world, at);
      await runWhateverHappens(document);
      live();
      const { spent, state } = await document.last();
      const isKnown = at >= turn && at < second;
      expect({ at, state, rows: document.rows().filter(({ email_status }) => email_status).length }).toEqual({
        at,
        state: "finished",
        rows: EMAILS,
      });
      expect({ at, charged: spentOn(prefix), told: spent.halves, isExact: spent.isExact || !isKnown }).toEqual({
        at,
        charged: EMAILS,
        told: EMAILS,
        isExact: true,
      });
    }
  });
});

describe("an execution that dies while a job is undone", () => {
  test("after any host call leaves the sheet as it was once it is undone again, and nothing remembered @slow", async () => {
    const done = world.open(contacts(EMAILS, "undone"));
    await done.verify();
    const { id } = await done.last();
    const calls = await countCalls(world, () => done.copy().undo(id));
    for (let at = 1; at <= calls; at += Math.ceil(STEP / 2)) {
      const document = await undoWhateverHappens(world, done, id, at);
      expect({ at, header: document.user.keyboard.shows(SHEET, "A1:F1") }).toEqual({
        at,
        header: [["Name", "Email", "Note", "", "", ""]],
      });
    }
  });
});

describe("an execution that dies while a job starts", () => {
  test("after any host call leaves no column of its own behind when the job is undone @slow", async () => {
    const choices: ChoicesPart = { rows: { kind: "selected", spans: [{ from: 3, to: 6 }] } };
    const calm = world.open(contacts(EMAILS, "chosen"));
    const calls = await countCalls(world, () => calm.start(choices).then(() => undefined));
    for (let at = 1; at <= calls; at += Math.ceil(STEP / 2)) {
      const document = world.open(contacts(EMAILS, "chosen"));
      const live = killAt(world, at);
      await document.tryStart(choices);
      live();
      await document.verify(choices);
      for (const { id } of dataOf(await document.call("listJobs"))) await document.undo(id);
      expect({ at, header: document.user.keyboard.shows(SHEET, "A1:H1") }).toEqual({
        at,
        header: [["Name", "Email", "Note", "", "", "", "", ""]],
      });
    }
  });
});
