import { describe, expect, test } from "@jest/globals";
import { isSheetRoundTrip } from "../../../local/apps-script/google-times";
import { traceCalls } from "../support/kill-execution";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices, searches } from "./find-document";
import { dataOf, type JobDocument, OWNER, SHEET, verifyChoices } from "./job-document";
import { contacts, shown } from "./lists";
import { arrive, HOUR_MS, logOf, look, MINUTE_MS, statuses, tryWatch, watch, watchWorld } from "./watched-list";

const DAY_MS = 24 * HOUR_MS;
const EDITOR = "ben@company.example";

const { world, triggersOf, asked, halvesOf } = watchWorld();

describe("new rows of a column", () => {
  test("60 that a form adds over seven hours are verified within the hour each, none twice @slow", async () => {
    const document = world.open(contacts(20, "formold"));
    const begun = await watch(document);
    expect(begun).toMatchObject({ isYours: true, isPaused: false, everyMinutes: 10, halvesADay: 1_000 });
    let latestMs = 0;
    for (let i = 0; i < 15; i++) {
      const emails = [0, 1, 2, 3].map((n) => `form${i}x${n}@acme${i}.example`);
      arrive(document, 22 + 4 * i, emails);
      const arrivedMs = document.clock.now();
      await document.clock.sleep(DAY_MS / 50);
      const times = asked(`form${i}x`).map(({ at }) => at - arrivedMs);
      expect(times).toHaveLength(4);
      latestMs = Math.max(latestMs, ...times);
    }
    expect(latestMs).toBeLessThan(HOUR_MS);
    expect(statuses(document)).toHaveLength(80);
    expect(statuses(document)).not.toContain("");
    expect([halvesOf("formold"), halvesOf("form")]).toEqual([20, 80]);
    const lines = await logOf(document, begun);
    expect(lines.reduce((sum, { rows }) => sum + rows, 0)).toBe(80);
    expect(lines.reduce((sum, { halves }) => sum + halves, 0)).toBe(80);
    expect(lines.every(({ why }) => why === "")).toBe(true);
    expect((await document.last()).state).toBe("finished");
    expect(triggersOf(document)).toHaveLength(1);
  });

  test("an edited one counts, and one that is no address says so; what has a result is not asked, nor what somebody has typed into @slow", async () => {
    const document = world.open(contacts(5, "edit"));
    await watch(document);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf("edit")).toBe(5);
    document.user.keyboard.type(SHEET, "B3", "editnew@acme.example");
    arrive(document, 7, ["editnone", "edittyped@acme.example"]);
    document.user.keyboard.type(SHEET, document.cellOf("email_status", 8), "asked by phone: fine");
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf("edit")).toBe(6);
    expect(statuses(document).slice(5)).toEqual([expect.stringContaining("not"), "asked by phone: fine"]);
    await document.clock.sleep(HOUR_MS);
    expect(document.verifications()).toHaveLength(6);
  });

  test("results older than the days wanted are asked again, which is free, and what somebody has typed over them stays @slow", async () => {
    const document = world.open(contacts(6, "renew"));
    const begun = await watch(document, { everyMinutes: 1440, olderThanDays: 7 });
    await document.clock.sleep(2 * DAY_MS);
    expect(document.verifications()).toHaveLength(6);
    document.user.keyboard.type(SHEET, document.cellOf("type", 3), "asks for no mail");
    document.user.keyboard.type(SHEET, document.cellOf("email_status", 4), "left the company");
    await document.clock.sleep(6.5 * DAY_MS);
    expect(document.rows()[1]?.type).toBe("asks for no mail");
    expect(document.rows()[2]?.email_status).toBe("left the company");
    expect([document.verifications().length, halvesOf("renew")]).toEqual([11, 6]);
    expect((await logOf(document, begun)).map(({ rows, halves }) => [rows, halves])).toEqual([
      [5, 0],
      [6, 6],
    ]);
  });

  test("are done within a cap of credits a day, and the rest the next day", async () => {
    const document = world.open(contacts(30, "cap"));
    await watch(document, { everyMinutes: 60, halvesADay: 12 });
    await document.clock.sleep(5 * HOUR_MS);
    expect(halvesOf("cap")).toBe(12);
    expect(await look(document)).toMatchObject({
      isPaused: false,
      spentTodayHalves: 12,
      reason: "Its credits for today are spent.",
    });
    await document.clock.sleep(DAY_MS);
    expect(halvesOf("cap")).toBe(24);
    await document.clock.sleep(DAY_MS);
    expect([halvesOf("cap"), (await look(document)).reason]).toEqual([30, ""]);
  });

  test("are done every day by a daily watch, with each day's credits", async () => {
    const document = world.open(contacts(12, "daily"));
    await watch(document, { everyMinutes: 1440, halvesADay: 2 });
    const spent: number[] = [];
    for (let day = 1; day <= 5; day++) {
      await document.clock.sleep(DAY_MS);
      spent.push(halvesOf("daily"));
      expect((await look(document)).spentTodayHalves).toBeLessThanOrEqual(2);
    }
    expect(spent).toEqual([2, 4, 6, 8, 10]);
  });

  test("of a form without answers have no result beside its header, and get their own", async () => {
    const document = world.open([["Timestamp", "Email"]]);
    const rows = { kind: "new", olderThanDays: null } as const;
    const { headerRow } = dataOf(await document.plan(rows, { column: null }));
    await watch(document, { choices: verifyChoices(document.sheetId, { rows, headerRow }) });
    await document.clock.sleep(15 * MINUTE_MS);
    arrive(document, 2, ["formnew@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    expect([headerRow, halvesOf("formnew")]).toEqual([1, 1]);
    expect(shown(document)[0]?.slice(0, 4)).toEqual(["Timestamp", "Email", "verified for", "Email status"]);
  });

  test("of companies get their emails, and their details @slow", async () => {
    const list = companies(["watcha.example", "watchb.example"]);
    const rows = { kind: "new", olderThanDays: null } as const;
    const finding = world.open(list);
    await watch(finding, { everyMinutes: 60, choices: findChoices(finding, { rows }) });
    const enriching = world.open(list);
    await watch(enriching, { everyMinutes: 60, choices: enrichChoices(enriching, { rows }) });
    await finding.clock.sleep(2 * HOUR_MS);
    finding.user.keyboard.type(SHEET, "B4", "watchc.example");
    enriching.user.keyboard.type(SHEET, "B4", "watchc.example");
    await finding.clock.sleep(2 * HOUR_MS);
    expect(finding.rows().map(({ emails_found }) => emails_found !== "")).toEqual([true, true, true]);
    expect(enriching.rows().map(({ company_domain }) => company_domain !== "")).toEqual([true, true, true]);
  });
});

test("new companies come before old results, and a day's credits count what may have been free @slow", async () => {
  const rows = { kind: "new", olderThanDays: 2 } as const;
  const everyDay = { everyMinutes: 1440, halvesADay: 8 } as const;
  const enriching = world.open(companies(domains(12, "enrichfirst")));
  await watch(enriching, { ...everyDay, choices: enrichChoices(enriching, { rows }) });
  const finding = world.open(companies(domains(12, "findfirst")));
  await watch(finding, { ...everyDay, choices: findChoices(finding, { rows }) });
  const done = () => [
    enriching.rows().filter(({ company_domain }) => company_domain).length,
    finding.rows().filter(({ emails_found }) => emails_found).length,
  ];
  await enriching.clock.sleep(1.5 * DAY_MS);
  expect((await look(finding)).reason).toContain("may have been free");
  await enriching.clock.sleep(3 * DAY_MS);
  expect(done()).toEqual([12, 12]);
  const renewals = () =>
    searches(enriching).filter(({ body }) => String(body.company).startsWith("enrichfirst")).length;
  const before = renewals();
  await enriching.clock.sleep(3 * DAY_MS);
  expect(renewals()).toBeGreaterThan(before);
});

test("a company that is left out no longer is done with the next check, which costs at most two calls of the sheet more @slow", async () => {
  const begin = async (isLeftOut: boolean): Promise<{ document: JobDocument; trips: number }> => {
    const document = world.open(companies(["three-emails.example", "one-email.example"]));
    document.user.keyboard.addSheet("Customers");
    document.user.keyboard.paste("Customers", "A1", [["Customer"], ["one-email.example"], ["other.example"]]);
    const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Customers") ?? {};
    const leaveOut = isLeftOut ? { sheetId, column: 1, first: "Customer" } : null;
    await watch(document, {
      choices: enrichChoices(document, { rows: { kind: "new", olderThanDays: null }, leaveOut }),
    });
    await document.clock.sleep(15 * MINUTE_MS);
    const calls = await traceCalls(world, () => document.clock.sleep(11 * MINUTE_MS));
    return { document, trips: calls.filter(isSheetRoundTrip).length };
  };
  const domainsIn = (document: JobDocument) => document.rows().map(({ company_domain }) => company_domain);
  const { trips } = await begin(false);
  for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
  const { document, trips: tripsWith } = await begin(true);
  expect([trips > 0, tripsWith - trips <= 2]).toEqual([true, true]);
  expect(domainsIn(document)).toEqual(["three-emails.example", ""]);
  document.user.keyboard.clear("Customers", "A2");
  await document.clock.sleep(12 * MINUTE_MS);
  expect(domainsIn(document)).toEqual(["three-emails.example", "one-email.example"]);
});

describe("watches and people", () => {
  test("a colleague with another key may end one, but not begin a second on the same column", async () => {
    const document = world.open(contacts(3, "mates"));
    const begun = await watch(document);
    const callAs = document.callAs(EDITOR);
    dataOf(await callAs("checkAndSaveKey", "free-key"));
    expect(await tryWatch(document, {}, callAs)).toMatchObject({ ok: false, code: "WATCHED_BY_OTHERS" });
    expect(await callAs("unattendedJobs", { do: "goOn", jobId: begun.jobId })).toMatchObject({
      code: "NOT_YOUR_WATCH",
    });
    expect(dataOf(await callAs("unattendedJobs", { do: "look" })).watches).toMatchObject([{ isYours: false }]);
    expect(dataOf(await callAs("unattendedJobs", { do: "unwatch", jobId: begun.jobId })).watches).toEqual([]);
    await document.clock.sleep(15 * MINUTE_MS);
    expect([halvesOf("mates"), triggersOf(document)]).toEqual([0, []]);
  });

  test("begun again on the same column it takes the place of the one before; undone, it ends", async () => {
    const document = world.open(contacts(3, "again"));
    await watch(document);
    const second = await watch(document, { halvesADay: 50, everyMinutes: 60 });
    expect(dataOf(await document.call("unattendedJobs", { do: "look" })).watches).toHaveLength(1);
    expect(triggersOf(document)).toMatchObject([{ everyMs: HOUR_MS }]);
    await document.clock.sleep(70 * MINUTE_MS);
    expect(halvesOf("again")).toBe(3);
    await document.undo(second.jobId);
    expect(dataOf(await document.call("unattendedJobs", { do: "look" })).watches).toEqual([]);
    await document.clock.sleep(70 * MINUTE_MS);
    expect(triggersOf(document)).toEqual([]);
  });

  test("it ends when an older job of its column is undone, and leaves nothing behind when its own job is undone @slow", async () => {
    const document = world.open(contacts(3, "older"));
    await document.verify();
    document.user.keyboard.type(SHEET, "E2", "my own words");
    const { id: older } = await document.last();
    const begun = await watch(document);
    await document.undo(older);
    arrive(document, 5, ["older9@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(document.rows().map(({ type, email_status = "" }) => [type, email_status])).toEqual([
      ["my own words", ""],
      ["", ""],
      ["", ""],
      ["", ""],
    ]);
    await document.undo(begun.jobId, "undo", "remove");
    expect(document.document.save().extras.metadata).toEqual([]);
  });

  test("it is not forgotten when many jobs come after it @slow", async () => {
    const document = world.open(contacts(3, "many"));
    const begun = await watch(document);
    await document.clock.sleep(15 * MINUTE_MS);
    for (let i = 0; i < 14; i++) await document.verify({ rows: { kind: "all" } });
    arrive(document, 5, ["many9@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(asked("many9")).toHaveLength(1);
    expect((await look(document)).jobId).toBe(begun.jobId);
  });

  test("a sixth one is refused, and makes no earlier job forgotten", async () => {
    const columns = [1, 2, 3, 4, 5, 6].map((n) => `email ${n}`);
    const document = world.open([columns, columns.map((_, n) => `sixth${n}@acme.example`)]);
    const watchColumn = (column: number) =>
      tryWatch(document, {
        choices: verifyChoices(document.sheetId, { column, rows: { kind: "new", olderThanDays: null } }),
      });
    for (const column of [1, 2, 3, 4, 5]) dataOf(await watchColumn(column));
    for (let i = 0; i < 12; i++) dataOf(await document.tryStart({ column: 1, rows: { kind: "all" } }));
    const jobs = async () => dataOf(await document.call("listJobs")).map(({ id }) => id);
    const before = await jobs();
    expect(await watchColumn(6)).toMatchObject({ ok: false, code: "TOO_MANY_WATCHES" });
    expect(await jobs()).toEqual(before);
  });

  test("a row with merged cells is named as the reason why its result is missing, until it is unmerged @slow", async () => {
    const document = world.open(contacts(3, "merged"));
    document.user.keyboard.merge(SHEET, "B3:C3");
    const begun = await watch(document);
    await document.clock.sleep(HOUR_MS);
    expect((await look(document)).reason).toMatch(/^One result has found no place\. .*unmerge/);
    expect(await logOf(document, begun)).toHaveLength(1);
    expect([halvesOf("merged"), statuses(document)[1]]).toEqual([3, ""]);
    const asksUntil = async (hours: number): Promise<number> => {
      const before = document.verifications().length;
      await document.clock.sleep(hours * HOUR_MS);
      return document.verifications().length - before;
    };
    // The watch looks every 10 minutes, but asks what it cannot write only once an hour.
    expect(await asksUntil(4)).toBeLessThanOrEqual(4);
    expect((await look(document)).reason).toMatch(/^One result has found no place/);
    document.user.keyboard.unmerge(SHEET, "A3:G3");
    await document.clock.sleep(HOUR_MS + 15 * MINUTE_MS);
    expect((await look(document)).reason).toBe("");
    expect([halvesOf("merged"), statuses(document)]).toEqual([3, Array(3).fill(expect.stringMatching(/./))]);
  });

  test("a result that another row has is tried in merged cells once an hour, too @slow", async () => {
    const document = world.open([...contacts(3, "copied"), ["Name 9", "copied0001@company1.example", ""]]);
    document.user.keyboard.merge(SHEET, "B3:C3");
    await watch(document);
    await document.clock.sleep(HOUR_MS);
    expect((await look(document)).reason).toMatch(/^One result has found no place/);
    // Each try takes six such calls.
    const calls = await traceCalls(world, () => document.clock.sleep(4 * HOUR_MS));
    expect(calls.filter((name) => name === "Range.setValues").length).toBeLessThanOrEqual(5 * 6);
    expect([halvesOf("copied"), statuses(document)[1], statuses(document)[3] === ""]).toEqual([3, "", false]);
  });

  test("an execution that is killed leaves nothing undone, and nothing is paid twice @slow", async () => {
    const document = world.open(contacts(40, "killedw"));
    await watch(document);
    let killed = 0;
    const ended = world.host.onTrace(({ event, detail }) => {
      if (event === "killed") killed++;
      if (event !== "start" || !detail.startsWith("trigger") || killed === 8) return;
      world.host.settings.crash ??= { callIndex: 12 + 16 * killed, when: killed % 2 === 0 ? "after" : "before" };
    });
    await document.clock.sleep(4 * HOUR_MS);
    ended();
    expect([killed, halvesOf("killedw"), statuses(document).includes("")]).toEqual([8, 40, false]);
    expect(await look(document)).toMatchObject({ isPaused: false, spentTodayHalves: 40 });
  });

  test("with an open job beside it, an add-on has one trigger for both", async () => {
    Object.assign(world.host.settings, { installation: "published", addonTriggersFind: "everything" });
    const document = world.open(contacts(10, "addonw"));
    await watch(document);
    const { job } = await document.start({ toAsk: 10 });
    dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
    expect(triggersOf(document)).toMatchObject([{ everyMs: HOUR_MS, user: OWNER }]);
    await document.clock.sleep(130 * MINUTE_MS);
    expect([halvesOf("addonw"), triggersOf(document).length]).toEqual([10, 1]);
    expect((await document.last()).id).toBe(job.id);
    const { watches, jobs } = dataOf(await document.call("unattendedJobs", { do: "look" }));
    expect([watches.length, jobs]).toEqual([1, []]);
  });
});
