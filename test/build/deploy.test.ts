import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../../local/clock/virtual-clock";
import { PROJECT_ROOT } from "../../local/project-root";
import { createSandboxService } from "../../local/service/sandbox-service";
import { buildAddon } from "../../scripts/build/build-addon";
import { findClasp } from "../../scripts/deploy/clasp";
import { explainClasp } from "../../scripts/deploy/explain-clasp";
import { FETCHED_TABS } from "../../src/result";
import { createDeployWorld, type DeployTestWorld } from "./support/deploy-world";

const SERVICE = ["--service", "https://api.company.example"];

let world: DeployTestWorld;
beforeEach(() => {
  world = createDeployWorld();
});
afterEach(() => world.close());

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

const commands = (): string[] => world.google().calls.map(([command = ""]) => command);

describe("npm run deploy", () => {
  test("makes a sheet with the add-on in it, pushes exactly the built files, and says where it is", async () => {
    world.change({ clasp: await findClasp(PROJECT_ROOT) });
    const { said, refusal } = await world.deploy("--create", "My list", ...SERVICE);
    expect(refusal).toBe("");
    expect(commands()).toEqual(["show-authorized-user", "create-script", "push"]);
    expect(world.google().scripts).toEqual([{ title: "My list", isBound: true }]);
    const built = [
      "Code.js",
      "appsscript.json",
      "sidebar.html",
      "guide.html",
      ...FETCHED_TABS.map((name) => `${name}.html`),
    ];
    const [push] = world.google().pushed;
    expect(push?.scriptId).toBe("script-made-by-fake-clasp-1");
    expect(push?.files.sort()).toEqual(built.map((name) => path.join("dist", name)).sort());
    expect(said).toContain("https://docs.google.com/spreadsheets/d/sheet-made-by-fake-clasp-1/edit");
    expect(said).toContain("https://script.google.com/d/script-made-by-fake-clasp-1/edit");
    expect(said).toContain("Extensions ▸");
    expect(world.files(".build")).toEqual([]);
  });

  test("builds for the service and with the prefix that were named: formulas answer by these names only", async () => {
    world.close();
    world = createDeployWorld(buildAddon);
    expect((await world.deploy("--create", "My list", "--prefix", "xy_", ...SERVICE)).refusal).toBe("");
    expect(JSON.parse(world.read("dist/appsscript.json")).urlFetchWhitelist).toEqual(["https://api.company.example/"]);
    await expectPrefixedFormulas(await readBuiltAddon(world.place("dist")));
  });

  test("pushes again to the same project, for the same service and with the same prefix", async () => {
    await world.deploy("--create", "My list", "--prefix", "xy_", ...SERVICE);
    const { said, refusal } = await world.deploy();
    expect(refusal).toBe("");
    expect(said).toContain('"serviceBaseUrl":"https://api.company.example","formulaPrefix":"XY_"');
    expect(said).toContain("=XY_VERIFY_EMAIL(");
    expect(world.google().pushed.map(({ scriptId }) => scriptId)).toEqual(Array(2).fill("script-made-by-fake-clasp-1"));
    const second = await world.deploy("--create", "Another");
    expect(second.refusal).toContain("npm run deploy pushes to it");
    expect(world.google().scripts).toHaveLength(1);
  });

  test("makes an add-on without a sheet, and a version for the Marketplace described by ours", async () => {
    const made = await world.deploy("--create", "Sheetscout", "--standalone", ...SERVICE);
    expect(made.said).toContain("Test deployments");
    expect(world.google()).toMatchObject({ sheets: [], scripts: [{ title: "Sheetscout", isBound: false }] });
    expect((await world.deploy("--publish")).said).toContain("Version 1 is Sheetscout 9.8.7");
    expect((await world.deploy("--publish")).said).toContain("Version 2 is Sheetscout 9.8.7");
    const deployments = world.google().calls.filter(([command]) => command?.endsWith("-deployment"));
    expect(deployments.map((args) => args.slice(0, 2))).toEqual([
      ["create-deployment", "--description"],
      ["update-deployment", "deployment-1"],
    ]);
    expect(deployments.every((args) => args.includes("Sheetscout 9.8.7"))).toBe(true);
  });

  test("logs in first where nobody is, and pushes nothing if that fails", async () => {
    world.change({ loggedIn: false });
    expect((await world.deploy("--create", "My list", "--no-localhost", ...SERVICE)).refusal).toBe("");
    expect(commands()).toEqual(["show-authorized-user", "login", "show-authorized-user", "create-script", "push"]);
    expect(world.google().calls[1]).toEqual(["login", "--no-localhost"]);
    world.change({ loggedIn: false, loginSucceeds: false, calls: [] });
    expect((await world.deploy()).refusal).toContain("Nobody is logged in");
    expect(commands()).not.toContain("push");
    world.isTerminal = false;
    world.change({ calls: [] });
    expect((await world.deploy("--no-localhost")).refusal).toContain("in a terminal");
    expect(commands()).toEqual(["show-authorized-user"]);
  });

  test("says how to switch on the Apps Script API, and forgets the project that was not made", async () => {
    world.change({ apiOn: false });
    const { refusal } = await world.deploy("--create", "My list", ...SERVICE);
    expect(refusal.split("\n")[0]).toMatch(/API is off .*usersettings, switch .* and run the same command again\.$/);
    expect(refusal).toContain('If an empty sheet "My list" is in your Drive now, delete it.');
    expect(refusal).toContain("clasp says:\n  User has not enabled the Apps Script API.");
    expect(world.files()).not.toContain(".clasp.own.json");
    world.change({ apiOn: true });
    expect((await world.deploy("--create", "My list", ...SERVICE)).refusal).toBe("");
  });

  test("goes on with a project whose making broke off after Google had made it", async () => {
    world.change({ pullFails: true });
    expect((await world.deploy("--create", "My list", ...SERVICE)).refusal).toBe("");
    expect(world.google().pushed.map(({ scriptId }) => scriptId)).toEqual(["script-made-by-fake-clasp-1"]);
    expect(world.google().pushed[0]?.files).toContain("Code.js");
  });

  test("explains a push that Google refuses, with clasp's own words below", async () => {
    await world.deploy("--create", "My list", ...SERVICE);
    world.change({ pushFails: "Requested entity was not found." });
    const { refusal } = await world.deploy();
    expect(refusal).toMatch(/^Google finds no such script.*\n\nclasp says:\n {2}Requested entity was not found\.$/);
  });

  test("says that Google has the files already", async () => {
    await world.deploy("--create", "My list", ...SERVICE);
    world.change({ upToDate: true });
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
    // The real clasp takes seconds to start: it says once what a push sends.
    world.change({ clasp: await findClasp(PROJECT_ROOT) });
    expect((await world.deploy("--check")).refusal).toBe("");
    expect(world.google().scripts).toEqual([
      { title: "My list", isBound: true },
      { title: "Sheetscout check", isBound: true },
    ]);
    const pushes = world.google().pushed.slice(1);
    expect(pushes.map(({ scriptId }) => scriptId)).toEqual(Array(2).fill("script-made-by-fake-clasp-2"));
    const files = ["Code.js", "appsscript.json"].map((name) => path.join(".build", "live-check", name));
    expect(pushes[1]?.files.sort()).toEqual(files);
    expect(JSON.parse(world.read(".build/live-check/appsscript.json")).urlFetchWhitelist).toHaveLength(1);
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

  test("is taken if it is empty or holds Sheetscout", async () => {
    world.change({ remote: { "appsscript.json": "{}", "Code.js": "function myFunction() {\n  \n}\n" } });
    expect((await take()).refusal).toBe("");
    world.write(".clasp.own.json", JSON.stringify({ scriptId: "another-script-of-this-person" }));
    world.change({ remote: { "Code.js": "function VERIFY_EMAIL() {}" } });
    const again = await take();
    expect(again.refusal).toBe("");
    expect(again.said).toContain("named another-script-of-this-person before");
    expect(world.google().pushed.map(({ scriptId }) => scriptId)).toEqual([ID, ID]);
  });

  test("is not replaced unasked if it holds other code, of which a copy is kept", async () => {
    world.change({ remote: { "Payroll.js": "function pay() { return 1; }" } });
    const { refusal } = await take();
    expect(refusal).toContain("other code (Payroll.js)");
    expect(refusal).toContain("--replace");
    expect(world.read(`.build/script-${ID}/files/Payroll.js`)).toContain("function pay()");
    expect(world.google().pushed).toEqual([]);
    expect(world.files()).not.toContain(".clasp.own.json");
    expect((await take("--replace")).refusal).toBe("");
  });
});

test("a damaged project file is explained and kept", async () => {
  world.write(".clasp.own.json", "{ not JSON");
  expect((await world.deploy(...SERVICE)).refusal).toContain(".clasp.own.json is damaged");
  expect(world.read(".clasp.own.json")).toBe("{ not JSON");
});
