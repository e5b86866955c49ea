import process from "node:process";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createHost } from "../../../local/apps-script/create-host";
import { callClass } from "../../../local/apps-script/faults";
import { hostCallNames } from "../../../local/apps-script/services/call-service";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { realClock } from "../../../local/clock/clock";
import { ANN, createTestHost, type TestHost, type TestHostOptions } from "../support/test-host";

const SOURCE = `
function work(lane) {
  var lock = LockService.getScriptLock(), cache = CacheService.getScriptCache();
  for (var i = 0; i < 5; i++) {
    lock.waitLock(300000);
    var turn = Number(cache.get("turn") || 0) + 1;
    cache.put("turn", turn);
    lock.releaseLock();
    Utilities.sleep(Math.floor(Math.random() * 1000));
    SpreadsheetApp.getActiveSheet().appendRow([lane, turn, Utilities.getUuid(), Date.now()]);
    SpreadsheetApp.flush();
  }
}
function hour() { for (var i = 0; i < 11; i++) { Utilities.sleep(30000); CacheService.getScriptCache().put("k" + i, "v"); } }
function nap(ms) { Utilities.sleep(ms); }
function spin() { while (true) {} }
function steps() {
  var sheet = SpreadsheetApp.getActiveSheet();
  try {
    sheet.getRange("A1").setValue("one");
    SpreadsheetApp.flush();
    sheet.getRange("A2").setValue("two");
    LockService.getScriptLock().tryLock(0);
    CacheService.getScriptCache().put("a", "b");
  } finally { PropertiesService.getScriptProperties().setProperty("finally", "ran"); }
}
`;

let made: TestHost | undefined;
function start(options: TestHostOptions = {}): TestHost {
  made = createTestHost({ source: SOURCE, ...options });
  return made;
}
afterEach(() => made?.host.close());

/** The trace and the sheet after eight executions at once. */
async function race(seed: number): Promise<unknown> {
  const latencyMs = (_name: string, random: () => number) => Math.floor(random() * 100);
  const startLatencyMs = (random: () => number) => Math.floor(random() * 400);
  const test = start({ settings: { seed, latencyMs, startLatencyMs } });
  await Promise.all(Array.from({ length: 8 }, (_, lane) => test.ann.callFromSidebar("work", `[${lane}]`)));
  const rows = test.ann.keyboard.shows("Sheet1", "A1:D40");
  await test.host.close();
  return { rows, trace: test.trace };
}

describe("virtual time", () => {
  test("the same seed gives the same trace, another seed another", async () => {
    const first = await race(1);
    expect(await race(1)).toEqual(first);
    expect(await race(2)).not.toEqual(first);
  });

  test("a formula beyond 30 at once waits, or shows an error", async () => {
    const beyond = async (formulasWait: boolean): Promise<unknown> => {
      const { ann, host } = start({ settings: { formulasWait } });
      const shown = await Promise.all(Array.from({ length: 31 }, () => ann.callFormula("nap", [1000])));
      await host.close();
      return shown.filter((each) => each !== null && typeof each === "object").length;
    };
    expect([await beyond(true), await beyond(false)]).toEqual([0, 1]);
  });

  test("half an hour of 30 executions at once takes seconds of computing, not minutes @slow", async () => {
    const { ann, clock } = start();
    const thirty = (name: string, args: string) =>
      Promise.all(Array.from({ length: 30 }, () => ann.callFromSidebar(name, args)));
    await thirty("nap", "[1]");
    const startedMs = clock.now();
    // Computing time, so that a busy machine does not fail the test; nothing here waits for anything else.
    const before = process.cpuUsage();
    for (let round = 0; round < 6; round++) {
      await thirty("hour", "[]");
    }
    expect(clock.now() - startedMs).toBeGreaterThanOrEqual(30 * 60 * 1000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(15_000);
  });

  test("latency by call: the clock moves by it before the call has its effect", async () => {
    const { evaluate, clock } = start({ settings: { latencyMs: (name) => (name === "CacheService.put" ? 60 : 0) } });
    const startedMs = clock.now();
    await evaluate("CacheService.getScriptCache().put('a', 'b') || CacheService.getScriptCache().get('a')");
    expect(clock.now() - startedMs).toBe(60);
  });

  test("every host call has a class, fetches and sleeps their own", () => {
    const names = hostCallNames();
    expect(names.length).toBeGreaterThan(50);
    expect(
      ["UrlFetchApp.fetch", "Utilities.sleep", "CacheService.get", "Range.setValues", "Sheet.getRange"].map(callClass),
    ).toEqual(["fetch", "sleep", "cache", "sheet", "local"]);
  });

  test("a busy wait is ended by the watchdog", async () => {
    const { ann, evaluate } = start({ settings: { watchdogCpuMs: 300 } });
    await expect(ann.callFromSidebar("spin", "[]")).rejects.toThrow("Exceeded maximum execution time");
    expect(await evaluate("1 + 1")).toBe(2);
  });
});

describe("crash points", () => {
  test("an execution ended at any call loses unflushed writes, frees its locks and runs no finally", async () => {
    const left: unknown[] = [];
    for (const [callIndex, when] of [
      [6, "before"],
      [6, "after"],
      [7, "after"],
      [9, "after"],
    ] as const) {
      const { ann, host, evaluate, trace } = start({ settings: { crash: { callIndex, when } } });
      await expect(ann.callFromSidebar("steps", "[]")).rejects.toMatchObject({ isKilled: true });
      const names = trace.filter(({ event }) => event === "call").map(({ detail }) => detail);
      left.push([names.at(-1), ann.keyboard.shows("Sheet1", "A1:A2").flat()]);
      expect(await evaluate("LockService.getScriptLock().tryLock(0)")).toBe(true);
      expect(host.save().scriptProperties).toEqual({});
      await host.close();
    }
    expect(left).toEqual([
      ["Sheet.getRange", ["one", ""]],
      ["Sheet.getRange", ["one", ""]],
      ["Range.setValues", ["one", ""]],
      ["CacheService.put", ["one", ""]],
    ]);
  });

  test("a point may name the execution it ends", async () => {
    const { ann, host } = start({ settings: { crash: { callIndex: 1, when: "before", executionId: 2 } } });
    await ann.callFromSidebar("steps", "[]");
    await expect(ann.callFromSidebar("steps", "[]")).rejects.toThrow();
    expect(host.settings.crash).toBe(null);
  });
});

describe("the person at the keyboard", () => {
  test("acts between any two calls while time stands still", async () => {
    const seen: string[] = [];
    const { ann, clock } = start({
      settings: {
        betweenCalls: (callIndex, name, document) => {
          seen.push(`${callIndex} ${name}`);
          if (name === "SpreadsheetApp.flush") document.as(ANN).keyboard.insert("Sheet1", "rows", 1);
        },
      },
    });
    const startedMs = clock.now();
    await ann.callFromSidebar("steps", "[]");
    expect(seen.slice(0, 2)).toEqual(["1 SpreadsheetApp.getActive", "2 Spreadsheet.getSelection"]);
    expect(ann.keyboard.shows("Sheet1", "A1:A3")).toEqual([["one"], ["two"], [""]]);
    expect(clock.now()).toBe(startedMs);
  });
});

describe("real time", () => {
  test("executions run side by side; closing the host ends them", async () => {
    const source = `
      function NAP(ms) { Utilities.sleep(ms); }
      function MEET(name) {
        var cache = CacheService.getScriptCache();
        cache.put(name, "is here");
        while (Object.keys(cache.getAll(["ann", "ben", "cem"])).length < 3) Utilities.sleep(5);
        return "all have met";
      }`;
    const host = createHost({
      files: [{ name: "Code.js", source }],
      manifest: { timeZone: "Etc/GMT" },
      clock: realClock,
      fetch,
    });
    const ann = host.openDocument({ workbook: createMemoryWorkbook(), owner: ANN }).as(ANN);
    const meetings = await Promise.all(["ann", "ben", "cem"].map((name) => ann.callFormula("MEET", [name])));
    expect(meetings).toEqual(["all have met", "all have met", "all have met"]);
    const forever = ann.callFormula("NAP", [299_000]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await host.close();
    expect(await forever).toMatchObject({ error: "#ERROR!" });
  });
});

describe("what an execution leaves in its thread", () => {
  const LEFT = `
    function leave() { Promise.resolve().then(() => 1).then(() => 2).then(() => 3).then(() => CacheService.getScriptCache().put("left", "x")); return 1; }
    function look() { return CacheService.getScriptCache().get("left"); }
    async function late() { await null; CacheService.getScriptCache().put("a", "b"); return 2; }
  `;

  test("promises it dropped call nothing in the next execution's name", async () => {
    const { ann, trace } = start({ source: LEFT });
    await ann.callFromSidebar("leave", "[]");
    await ann.callFromSidebar("look", "[]");
    const calls = trace.filter(({ event, executionId }) => event === "call" && executionId === 2);
    expect(calls.map(({ detail }) => detail)).toEqual(["CacheService.get"]);
  });

  test("one killed behind an await is gone too, and the host goes on", async () => {
    const { ann } = start({ source: LEFT, settings: { crash: { callIndex: 1, when: "before" } } });
    await expect(ann.callFromSidebar("late", "[]")).rejects.toMatchObject({ isKilled: true });
    expect(await ann.callFromSidebar("late", "[]")).toBe("2");
  });
});
