import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../../local/project-root";
import { claspEntry, findClasp } from "../../../scripts/deploy/clasp";
import { readDeployOptions } from "../../../scripts/deploy/options";

const NOTHING = {
  create: undefined,
  standalone: false,
  scriptId: undefined,
  replace: false,
  service: undefined,
  prefix: undefined,
  check: false,
  publish: false,
  login: false,
  localhost: true,
};

describe("the options of npm run deploy", () => {
  test("are read", () => {
    expect(readDeployOptions([], {})).toEqual(NOTHING);
    expect(readDeployOptions(["--create", "My list", "--standalone", "--service=https://a.example"], {})).toEqual({
      ...NOTHING,
      create: "My list",
      standalone: true,
      service: "https://a.example",
    });
    expect(readDeployOptions(["--check", "--no-localhost", "--login"], {})).toEqual({
      ...NOTHING,
      check: true,
      localhost: false,
      login: true,
    });
  });

  test("reach us through npm where PowerShell has swallowed the dashes before them", () => {
    const swallowed = {
      npm_config_create: "My list",
      npm_config_service: "https://a.example",
      npm_config_standalone: "true",
      npm_config_localhost: "",
      npm_config_prefix: "C:\\Users\\Ann\\AppData\\Roaming\\npm",
    };
    expect(readDeployOptions([], swallowed)).toEqual({
      ...NOTHING,
      create: "My list",
      service: "https://a.example",
      standalone: true,
      localhost: false,
    });
  });

  test.each([
    "https://script.google.com/d/1AbCdEfGhIjKlMnOpQrStUv/edit",
    "https://script.google.com/home/projects/1AbCdEfGhIjKlMnOpQrStUv/settings",
    "https://script.google.com/u/0/home/projects/1AbCdEfGhIjKlMnOpQrStUv/edit",
    "1AbCdEfGhIjKlMnOpQrStUv",
  ])("take the script's id from %s", (given) => {
    expect(readDeployOptions(["--script-id", given], {}).scriptId).toBe("1AbCdEfGhIjKlMnOpQrStUv");
  });

  test.each([
    [["--create"], "--create"],
    [["--create", ""], "--create needs a value"],
    [["--create", "My", "list"], "put a title of several words in quotes"],
    [["--standalone"], "belongs to --create"],
    [["--create", "A", "--script-id", "1AbCdEfGhIjKlMnOpQrStUv"], "choose"],
    [["--script-id", "My list"], "Project Settings"],
    [["--replace"], "belongs to --script-id"],
    [["--check", "--publish"], "neither standalone nor published"],
    [["--check", "--prefix", "XY_"], "no formulas"],
    [["--chek"], "Unknown option '--chek'."],
  ])("%j is refused with what is right", (args, reason) => {
    expect(() => readDeployOptions(args, {})).toThrow(reason);
  });
});

describe("clasp's entry file", () => {
  test("is found through its package.json, whatever the system's paths look like", async () => {
    const text = JSON.stringify({ bin: { clasp: "build/src/index.js" } });
    const folder = "C:\\Users\\Ann Lee\\sheetscout\\node_modules\\@google\\clasp";
    expect(claspEntry(text, folder, path.win32)).toBe(`${folder}\\build\\src\\index.js`);
    expect(claspEntry(JSON.stringify({ bin: "cli.js" }), "/p/clasp", path.posix)).toBe("/p/clasp/cli.js");
    expect(await findClasp(PROJECT_ROOT)).toMatch(/clasp[/\\]build[/\\]src[/\\]index\.js$/);
  });

  test("is asked for before npm ci in one sentence", async () => {
    await expect(findClasp(path.join(PROJECT_ROOT, "docs"))).rejects.toThrow("run npm ci first");
  });
});
