import { readFile } from "node:fs/promises";
import { createContext, runInContext } from "node:vm";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createFrameScript } from "../../../local/apps-script/client/frame-script";
import { type OpenPage, openPage } from "../../../local/apps-script/client/open-page";
import { createTestHost, type TestHost, type TestHostOptions } from "../support/test-host";

const SOURCE = `
function echo(value) { return value; }
function two(a, b) { return [a, b]; }
function nap(ms) { Utilities.sleep(ms); return ms; }
function dates() { return { when: new Date(), name: "x" }; }
function made() { return new (class Thing { constructor() { this.a = 1 } go() {} })(); }
function gap() { return { a: undefined, b: [undefined] }; }
function bad() { throw new RangeError("out of range"); }
function where() { return SpreadsheetApp.getActiveRange().getA1Notation(); }
function whose() { return PropertiesService.getUserProperties().getProperty("k"); }
function hidden_() { return 1; }
var nested = { inner: function () {} };
`;

let made: TestHost | undefined;
function start(options: TestHostOptions = {}): TestHost & { page: OpenPage } {
  made = createTestHost({ source: SOURCE, ...options });
  return { ...made, page: openPage(made.ann, made.host.functions()) };
}
afterEach(() => made?.host.close());

/** Calls a function and gives what its handlers get. */
function call({ run }: OpenPage, name: string, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const runner = run.withSuccessHandler(resolve).withFailureHandler((error) => reject(error as Error));
    runner[name]?.(...args);
  });
}

describe("google.script.run", () => {
  test("passes plain values both ways, as copies", async () => {
    const { page } = start();
    const sent = { list: [1, "a", true, null], deep: { x: [[]] } };
    const got = await call(page, "echo", sent);
    expect(got).toEqual(sent);
    expect(got).not.toBe(sent);
    expect(await call(page, "two", undefined, [undefined])).toEqual([null, [null]]);
  });

  test.each([
    ["a date", { when: new Date(0) }],
    ["a function", [() => 1]],
    ["a class instance", { map: new Map() }],
    [
      "a circle",
      (() => {
        const list: unknown[] = [];
        list.push(list);
        return list;
      })(),
    ],
  ])("refuses %s as an argument, however deep", (_what, value) => {
    const { page } = start();
    expect(() => page.run.echo?.(value)).toThrow("Failed due to illegal value in property: 0");
  });

  test("a form stands for its fields", async () => {
    const { page } = start();
    const elements = [
      { name: "email", value: "a@company.example" },
      { name: "off", value: "1", type: "checkbox", checked: false },
      { name: "many", value: 1 },
      { name: "many", value: 2 },
    ];
    expect(await call(page, "echo", { nodeName: "FORM", elements })).toEqual({
      email: "a@company.example",
      many: ["1", "2"],
    });
  });

  test.each(["dates", "made"])("a forbidden result (%s) arrives as null", async (name) => {
    const { page } = start();
    expect(await call(page, name)).toBe(null);
  });

  test("a field that is undefined arrives as null, both ways, or is left out in results as an option", async () => {
    const { page } = start();
    expect(await call(page, "echo", { a: undefined })).toEqual({ a: null });
    expect(await call(page, "gap")).toEqual({ a: null, b: [null] });
    await made?.host.close();
    const kinder = start({ settings: { undefinedFieldBecomesNull: false } });
    expect(Object.keys((await call(kinder.page, "gap")) as object)).toEqual(["b"]);
  });

  test("or, as an option, fails the call", async () => {
    const { page } = start({ settings: { dateResultBecomesNull: false } });
    await expect(call(page, "dates")).rejects.toThrow("unsupported type");
  });

  test("ten calls at once, an eleventh waits", async () => {
    const { page, clock } = start();
    const startedMs = clock.now();
    await Promise.all(Array.from({ length: 11 }, () => call(page, "nap", 1000)));
    expect(clock.now() - startedMs).toBe(2000);
  });

  test("each handler method gives a new runner, and the user object stays in the page", async () => {
    const { page, clock } = start();
    const seen: unknown[] = [];
    const element = { self: new Map() };
    const runner = page.run
      .withUserObject(element)
      .withSuccessHandler((value, object) => seen.push(["first", value, object === element]));
    runner.withSuccessHandler((value) => seen.push(["second", value])).echo?.(2);
    runner.echo?.(1);
    await clock.idle();
    expect(seen.toSorted()).toEqual([
      ["first", 1, true],
      ["second", 2],
    ]);
  });

  test("errors reach the failure handler with name and message, else the console", async () => {
    const { page, clock } = start();
    await expect(call(page, "bad")).rejects.toMatchObject({ name: "RangeError", message: "out of range" });
    page.run.bad?.();
    await clock.idle();
    expect(page.unhandled.map(({ message }) => message)).toEqual(["out of range"]);
  });

  test("private and nested functions cannot be called, not even past the page", async () => {
    const { page, ann } = start();
    expect([page.run.hidden_, page.run.nested, page.run.inner]).toEqual([undefined, undefined, undefined]);
    for (const name of ["hidden_", "nested.inner", "eval"]) {
      await expect(ann.callFromSidebar(name, "[]")).rejects.toThrow(`Script function not found: ${name}`);
    }
  });

  test("runs as the person at the keyboard, with their own properties and selection", async () => {
    const { evaluate, ben, host } = start();
    await evaluate("PropertiesService.getUserProperties().setProperty('k', 'ann')");
    ben.keyboard.select("Sheet1", "B2:C3");
    const page = openPage(ben, host.functions());
    expect(await call(page, "whose")).toBe(null);
    expect(await call(page, "where")).toBe("B2:C3");
  });

  test("after closing, calls under way end on the server and their results are dropped", async () => {
    const { page, clock, trace } = start();
    const seen: unknown[] = [];
    page.run.withSuccessHandler((value) => seen.push(value)).nap?.(1000);
    await clock.sleep(500);
    page.host.close();
    await clock.idle();
    expect(seen).toEqual([]);
    expect(trace.map(({ event }) => event)).toContain("end");
  });

  test("as an option calls fail now and then before they run", async () => {
    const { page, trace } = start({ settings: { sidebarFailureChance: 1 } });
    await expect(call(page, "echo", 1)).rejects.toMatchObject({ name: "ScriptError" });
    expect(trace).toEqual([]);
  });
});

describe("the same client in a frame", () => {
  test("talks to the page around it by messages", async () => {
    const { host } = start();
    const html = await createFrameScript(host.functions());
    const code = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? "";
    const sent: Record<string, unknown>[] = [];
    let listen: (event: unknown) => void = () => {};
    const parent = { postMessage: (message: Record<string, unknown>) => sent.push(message) };
    const frame = createContext({
      parent,
      location: { origin: "null" },
      console,
      addEventListener: (_type: string, listener: (event: unknown) => void) => {
        listen = listener;
      },
    });
    runInContext(code, frame);
    runInContext(
      "google.script.run.withSuccessHandler((value) => { got = value }).echo({ a: 1 }); google.script.host.close();",
      frame,
    );
    expect(sent).toEqual([
      { appsScript: "call", id: 1, functionName: "echo", argsJson: '[{"a":1}]' },
      { appsScript: "close" },
    ]);
    listen({ source: "someone else", data: { appsScript: "answer", id: 1, resultJson: '"forged"' } });
    listen({ source: parent, data: { appsScript: "answer", id: 1, resultJson: '{"b":2}' } });
    await Promise.resolve();
    expect(runInContext("got", frame)).toEqual({ b: 2 });
    expect(await readFile(".build/host/frame-client.js", "utf8")).not.toContain("</script");
  });
});
