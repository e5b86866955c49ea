import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { callClass } from "../../../local/apps-script/faults";
import type { RowChoice } from "../../../src/jobs/protocol";
import { killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { createPersonInBetween } from "../support/person-in-between";
import { dataOf, type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

const HELPER = "Sheetscout (temporary)";
const VISIBLE: RowChoice = { kind: "visible" };

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });
beforeAll(async () => {
  world.host.onTrace(({ event, detail }) => {
    if (event === "call" && callClass(detail) !== "local") calls.push(detail);
  });
});

let calls: string[] = [];
beforeEach(() => {
  calls = [];
});

/** A list whose filter shows the rows that `keep` wants, by the number in their name. */
function filtered(rows: number, label: string, keep: (number: number) => boolean): JobDocument {
  const document = world.open(contacts(rows, label));
  document.user.keyboard.filter(SHEET, `A1:C${rows + 1}`, ([name]) => keep(Number(String(name).split(" ")[1])));
  return document;
}

const plan = (document: JobDocument) => document.plan(VISIBLE, { sheetId: document.sheetId });

const sheetNames = ({ document: { workbook } }: JobDocument): string[] => workbook.sheets().map(({ name }) => name);

describe("the visible rows of a list", () => {
  test("are let go of without a trace in a table whose header was taken for a row of the list", async () => {
    const list = contacts(10, "table");
    const document = world.open(list);
    document.user.keyboard.makeTable(SHEET, "A1:C11");
    const started = await document.start({ headerRow: 0, header: null, rows: VISIBLE });
    expect(await document.undo(started.job.id)).toMatchObject({ othersCells: 0 });
    expect(shown(document)).toEqual(list);
  });

  test("take at most 10 calls, whatever their pattern @slow", async () => {
    const callsToStart = async (rows: RowChoice): Promise<number> => {
      const document = filtered(2_000, "pattern", (number) => number % 5 === 0);
      calls = [];
      await document.start({ rows });
      return calls.length;
    };
    const selected = await callsToStart({ kind: "selected", spans: [{ from: 2, to: 11 }] });
    expect((await callsToStart(VISIBLE)) - selected).toBeLessThanOrEqual(10);
  });

  test("are those that no filter, hand or closed group hides, in a sheet of whatever name", async () => {
    const document = filtered(12, "name", (number) => number % 2 === 0);
    document.user.keyboard.hide(SHEET, "rows", 2, 4);
    document.user.keyboard.renameSheet(SHEET, "Ann's list, 50% off!");
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 4 });
  });

  test("are read without a trace: no sheet stays, and the person keeps sheet and selection", async () => {
    const document = filtered(12, "trace", () => true);
    document.user.keyboard.select(SHEET, "B3:C5");
    await plan(document);
    expect(sheetNames(document)).toEqual([SHEET]);
    const { sheetId } = document;
    const areas = [{ row: 3, column: 2, rows: 3, columns: 2 }];
    expect(document.document.workbook.selection(OWNER)).toEqual({ sheetId, areas });
  });

  test("are found after a crash at any moment, and what it has left is removed @slow", async () => {
    const document = filtered(12, "crash", (number) => number % 2 === 0);
    await plan(document);
    const moments = calls.length;
    expect(moments).toBeGreaterThan(8);
    for (let moment = 1; moment <= moments; moment++) {
      const revive = killAt(world, moment);
      await plan(document).catch(() => undefined);
      revive();
      expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
      expect(sheetNames(document)).toEqual([SHEET]);
    }
  });

  test("are found beside a sheet of the same name that somebody writes in, which is left alone", async () => {
    const document = filtered(12, "theirs", (number) => number % 2 === 0);
    document.user.keyboard.addSheet(HELPER);
    document.user.keyboard.type(HELPER, "C7", "my notes");
    document.user.keyboard.select(SHEET, "B3");
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
    expect(sheetNames(document)).toEqual([SHEET, HELPER]);
    expect(document.user.keyboard.shows(HELPER, "C7")).toEqual([["my notes"]]);
  });

  test("are found when two people ask at the same moment", async () => {
    const document = filtered(12, "two", (number) => number % 2 === 0);
    const both = await Promise.all([plan(document), plan(document)]);
    expect(both.map((each) => dataOf(each).toAsk)).toEqual([6, 6]);
    expect(sheetNames(document)).toEqual([SHEET]);
  });

  test("are found though somebody renames the sheet at the moment of asking", async () => {
    const document = filtered(12, "renamed", (number) => number % 2 === 0);
    person.onCall("Range.setFormulas", 1, (keyboard) => keyboard.renameSheet(SHEET, "Renamed"));
    expect(dataOf(await plan(document))).toMatchObject({ toAsk: 6 });
    expect(sheetNames(document)).toEqual(["Renamed"]);
  });
});

const MINUTE_MS = 60_000;

describe("the sheet in which Google tells which rows are visible", () => {
  test("is taken out by whoever starts, resumes, ends or undoes a job, when Google has not deleted it @slow", async () => {
    const left: Record<string, string[]> = {};
    const acts: Record<string, (document: JobDocument, jobId: string) => Promise<unknown>> = {
      start: (document) => document.start(),
      resume: (document, jobId) => document.resume(jobId),
      end: (document, jobId) =>
        document.call("endJob", { jobId, epoch: 1, state: "paused", reason: "", hasLanded: true }),
      undo: (document, jobId) => document.undo(jobId),
    };
    for (const [name, act] of Object.entries(acts)) {
      const document = filtered(12, `left-${name}`, even);
      const { job } = await document.verify();
      world.host.settings.faults = [{ calls: ["Spreadsheet.deleteSheet"], chance: 1 }];
      dataOf(await plan(document));
      world.host.settings.faults = [];
      expect(sheetNames(document)).toEqual([SHEET, HELPER]);
      await document.clock.sleep(3 * MINUTE_MS);
      await act(document, job?.id ?? "");
      left[name] = sheetNames(document);
    }
    expect(left).toEqual({ start: [SHEET], resume: [SHEET], end: [SHEET], undo: [SHEET] });
  });

  test("is taken out after a dry run that has died at any moment, but not while it may be in use @slow", async () => {
    const names = await traceCalls(world, () => plan(filtered(12, "whole-plan", even)));
    for (let moment = 1; moment <= names.length; moment += momentStep(13)) {
      const document = filtered(12, `plan${moment}-`, even);
      const { job } = await document.verify();
      const revive = killAt(world, moment);
      await plan(document).catch(() => undefined);
      revive();
      const before = sheetNames(document);
      const { job: resumed } = await document.resume(job?.id ?? "");
      expect(sheetNames(document)).toEqual(before);
      await document.clock.sleep(3 * MINUTE_MS);
      await document.resume(resumed.id);
      expect({ moment, sheets: sheetNames(document) }).toEqual({ moment, sheets: [SHEET] });
    }
  });
});

const even = (number: number): boolean => number % 2 === 0;

/** The numbers in the emails that were asked, in their order, each as often as it was. */
const asked = (document: JobDocument): number[] =>
  document
    .verifications()
    .map(({ email }) => Number(/(\d{4})@/.exec(email)?.[1]))
    .sort((a, b) => a - b);

describe("a job of the visible rows", () => {
  test("starts although two cells of a row are merged, and does the others", async () => {
    const document = world.open(contacts(12, "merged"));
    document.user.keyboard.merge(SHEET, "B6:C6");
    document.user.keyboard.filter(SHEET, "A1:C13", ([name]) => even(Number(String(name).split(" ")[1])));
    const end = await document.verify({ rows: VISIBLE });
    expect(end).toMatchObject({ state: "finished", stop: null });
    expect(asked(document)).toEqual([0, 2, 6, 8, 10]);
  });

  test("whose start has died at any moment is begun by whoever resumes it, and asks no other row @slow", async () => {
    const names = await traceCalls(world, () => filtered(12, "whole", even).start({ rows: VISIBLE }));
    let resumed = 0;
    for (let moment = 1; moment <= names.length; moment += momentStep(23)) {
      const document = filtered(12, `dies${moment}-`, even);
      const revive = killAt(world, moment);
      await document.tryStart({ rows: VISIBLE });
      revive();
      const [job] = dataOf(await document.call("listJobs"));
      if (!job) continue;
      resumed++;
      const end = await document.drive(await document.resume(job.id));
      expect({ moment, state: end.state, done: asked(document) }).toEqual({
        moment,
        state: "finished",
        done: [0, 2, 4, 6, 8, 10],
      });
    }
    expect(resumed).toBeGreaterThan(3);
  });

  test("whose start has died is begun although people have sorted a list without a header since", async () => {
    const list = contacts(30, "sorted");
    const sample = list.slice(1, 11).flatMap(([, email]) => email ?? []);
    const open = (): JobDocument => world.open(list);
    const start = (document: JobDocument) => document.tryStart({ headerRow: 0, header: null, sample, rows: VISIBLE });
    const names = await traceCalls(world, () => start(open()));
    const document = open();
    const revive = killAt(world, names.indexOf("Range.setValues"));
    await start(document);
    revive();
    document.user.keyboard.sort(SHEET, "A1:C31", 2, false);
    const [job] = dataOf(await document.call("listJobs"));
    const { state } = await document.drive(await document.resume(job?.id ?? ""));
    expect({ state, asked: asked(document).length }).toEqual({ state: "finished", asked: 30 });
  });

  test("is not begun again by resuming it once its rows are tagged, whatever the filter shows by then", async () => {
    const document = filtered(12, "later", even);
    const { job } = await document.verify({ rows: VISIBLE }, { askAtMost: 2 });
    document.user.keyboard.filter(SHEET, "A1:C13", () => true);
    await document.drive(await document.resume(job?.id ?? ""));
    expect(asked(document)).toEqual([0, 2, 4, 6, 8, 10]);
  });
});
