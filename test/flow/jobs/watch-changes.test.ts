import { describe, expect, test } from "@jest/globals";
import { columnLetter } from "../../../src/sheet/table";
import { enrichChoices } from "./enrich-document";
import { companies, findChoices } from "./find-document";
import { dataOf, SHEET, verifyChoices } from "./job-document";
import { contacts, shown } from "./lists";
import { HOUR_MS, logOf, look, MINUTE_MS, statuses, tryWatch, watch, watchWorld } from "./watched-list";

// What people change about a watch, and what ends it.

const DAY_MS = 24 * HOUR_MS;

const EDITOR = "ben@company.example";

const { world, triggersOf, halvesOf } = watchWorld();

test("credits a day that cannot pay for one company are refused with its price, and nothing is left behind", async () => {
  const document = world.open(companies(["daya.example"]));
  const choices = findChoices(document, { rows: { kind: "new", olderThanDays: null } }, { limit: 1_000 });
  expect(await tryWatch(document, { halvesADay: 39, choices })).toMatchObject({
    code: "DAY_TOO_SMALL",
    message: expect.stringContaining("one company can cost 20 credits"),
  });
  expect([triggersOf(document), dataOf(await document.call("listJobs"))]).toEqual([[], []]);
  expect(await watch(document, { halvesADay: 40, choices })).toMatchObject({ isPaused: false });
});

test("credits a day are changed without beginning anew: what today has cost counts, and the log stays @slow", async () => {
  const document = world.open(contacts(6, "changed"));
  const begun = await watch(document, { halvesADay: 4 });
  const limit = (halvesADay: number, by = document.call) =>
    by("unattendedJobs", { do: "limit", jobId: begun.jobId, halvesADay });
  await document.clock.sleep(15 * MINUTE_MS);
  expect([halvesOf("changed"), (await look(document)).reason]).toEqual([4, "Its credits for today are spent."]);
  const colleague = document.callAs(EDITOR);
  expect(await limit(100, colleague)).toMatchObject({ code: "NOT_YOUR_WATCH" });
  const [changed] = dataOf(await limit(5)).watches;
  expect(changed).toMatchObject({ halvesADay: 5, spentTodayHalves: 4, reason: "" });
  await document.clock.sleep(15 * MINUTE_MS);
  expect([halvesOf("changed"), (await logOf(document, begun)).map(({ halves }) => halves)]).toEqual([5, [1, 4]]);
  dataOf(await limit(1));
  await document.clock.sleep(15 * MINUTE_MS);
  expect([halvesOf("changed"), (await look(document)).reason]).toEqual([5, "Its credits for today are spent."]);

  const finding = world.open(companies(["dayb.example"]));
  const choices = findChoices(finding, { rows: { kind: "new", olderThanDays: null } }, { limit: 20 });
  const { jobId } = await watch(finding, { halvesADay: 40, choices });
  const tooFew = await finding.call("unattendedJobs", { do: "limit", jobId, halvesADay: 1 });
  expect(tooFew).toMatchObject({ code: "DAY_TOO_SMALL", message: expect.stringContaining("one company can cost") });
});

test("found emails that somebody has corrected stay when their company is asked again @slow", async () => {
  const document = world.open(companies(["astray000.example", "astray001.example", "astray002.example"]));
  const choices = findChoices(document, { rows: { kind: "new", olderThanDays: 7 } }, { limit: 50 });
  await watch(document, { everyMinutes: 1440, choices });
  await document.clock.sleep(2 * DAY_MS);
  const [header = [], ...rows] = shown(document, "Emails");
  const at = rows.findIndex((row) => row[header.indexOf("First name")] && row[header.indexOf("Last name")]);
  expect(at).toBeGreaterThanOrEqual(0);
  const type = (column: number, text: string) =>
    document.user.keyboard.type("Emails", `${columnLetter(column + 1)}${at + 2}`, text);
  type(header.indexOf("First name"), rows[at]?.[header.indexOf("Last name")] ?? "");
  type(header.indexOf("Last name"), rows[at]?.[header.indexOf("First name")] ?? "");
  type(header.length, "2030-01-31");
  const corrected = shown(document, "Emails");
  const calls = document.service.controls.calls().length;
  await document.clock.sleep(9 * DAY_MS);
  expect(document.service.controls.calls().length).toBeGreaterThan(calls);
  expect(shown(document, "Emails")).toEqual(corrected);
});

test("a title that is typed above the header is no new company @slow", async () => {
  const document = world.open(companies(["titlea.example", "titleb.example"]));
  const rows = { kind: "new", olderThanDays: null } as const;
  await watch(document, { choices: enrichChoices(document, { rows }) });
  await document.clock.sleep(15 * MINUTE_MS);
  const calls = document.service.controls.calls().length;
  document.user.keyboard.insert(SHEET, "rows", 1, 1);
  document.user.keyboard.type(SHEET, "B1", "Fair in Oslo");
  document.user.keyboard.type(SHEET, "B5", "titlec.example");
  await document.clock.sleep(15 * MINUTE_MS);
  expect(document.service.controls.calls().length - calls).toBe(1);
  expect(shown(document)[0]?.join("")).toBe("Fair in Oslo");
  expect(shown(document)[4]?.filter((cell) => cell !== "").length).toBeGreaterThan(3);
});

test("a watch over a copy of the sheet takes the place of none over the original", async () => {
  const document = world.open(contacts(3, "watchcopy"));
  await watch(document);
  await document.clock.sleep(15 * MINUTE_MS);
  document.user.keyboard.duplicateSheet(SHEET, "Copy");
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Copy") ?? {};
  const rows = { kind: "new", olderThanDays: null } as const;
  expect(dataOf(await tryWatch(document, { choices: verifyChoices(sheetId, { rows }) })).watches).toHaveLength(2);
});

describe("while a check is at work", () => {
  type Moment = "reads the sheet" | "asks";

  /** Waits until a check reads the sheet, or has begun to pay. */
  async function whenAtWork(moment: Moment, label: string, halvesADay = 1_000) {
    const document = world.open(contacts(600, label));
    const { jobId } = await watch(document, { halvesADay });
    const isThere = async (): Promise<boolean> =>
      moment === "asks" ? halvesOf(label) > 0 : (await look(document)).isAtWork;
    while (!(await isThere())) await document.clock.sleep(200);
    return { document, jobId, halves: halvesOf(label) };
  }
  /** What is on its way when a button is pressed. */
  const ON_THE_WAY_HALVES = 40;

  test.each<Moment>(["reads the sheet", "asks"])(
    "and %s, nothing more is asked once it is stopped @slow",
    async (moment) => {
      const label = `stopped-${moment.length}`;
      const { document, jobId, halves } = await whenAtWork(moment, label);
      dataOf(await document.callAs(EDITOR)("unattendedJobs", { do: "unwatch", jobId }));
      await document.clock.sleep(20 * MINUTE_MS);
      expect(halvesOf(label)).toBeLessThanOrEqual(halves > 0 ? halves + ON_THE_WAY_HALVES : 0);
      expect(statuses(document).filter((status) => status !== "")).toHaveLength(halvesOf(label));
    },
  );

  test.each<Moment>(["reads the sheet", "asks"])("and %s, lower credits a day count at once @slow", async (moment) => {
    const label = `lowered-${moment.length}`;
    const { document, jobId, halves } = await whenAtWork(moment, label);
    dataOf(await document.call("unattendedJobs", { do: "limit", jobId, halvesADay: halves + ON_THE_WAY_HALVES }));
    await document.clock.sleep(20 * MINUTE_MS);
    expect(halvesOf(label)).toBeLessThanOrEqual(halves + ON_THE_WAY_HALVES);
    expect((await look(document)).reason).toBe("Its credits for today are spent.");
  });

  test.each<Moment>(["reads the sheet", "asks"])(
    "and %s, one begun anew spends no more in a day @slow",
    async (moment) => {
      const label = `anew-${moment.length}`;
      const { document } = await whenAtWork(moment, label, 100);
      await watch(document, { halvesADay: 100 });
      await document.clock.sleep(60 * MINUTE_MS);
      expect(halvesOf(label)).toBeLessThanOrEqual(100);
      expect((await look(document)).spentTodayHalves).toBeGreaterThanOrEqual(halvesOf(label));
    },
  );
});

test("begun anew on the same column it has no new day of credits", async () => {
  const document = world.open(contacts(12, "again"));
  for (const everyMinutes of [10, 60] as const) {
    await watch(document, { everyMinutes, halvesADay: 4 });
    await document.clock.sleep(65 * MINUTE_MS);
    expect([halvesOf("again"), (await look(document)).spentTodayHalves]).toEqual([4, 4]);
  }
});

test("one over found emails ends with their sheet, and the undo of the search says so @slow", async () => {
  const document = world.open(companies(["three-emails.example"]));
  await document.drive(await document.start(findChoices(document)));
  const { id } = await document.last();
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  const [header = []] = document.user.keyboard.shows("Emails", "A1:Z1");
  const choices = verifyChoices(sheetId, {
    column: header.indexOf("Email") + 1,
    rows: { kind: "new", olderThanDays: null },
  });
  await watch(document, { choices });
  expect(await document.undo(id, "look")).toMatchObject({ removesSheet: true, endedWatches: 1 });
  expect(await document.undo(id)).toMatchObject({ removesSheet: true, endedWatches: 1 });
  expect(dataOf(await document.call("unattendedJobs", { do: "look" })).watches).toEqual([]);
});

describe("an undo of an earlier job over the same column", () => {
  test("says that new rows are no longer checked, and no check does its rows again", async () => {
    const document = world.open(contacts(6, "earlier"));
    await document.drive(await document.start(), { askAtMost: 2 });
    const { id } = await document.last();
    await watch(document);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf("earlier")).toBe(6);
    expect(await document.undo(id, "look")).toMatchObject({ rows: 2, endedWatches: 1, otherJobsRows: 4 });
    expect(await document.undo(id)).toMatchObject({ endedWatches: 1 });
    expect(dataOf(await document.call("unattendedJobs", { do: "look" })).watches).toEqual([]);
    const before = statuses(document);
    await document.clock.sleep(65 * MINUTE_MS);
    expect([statuses(document), triggersOf(document)]).toEqual([before, []]);
  });

  test("takes the columns that only the check would still have filled, as it has said @slow", async () => {
    const document = world.open(contacts(3, "columns"));
    await document.verify();
    const { id } = await document.last();
    await watch(document);
    const told = await document.undo(id, "look");
    expect(told).toMatchObject({ clearedFields: [], endedWatches: 1 });
    expect(await document.undo(id)).toEqual(told);
    await document.clock.sleep(65 * MINUTE_MS);
    expect(Object.keys(document.rows()[0] ?? {})).not.toContain("email_status");
    expect(halvesOf("columns")).toBe(3);
  });

  test("leaves a check alone if the job has done nothing yet, or is over another column @slow", async () => {
    const document = world.open(contacts(2, "other"));
    const { job } = await document.start();
    await watch(document);
    expect(await document.undo(job.id)).toMatchObject({ endedWatches: 0 });
    await document.verify({ column: 1, rows: { kind: "all" } });
    const { id } = await document.last();
    expect(await document.undo(id)).toMatchObject({ endedWatches: 0 });
    expect(await look(document)).toMatchObject({ isPaused: false });
  });
});

test("the undo of a search tells of an unfinished job over its emails, whose sheet goes", async () => {
  const document = world.open(companies(["three-emails.example"]));
  await document.drive(await document.start(findChoices(document)));
  const { id } = await document.last();
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  const [header = []] = document.user.keyboard.shows("Emails", "A1:Z1");
  const choices = { sheetId, column: header.indexOf("Email") + 1 };
  const running = await document.start(choices);
  expect(await document.undo(id, "look")).toMatchObject({ removesSheet: true, endedJobs: 1, endedWatches: 0 });
  await document.drive(running);
  expect(await document.undo(id, "look")).toMatchObject({ removesSheet: true, endedJobs: 0 });
});
