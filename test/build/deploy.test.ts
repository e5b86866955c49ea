import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../../local/clock/virtual-clock";
import { createSandboxService } from "../../local/service/sandbox-service";
import { buildAddon } from "../../scripts/build/build-addon";
import { explainClasp } from "../../scripts/deploy/explain-clasp";
import { FETCHED_TABS } from "../../src/result";
import { closeClaspHost, createDeployWorld, type DeployTestWorld } from "./support/deploy-world";
import type { GoogleRefusal } from "./support/google-api";

const SERVICE = ["--service", "https://api.company.example"];

let world: DeployTestWorld;
beforeEach(async () => {
  world = await createDeployWorld();
});
afterEach(() => world.close());
afterAll(closeClaspHost);

/** The prefixed formulas answer, the others do not exist, and what deals with formulas finds the prefixed ones. */
async function expectPrefixedFormulas(addon: Awaited<ReturnType<typeof readBuiltAddon>>): Promise<void> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 10 });
  const asked = new Set<string>();
  const host = createHost({
    ...addon,
    clock,
    fetch: (request) => {
      asked.add(new URL(request.url).hostname);
      return service.fetch(request);
    },
    scriptProperties: { API_KEY: "sandbox-key" },
  });
  const owner = "ann@company.example";
  const workbook = createMemoryWorkbook();
  const ann = host.openDocument({ workbook, owner }).as(owner);
  const first = () => workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 })[0]?.[0];
  ann.keyboard.type("Sheet1", "A1", '=XY_VERIFY_EMAIL("ada.valid@reliable.example")');
  ann.keyboard.type("Sheet1", "A2", '=VERIFY_EMAIL("ada.valid@reliable.example")');
  await clock.idle();
  expect(ann.keyboard.shows("Sheet1", "A1:A2")).toEqual([["VALID"], ["#NAME?"]]);
  expect([...asked]).toEqual(["api.company.example"]);
  ann.keyboard.select("Sheet1", "A1");
  ann.onUi((event) => {
    if (event.type === "alert") ann.answer(event.id, "YES");
  });
  expect(first()).toMatchObject({ formula: expect.stringContaining("XY_VERIFY_EMAIL") });
  await Promise.all([ann.clickMenu("turnFormulasIntoValues"), clock.idle()]);
  expect(first()).toMatchObject({ value: "VALID" });
  expect(first()).not.toMatchObject({ formula: expect.stringContaining("XY_") });
  await host.close();
  service.close();
}

const commands = (): string[] => world.claspCalls.map(([command = ""]) => command);

const BUILT = [
  "Code.js",
  "appsscript.json",
  "sidebar.html",
  "guide.html",
  ...FETCHED_TABS.map((name) => `${name}.html`),
];

/** Opens what Google holds of a script in a sheet: its menu, a formula, its sidebar. */
async function expectWorkingAddon(folder: string): Promise<void> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 10 });
  const host = createHost({
    ...(await readBuiltAddon(folder)),
    clock,
    fetch: (request) => service.fetch(request),
    scriptProperties: { API_KEY: "sandbox-key" },
  });
  const owner = "ann@company.example";
  const ann = host.openDocument({ workbook: createMemoryWorkbook(), owner }).as(owner);
  const opened: string[] = [];
  ann.onUi((event) => opened.push(event.type));
  await ann.open();
  ann.keyboard.type("Sheet1", "A1", '=VERIFY_EMAIL("ada.valid@reliable.example")');
  await Promise.all([ann.clickMenu("showSidebar"), clock.idle()]);
  expect(ann.keyboard.shows("Sheet1", "A1")).toEqual([["VALID"]]);
  expect(opened).toEqual(expect.arrayContaining(["menus", "sidebar"]));
  await host.close();
  service.close();
}

describe("npm run deploy", () => {
  test("makes a sheet with the add-on in it by the real clasp: what Google has then works in the host @slow", async () => {
    world.startsClasp = true;
    const { said, refusal } = await world.deploy("--create", "My list", ...SERVICE);
    expect(refusal).toBe("");
    expect(commands()).toEqual(["show-authorized-user", "create-script", "push"]);
    expect([...world.google.sheets]).toEqual([["sheet-1", "My list"]]);
    expect(world.google.scripts.get("script-1")).toMatchObject({ title: "My list", parentId: "sheet-1" });
    expect(world.filesOf("script-1")).toEqual([...BUILT].sort());
    expect(said).toContain("https://docs.google.com/spreadsheets/d/sheet-1/edit");
    expect(said).toContain("https://script.google.com/d/script-1/edit");
    expect(said).toContain("Extensions ▸");
    expect(world.files(".build")).toEqual([]);
    await expectWorkingAddon(world.pull("script-1"));
  });

  test("builds for the service and with the prefix that were named: formulas answer by these names only @slow", async () => {
    await world.close();
    world = await createDeployWorld(buildAddon);
    expect((await world.deploy("--create", "My list", "--prefix", "xy_", ...SERVICE)).refusal).toBe("");
    const pushed = await readBuiltAddon(world.pull("script-1"));
    expect(pushed.manifest.urlFetchWhitelist).toEqual(["https://api.company.example/"]);
    await expectPrefixedFormulas(pushed);
  });

  test("pushes again to the same project, for the same service and with the same prefix @slow", async () => {
    await world.deploy("--create", "My list", "--prefix", "xy_", ...SERVICE);
    world.write("dist/Code.js", "// An older one.");
    const { said, refusal } = await world.deploy();
    expect(refusal).toBe("");
    expect(said).toContain('"serviceBaseUrl":"https://api.company.example","formulaPrefix":"XY_"');
    expect(said).toContain("=XY_VERIFY_EMAIL(");
    const second = await world.deploy("--create", "Another");
    expect(second.refusal).toContain("npm run deploy pushes to it");
    expect([...world.google.scripts.keys()]).toEqual(["script-1"]);
  });

  test("makes an add-on without a sheet, and a version for the Marketplace described by ours @slow", async () => {
    const made = await world.deploy("--create", "Sheetscout", "--standalone", ...SERVICE);
    expect(made.said).toContain("Test deployments");
    const { sheets, scripts } = world.google;
    expect([sheets.size, scripts.get("script-1")?.parentId]).toEqual([0, undefined]);
    expect((await world.deploy("--publish")).said).toContain("Version 1 is Sheetscout 9.8.7");
    expect((await world.deploy("--publish")).said).toContain("Version 2 is Sheetscout 9.8.7");
    expect(scripts.get("script-1")?.versions).toEqual(Array(2).fill("Sheetscout 9.8.7"));
    const deployments = [...(scripts.get("script-1")?.deployments.values() ?? [])];
    expect(deployments).toMatchObject([{ versionNumber: 2, description: "Sheetscout 9.8.7" }]);
  });

  test("logs in first where nobody is, and pushes nothing if that fails", async () => {
    world.logOut();
    expect((await world.deploy("--create", "My list", "--no-localhost", ...SERVICE)).refusal).toBe("");
    expect(commands()).toEqual(["show-authorized-user", "login", "show-authorized-user", "create-script", "push"]);
    expect(world.claspCalls[1]).toEqual(["login", "--no-localhost"]);
    world.logOut();
    Object.assign(world, { loginSucceeds: false, claspCalls: [] });
    expect((await world.deploy()).refusal).toContain("Nobody is logged in");
    expect(commands()).not.toContain("push");
    Object.assign(world, { isTerminal: false, claspCalls: [] });
    expect((await world.deploy("--no-localhost")).refusal).toContain("in a terminal");
    expect(commands()).toEqual(["show-authorized-user"]);
  });

  test("says how to switch on the Apps Script API, and forgets the project that was not made", async () => {
    world.google.refusals = [["/v1/projects", "apiOff"]];
    const { refusal } = await world.deploy("--create", "My list", ...SERVICE);
    expect(refusal.split("\n")[0]).toMatch(/API is off .*usersettings, switch .* and run the same command again\.$/);
    expect(refusal).toContain('If an empty sheet "My list" is in your Drive now, delete it.');
    expect(refusal).toContain("User has not enabled the Apps Script API.");
    expect(world.files()).not.toContain(".clasp.own.json");
    world.google.refusals = [];
    expect((await world.deploy("--create", "My list", ...SERVICE)).refusal).toBe("");
  });

  test("goes on with a project whose making broke off after Google had made it", async () => {
    world.google.refusals = [["/content", "noPermission"]];
    expect((await world.deploy("--create", "My list", ...SERVICE)).refusal).toContain("may not change this script");
    world.google.refusals = [];
    expect((await world.deploy()).refusal).toBe("");
    expect([...world.google.scripts.keys()]).toEqual(["script-1"]);
    expect(world.filesOf("script-1")).toContain("Code.js");
  });

  test.each<[GoogleRefusal, RegExp]>([
    ["gone", /^Google finds no such script.*\n\nclasp says:\n {2}Requested entity was not found\.$/],
    ["emptyBoxes", /^Google was not allowed .* --login.* tick every box/],
    ["noPermission", /^The account you are logged in with may not change this script/],
    ["broken", /^Google has failed.*Try again in a minute/],
    ["quota", /^Google asks for a pause/],
  ])("explains a push that Google refuses (%s), with clasp's own words below", async (refusal, words) => {
    await world.deploy("--create", "My list", ...SERVICE);
    world.google.refusals = [["/content", refusal]];
    expect((await world.deploy()).refusal).toMatch(words);
  });

  test("explains a login that has run out", async () => {
    await world.deploy("--create", "My list", ...SERVICE);
    world.google.isLoginExpired = true;
    expect((await world.deploy()).refusal).toContain("run the same command again with --login");
  });

  test("says that Google has the files already", async () => {
    await world.deploy("--create", "My list", ...SERVICE);
    expect((await world.deploy()).said).toContain("Google has these files already.");
  });

  test("builds nothing and asks nobody before a service and a project are named", async () => {
    expect((await world.deploy()).refusal).toContain('npm run deploy -- --create "My list"');
    expect((await world.deploy("--create", "My list")).refusal).toContain("Name the service");
    expect((await world.deploy("--create", "My list", "--service", "https://*.example")).refusal).toContain("one host");
    const sandbox = await world.deploy("--create", "My list", "--service", "https://sandbox.sheetscout.example");
    expect(sandbox.refusal).toContain("https tunnel");
    expect(commands()).toEqual([]);
    expect(world.files()).toEqual([]);
    expect(world.google.calls).toEqual([]);
  });

  test("offers the sandbox's keys if the sandbox answers, and says so if nobody does", async () => {
    const forgotten = { error: true, message: "Start it with --public-host NAME if a tunnel leads here." };
    world.serviceAnswers(async () => Response.json(forgotten, { status: 421 }));
    const unnamed = await world.deploy("--create", "My list", "--service", "https://abc.tunnel.example");
    expect(unnamed.refusal).toContain("npm run service -- --public-host abc.tunnel.example");
    const service = createSandboxService({ dataDirectory: null, clock: createVirtualClock(), companies: 1 });
    world.serviceAnswers((request) => service.fetch(request));
    const sandbox = await world.deploy("--create", "My list", "--service", "https://abc.tunnel.example");
    expect(sandbox.said).toContain(
      'choose one of the sandbox\'s keys and try =VERIFY_EMAIL("ada.valid@reliable.example")',
    );
    expect(sandbox.said).toContain('"isSandbox":true');
    service.close();
    world.serviceAnswers(() => Promise.reject(new Error("no tunnel")));
    const silent = await world.deploy();
    expect(silent.said).toContain("Nothing answers at https://abc.tunnel.example now");
    expect(silent.said).toContain('"isSandbox":false');
  });
});

describe("npm run deploy -- --check", () => {
  test("makes a sheet of its own for the live check, beside the add-on's, and pushes to it again", async () => {
    await world.deploy("--create", "My list", ...SERVICE);
    const { said, refusal } = await world.deploy("--check");
    expect(refusal).toBe("");
    expect(said).toContain("Sheetscout check ▸ Run the live check");
    expect((await world.deploy("--check")).refusal).toBe("");
    expect([...world.google.sheets.values()]).toEqual(["My list", "Sheetscout check"]);
    expect(world.filesOf("script-2")).toEqual(["Code.js", "appsscript.json", "page.html"]);
    const { urlFetchWhitelist } = (await readBuiltAddon(world.pull("script-2"))).manifest;
    expect(urlFetchWhitelist).toHaveLength(1);
  });

  test("calls no service but the sandbox", async () => {
    expect((await world.deploy("--check", ...SERVICE)).refusal).toContain("calls no service but the sandbox");
    world.serviceAnswers(async () => Response.json({ response: { current_plan: "ENTERPRISE" } }));
    expect((await world.deploy("--check", "--service", "https://abc.tunnel.example")).refusal).toBe("");
    const { urlFetchWhitelist } = JSON.parse(world.read(".build/live-check/appsscript.json"));
    expect(urlFetchWhitelist).toContain("https://abc.tunnel.example/");
  });
});

test.each([
  ["Requested entity was not found.", "Google finds no such script"],
  ["The caller does not have permission", "may not change this script"],
  ["invalid_grant", "run the same command again with --login"],
  ["getaddrinfo ENOTFOUND script.googleapis.com", "Google could not be reached"],
  ["Quota exceeded for quota metric 'Management requests'", "asks for a pause"],
  ["something nobody has met", "clasp could not push the files."],
  ["", "clasp could not push the files. It says nothing about it."],
])("clasp's words are explained: %s", (errors, meaning) => {
  expect(explainClasp({ out: "", errors }, "push the files")).toContain(meaning);
});

describe("a script that was there before", () => {
  const ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  const take = (...args: string[]) => world.deploy("--script-id", ID, ...SERVICE, ...args);

  /** A script with this one file of code beside its manifest. */
  function hold(name: string, source: string): void {
    const manifest = { name: "appsscript", type: "JSON", source: "{}" } as const;
    const files = [manifest, { name, type: "SERVER_JS", source } as const];
    world.google.scripts.set(ID, { title: "Before", files, versions: [], deployments: new Map() });
  }

  test("is taken if it is empty or holds Sheetscout", async () => {
    hold("Code", "function myFunction() {\n  \n}\n");
    expect((await take()).refusal).toBe("");
    expect(world.filesOf(ID)).toEqual([...BUILT].sort());
    world.write(".clasp.own.json", JSON.stringify({ scriptId: "another-script-of-this-person" }));
    hold("Code", "function VERIFY_EMAIL() {}");
    const again = await take();
    expect(again.refusal).toBe("");
    expect(again.said).toContain("named another-script-of-this-person before");
    expect(world.filesOf(ID)).toEqual([...BUILT].sort());
  });

  test("is not replaced unasked if it holds other code, of which a copy is kept", async () => {
    hold("Payroll", "function pay() { return 1; }");
    const { refusal } = await take();
    expect(refusal).toContain("other code (Payroll.js)");
    expect(refusal).toContain("--replace");
    expect(world.read(`.build/script-${ID}/files/Payroll.js`)).toContain("function pay()");
    expect(world.filesOf(ID)).toEqual(["Payroll.js", "appsscript.json"]);
    expect(world.files()).not.toContain(".clasp.own.json");
    expect((await take("--replace")).refusal).toBe("");
    expect(world.filesOf(ID)).toEqual([...BUILT].sort());
  });
});

test("a damaged project file is explained and kept", async () => {
  world.write(".clasp.own.json", "{ not JSON");
  expect((await world.deploy(...SERVICE)).refusal).toContain(".clasp.own.json is damaged");
  expect(world.read(".clasp.own.json")).toBe("{ not JSON");
});
