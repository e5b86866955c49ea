import { describe, expect, test } from "@jest/globals";
import type { PastJobView } from "../../../src/jobs/views";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { shown } from "./lists";

const world = jobWorld();

const past = async (document: JobDocument): Promise<PastJobView[]> => dataOf(await document.call("listPastJobs"));

/** A list whose emails nobody has verified. */
const people = (count: number): string[][] => [
  ["Name", "Email"],
  ...Array.from({ length: count }, (_, i) => [`Name ${i}`, `person${i}@reliable.example`]),
];

describe("past jobs", () => {
  test("tell what was done for how much, and stay when a job is undone", async () => {
    const document = world.open(people(3));
    await document.verify();
    const [job] = await past(document);
    const { spent } = await document.last();
    expect(job).toMatchObject({
      kind: "verify",
      title: "Email",
      rows: 3,
      halves: spent.halves,
      isExact: true,
      sheetName: SHEET,
      paidWith: "your key",
      isUndone: false,
      job: { state: "finished" },
    });
    await document.undo(job?.id ?? "");
    expect(await past(document)).toEqual([{ ...job, isUndone: true, job: null }]);
  });

  test("say at most what was spent where the service does not tell whether an answer was free", async () => {
    const document = world.open(companies(domains(2, "untold")));
    await document.drive(await document.start(findChoices(document)));
    const { spent } = await document.last();
    expect(await past(document)).toMatchObject([{ halves: spent.halves, isExact: spent.isExact }]);
    expect(spent).toMatchObject({ isExact: false });
  });

  test("are kept when so many have come that they can no longer be undone @slow", async () => {
    const document = world.open(people(1));
    for (let i = 0; i < 14; i++) await document.verify({ rows: { kind: "all" } });
    const all = await past(document);
    expect(all.map(({ rows }) => rows)).toEqual(Array.from({ length: 14 }, () => 1));
    expect(all.filter(({ job }) => job !== null)).toHaveLength(12);
    expect(all.map(({ startedMs }) => startedMs)).toEqual(all.map(({ startedMs }) => startedMs).sort((x, y) => y - x));
  });

  test("push out neither a job that is paused nor one that goes on, and some that are over can still be undone @slow", async () => {
    const document = world.open(people(30));
    const paused = await document.start({ toAsk: 30 });
    await document.drive(paused, { askAtMost: 5 });
    const running = await document.start({ toAsk: 30, rows: { kind: "all" } });
    document.user.keyboard.addSheet("Small");
    document.user.keyboard.paste("Small", "A1", people(1));
    const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Small")?.sheetId ?? 0;
    for (let i = 0; i < 14; i++) await document.verify({ sheetId, rows: { kind: "all" } });
    const keptJobs = async () => dataOf(await document.call("listJobs"));
    const kept = (await keptJobs()).map(({ id }) => id);
    expect(kept).toHaveLength(12);
    expect(kept).toEqual(expect.arrayContaining([paused.job.id, running.job.id]));
    expect(await document.drive(await document.resume(paused.job.id))).toMatchObject({ state: "finished" });
    // Nobody has looked at these again.
    for (let i = 0; i < 14; i++) await document.start();
    expect((await keptJobs()).filter(({ state }) => state === "finished")).toHaveLength(4);
  });

  test("tell of a long header that they show its beginning", async () => {
    const [, ...rows] = people(1);
    const header = "Email addresses of everybody who has written to us since the spring of 2024";
    const document = world.open([["Name", header], ...rows]);
    await document.verify();
    const [job] = await past(document);
    expect(job?.title).toMatch(/^Email addresses of .*…$/);
    expect(header.startsWith(job?.title.slice(0, -1) ?? "?")).toBe(true);
  });

  test("are written as a sheet, which counts an email of several rows once", async () => {
    const document = world.open([...people(2), ...people(2).slice(1)]);
    await document.verify();
    const made = dataOf(await document.call("writePastJobs"));
    expect(made).toMatchObject({ rows: 1, sheetName: "Sheetscout jobs" });
    expect(shown(document, made.sheetName).map((row) => row.slice(1, 5))).toEqual([
      ["Job", "What", "Sheet", "Results"],
      ["Verify emails", "Email", SHEET, "2"],
    ]);
    document.user.keyboard.deleteSheet(SHEET);
    const later = dataOf(await document.call("writePastJobs"));
    expect(shown(document, later.sheetName).map((row) => row[3])).toEqual(["Sheet", "deleted"]);
  });

  test("give their choices for another one, with the columns where they are now", async () => {
    const document = world.open(companies(domains(2, "again")));
    document.user.keyboard.addSheet("Have");
    document.user.keyboard.paste("Have", "A1", [["Domain"], ["again000.example"]]);
    const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Have")?.sheetId ?? 0;
    const leaveOut = { sheetId, column: 1, first: "Domain" };
    await document.drive(await document.start(findChoices(document, { leaveOut }, { limit: 7 })));
    document.user.keyboard.insert(SHEET, "columns", 1, 2);
    document.user.keyboard.insert("Have", "columns", 1, 1);
    const jobId = (await document.last()).id;
    expect(dataOf(await document.call("readChoices", { jobId }))).toMatchObject({
      sheetId: document.sheetId,
      column: 4,
      leaveOut: { sheetId, column: 2 },
      choices: { kind: "find", limit: 7 },
    });
    document.user.keyboard.delete("Have", "columns", 2, 1);
    expect(dataOf(await document.call("readChoices", { jobId })).leaveOut).toEqual({ sheetId: null, column: null });
  });

  test("give their limit as it was raised, and no other column if theirs is gone", async () => {
    const document = world.open(people(4));
    await document.verify({ capHalves: 1 });
    const jobId = (await document.last()).id;
    await document.drive(await document.resume(jobId, false, 8));
    expect(dataOf(await document.call("readChoices", { jobId })).choices).toMatchObject({ capHalves: 8 });
    document.user.keyboard.delete(SHEET, "columns", 2, 1);
    expect(await document.call("readChoices", { jobId })).toMatchObject({ ok: false, code: "COLUMN_GONE" });
  });

  test("a start that was refused leaves none", async () => {
    const document = world.open(companies(domains(2, "refused")));
    const started = await document.tryStart(enrichChoices(document, { header: "Other" }));
    expect(started.ok).toBe(false);
    expect(await past(document)).toEqual([]);
  });
});
