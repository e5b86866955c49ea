import { afterEach, describe, expect, test } from "@jest/globals";
import { createHost } from "../../../local/apps-script/create-host";
import { MESSAGES } from "../../../local/apps-script/messages";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { makeShiftable, realClock } from "../../../local/clock/clock";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { BEN, createTestHost, SCOPES, type TestHost, type TestHostOptions } from "../support/test-host";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALL_SCOPES = [...SCOPES, "https://www.googleapis.com/auth/script.scriptapp"];

/** `work()` logs its event, and what `probe` says if a test has one. */
const SOURCE = `
function work(e) {
  console.log(JSON.stringify(e));
  if (typeof probe === "function") console.log("probe " + tried(probe));
}
function tried(probe) { try { return String(probe(...[].slice.call(arguments, 1))) } catch (error) { return String(error) } }
function every(minutes) { return ScriptApp.newTrigger("work").timeBased().everyMinutes(minutes).create().getUniqueId() }
function hourly() { return ScriptApp.newTrigger("work").timeBased().everyHours(1).create().getUniqueId() }
function now() { return Date.now() }
function names(triggers) { return triggers.map((one) => one.getHandlerFunction() + one.getUniqueId().length) }
`;

let made: TestHost | undefined;
function start(source = "", settings: TestHostOptions["settings"] = { installation: "bound" }): TestHost {
  made = createTestHost({ source: `${SOURCE}${source}`, settings, manifest: { oauthScopes: ALL_SCOPES } });
  return made;
}
afterEach(() => made?.host.close());

const logs = ({ trace }: TestHost) => trace.flatMap(({ event, detail }) => (event === "log" ? [detail] : []));
const probed = (test: TestHost) => logs(test).flatMap((line) => (line.startsWith("probe ") ? [line.slice(6)] : []));
const starts = ({ trace }: TestHost) =>
  trace.flatMap(({ event, detail, atMs }) => (event === "start" && detail.startsWith("trigger ") ? [atMs] : []));

describe("when triggers run (google.clock-triggers)", () => {
  test("one of a bound script runs every minute while time passes for another reason, until it is deleted", async () => {
    const test = start();
    const beganMs = test.clock.now();
    await test.evaluate("every(1)");
    await test.clock.idle();
    expect(starts(test)).toEqual([]);
    await test.clock.sleep(3.5 * MINUTE_MS);
    expect(starts(test).map((atMs) => atMs - beganMs)).toEqual([1, 2, 3].map((minutes) => minutes * MINUTE_MS));
    await test.evaluate("ScriptApp.getProjectTriggers().map((one) => ScriptApp.deleteTrigger(one)).length");
    await test.clock.sleep(HOUR_MS + 1);
    expect([starts(test).length, test.host.triggers()]).toEqual([3, []]);
  });

  test.each([
    ["everyMinutes(7)", MESSAGES.minutesOfTrigger()],
    ["everyMinutes(60)", MESSAGES.minutesOfTrigger()],
    ["inNoWay()", "TypeError"],
  ])("%s is refused", async (call, message) => {
    expect(await start().failure(`ScriptApp.newTrigger("work").timeBased().${call}`)).toContain(message);
  });

  test("a published add-on's runs once an hour at most, one for each user and document", async () => {
    const test = start("", { installation: "published" });
    expect(await test.failure("every(30)")).toContain(MESSAGES.addonInterval());
    await test.evaluate("hourly()");
    expect(await test.failure("hourly()")).toContain(MESSAGES.tooManyAddonTriggers());
    await test.evaluate("hourly()", test.ben);
    const other = test.host.openDocument({ workbook: createMemoryWorkbook(), owner: BEN });
    await test.evaluate("hourly()", other.as(BEN));
    await test.clock.sleep(HOUR_MS + 1);
    expect(starts(test)).toHaveLength(3);
  });

  test("a test deployment has none", async () => {
    expect(await start("", {}).failure("hourly()")).toContain("ScriptApp.newTrigger");
  });

  test("one that runs once stays in the list, and counts (google.trigger-count)", async () => {
    const test = start();
    await test.evaluate(
      "for (let i = 0; i < 20; i++) ScriptApp.newTrigger('work').timeBased().after(1000 * (i + 1)).create()",
    );
    await test.clock.sleep(HOUR_MS + 1);
    expect(starts(test)).toHaveLength(20);
    expect(await test.failure("every(1)")).toContain(MESSAGES.tooManyTriggers());
    await test.evaluate("every(1)", test.ben);
  });

  test("one that is late does not put off the next, and starts beside one that still runs (google.trigger-time)", async () => {
    const delaysMs = [2 * MINUTE_MS, 0, 0];
    const test = start("function probe() { Utilities.sleep(90000) }", {
      installation: "bound",
      triggerDelayMs: () => delaysMs.shift() ?? 0,
    });
    const beganMs = test.clock.now();
    await test.evaluate("every(5)");
    await test.clock.sleep(16 * MINUTE_MS);
    expect(starts(test).map((atMs) => (atMs - beganMs) / MINUTE_MS)).toEqual([7, 10, 15]);
    await test.host.close();
    const overlapping = start("function probe() { Utilities.sleep(90000) }");
    await overlapping.evaluate("every(1)");
    await overlapping.clock.sleep(2.2 * MINUTE_MS);
    expect(overlapping.host.triggers()[0]?.runs.map(({ endedMs }) => endedMs)).toEqual([null, null]);
  });

  test("they end after six minutes, and together after the day's time, until a day has passed (google.trigger-time) @slow", async () => {
    const test = start("function probe() { for (;;) Utilities.sleep(1000) }");
    await test.evaluate("every(10)");
    await test.clock.sleep(3 * HOUR_MS);
    const runs = () => test.host.triggers()[0]?.runs ?? [];
    const minutes = runs().map(({ startedMs, endedMs }) => ((endedMs ?? 0) - startedMs) / MINUTE_MS);
    expect(minutes).toEqual([...Array(15).fill(6), ...Array(3).fill(0)]);
    expect(runs()[14]?.failure).toBe(MESSAGES.executionTime());
    expect(runs()[15]?.failure).toBe(MESSAGES.tooMuchTimeToday());
    await test.clock.sleep(22 * HOUR_MS);
    expect(runs().at(-2)?.failure).toBe(MESSAGES.executionTime());
  });

  test("an execution is cut off where the day's time ends (google.trigger-time)", async () => {
    const test = start("function probe() { for (;;) Utilities.sleep(1000) }", {
      installation: "bound",
      triggerTimePerDayMs: 8 * MINUTE_MS,
    });
    await test.evaluate("every(10)");
    await test.clock.sleep(25 * MINUTE_MS);
    const [, second] = test.host.triggers()[0]?.runs ?? [];
    expect((second?.endedMs ?? 0) - (second?.startedMs ?? 0)).toBe(2 * MINUTE_MS);
    expect(second?.failure).toBe(MESSAGES.tooMuchTimeToday());
  });
});

describe("what a trigger's execution has", () => {
  test("the event says which trigger, and when, in UTC (google.trigger-event)", async () => {
    made = createTestHost({
      source: SOURCE,
      settings: { installation: "bound" },
      manifest: { oauthScopes: ALL_SCOPES, timeZone: "Asia/Tokyo" },
      clock: createVirtualClock(Date.UTC(2030, 1, 3, 23, 58, 10)),
    });
    const triggerUid = await made.evaluate("every(1)");
    await made.clock.sleep(MINUTE_MS + 1);
    const expected = { authMode: "FULL", triggerUid, year: 2030, month: 2, hour: 23, minute: 59, second: 10 };
    const days = { "day-of-month": 3, "day-of-week": 7, "week-of-year": 5, timezone: "UTC" };
    expect(JSON.parse(logs(made)[0] ?? "")).toEqual({ ...expected, ...days });
  });

  test("it is its maker's: their properties; the document is open (google.trigger-owner)", async () => {
    const test = start(`function probe() {
      const named = SpreadsheetApp.getActive().getSheetByName("Sheet1").getRange("A1").setValue(7).getValue();
      return [PropertiesService.getUserProperties().getProperty("name"), named, !!LockService.getDocumentLock()];
    }`);
    await test.evaluate("PropertiesService.getUserProperties().setProperty('name', 'Ann') && 1");
    await test.evaluate("PropertiesService.getUserProperties().setProperty('name', 'Ben') && 1", test.ben);
    await test.evaluate("every(1)", test.ben);
    await test.clock.sleep(1.5 * MINUTE_MS);
    expect([probed(test), test.cell(1, 1)]).toEqual([["Ben,7,true"], 7]);
  });

  test.each([
    ["SpreadsheetApp.getUi()", MESSAGES.noUi()],
    ["SpreadsheetApp.getActiveSheet()", MESSAGES.noActiveSheet()],
    ["SpreadsheetApp.getActiveRange()", MESSAGES.noActiveSheet()],
  ])("%s throws: there is no user interface and no selection (google.trigger-owner)", async (code, message) => {
    const test = start(`function probe() { return ${code} }`);
    await test.evaluate("every(1)");
    await test.clock.sleep(MINUTE_MS + 1);
    expect(probed(test)[0]).toContain(message);
  });

  test.each([
    ["nothing", "false,false,false,true"],
    ["spreadsheet", "true,false,false,true"],
    ["everything", "true,true,true,true"],
  ] as const)("an add-on's finds %s, by a setting (google.addon-triggers)", async (addonTriggersFind, expected) => {
    const test = start(
      `function probe() { return [SpreadsheetApp.getActive(), LockService.getDocumentLock(),
        CacheService.getDocumentCache(), LockService.getUserLock()].map(Boolean) }`,
      { installation: "published", addonTriggersFind },
    );
    await test.evaluate("hourly()");
    await test.clock.sleep(HOUR_MS + 1);
    expect(probed(test)).toEqual([expected]);
  });

  test("a trigger that it makes is disabled, unless a setting says otherwise (google.trigger-in-trigger)", async () => {
    const chain = "function probe() { if (ScriptApp.getProjectTriggers().length < 3) every(1) }";
    const test = start(chain);
    await test.evaluate("ScriptApp.newTrigger('work').timeBased().after(1).create() && 1");
    await test.clock.sleep(HOUR_MS + 1);
    expect(test.host.triggers().map(({ isDisabled }) => isDisabled)).toEqual([false, true]);
    expect(starts(test)).toHaveLength(1);
    await test.host.close();
    const kind = start(chain, { installation: "bound", triggersFromTriggersRun: true });
    await kind.evaluate("ScriptApp.newTrigger('work').timeBased().after(1).create() && 1");
    await kind.clock.sleep(5 * MINUTE_MS);
    expect(starts(kind).length).toBeGreaterThan(3);
  });
});

describe("whose triggers are seen", () => {
  test("those of one person: of all documents, or of one (google.trigger-lists)", async () => {
    const test = start();
    const other = test.host.openDocument({ workbook: createMemoryWorkbook(), owner: BEN });
    await test.evaluate("every(1)");
    await test.evaluate("every(1)", test.ben);
    await test.evaluate("every(5)", other.as(BEN));
    const project = "names(ScriptApp.getProjectTriggers())";
    const here = "names(ScriptApp.getUserTriggers(SpreadsheetApp.getActive()))";
    expect([await test.evaluate(project), await test.evaluate(project, test.ben)]).toEqual([
      ["work4"],
      ["work4", "work4"],
    ]);
    expect([await test.evaluate(here), await test.evaluate(here, test.ben)]).toEqual([["work4"], ["work4"]]);
    const kinds =
      "ScriptApp.getProjectTriggers().map((one) => [one.getEventType(), one.getTriggerSource(), one.getTriggerSourceId()].join())";
    expect(await test.evaluate(kinds)).toEqual(["CLOCK,CLOCK,"]);
  });

  test("a copy of the document has none (google.trigger-copies)", async () => {
    const test = start();
    await test.evaluate("every(1)");
    const copy = test.document.copyDocument({ workbook: createMemoryWorkbook(), owner: BEN });
    expect(await test.evaluate("ScriptApp.getUserTriggers(SpreadsheetApp.getActive()).length", copy.as(BEN))).toBe(0);
  });
});

describe("triggers that stop (google.trigger-consent)", () => {
  test("a bound script's does not run without all that the manifest lists; a published add-on's does up to what is missing", async () => {
    const probe = "function probe() { return UrlFetchApp.fetch('https://service.example/') }";
    const test = start(probe);
    await test.evaluate("every(30)");
    test.host.settings.grantedScopes = ALL_SCOPES.slice(0, 1);
    await test.clock.sleep(HOUR_MS + 1);
    expect(starts(test)).toEqual([]);
    await test.host.close();
    const addon = start(probe, { installation: "published" });
    await addon.evaluate("hourly()");
    addon.host.settings.grantedScopes = ALL_SCOPES.slice(0, 1);
    await addon.clock.sleep(HOUR_MS + 1);
    expect(probed(addon)[0]).toContain("permission");
  });

  test("without its scope none is made, listed or deleted", async () => {
    const test = start("", { installation: "bound", grantedScopes: SCOPES });
    for (const code of ["every(1)", "ScriptApp.getProjectTriggers()", "ScriptApp.getUserTriggers(null)"]) {
      expect(await test.failure(code)).toContain("script.scriptapp");
    }
  });

  test("an hour that is let pass fires what is due once; a script under way does not see time jump", async () => {
    const clock = makeShiftable(realClock);
    const files = [
      { name: "Code.js", source: `${SOURCE}function stay() { return SpreadsheetApp.getUi().alert("?") }` },
    ];
    const host = createHost({
      files,
      manifest: { timeZone: "Etc/GMT", oauthScopes: ALL_SCOPES },
      clock,
      fetch: async () => new Response(),
    });
    host.settings.installation = "bound";
    const document = host.openDocument({ workbook: createMemoryWorkbook({}), owner: BEN });
    const ben = document.as(BEN);
    try {
      for (const minutes of [30, 10]) await ben.callFromSidebar("every", `[${minutes}]`);
      const asked = new Promise<string>((resolve) => ben.onUi((event) => event.type === "alert" && resolve(event.id)));
      const staying = ben.callFromSidebar("stay", "[]");
      const question = await asked;
      expect(() => host.forward(HOUR_MS)).toThrow("A script is running");
      expect(host.triggers().map(({ runs }) => runs.length)).toEqual([0, 0]);
      ben.answer(question, "OK");
      await staying;
      const ran = new Promise<void>((resolve) => {
        let logs = 0;
        host.onTrace(({ event }) => void (event === "log" && ++logs === 2 && resolve()));
      });
      host.forward(HOUR_MS);
      await ran;
      expect(host.triggers().map(({ runs }) => runs.length)).toEqual([1, 1]);
      expect(JSON.parse(await ben.callFromSidebar("now", "[]")) - Date.now()).toBeGreaterThan(0.9 * HOUR_MS);
    } finally {
      await host.close();
    }
  });

  test("Google disables one without a word", async () => {
    const test = start();
    const uid = String(await test.evaluate("every(1)"));
    test.host.disableTrigger(uid);
    await test.clock.sleep(HOUR_MS + 1);
    expect([starts(test), await test.evaluate("ScriptApp.getProjectTriggers().length")]).toEqual([[], 1]);
  });
});
