import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import vm from "node:vm";
import { describe, expect, test } from "@jest/globals";
import { parse } from "acorn";
import { ADDON_FOLDER } from "../../local/addon/read-built-addon";
import { cutPageComments } from "../../local/apps-script/loading/page-comments";
import { PROJECT_ROOT } from "../../local/project-root";
import { SIZE_LIMITS } from "../../scripts/build/build-settings";
import { bundleSidebar } from "../../scripts/build/bundle-sidebar";
import { shippedPackages } from "../../scripts/build/shipped-packages";
import { findClasp } from "../../scripts/deploy/clasp";

const run = (script: string, environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, ["scripts/run.mjs", script], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    env: { ...process.env, SERVICE_BASE_URL: "", ...environment },
  });

describe("the built add-on", () => {
  const read = (name: string): string => readFileSync(path.join(ADDON_FOLDER, name), "utf8");

  test("allows calls to the service's address only", () => {
    expect(JSON.parse(read("appsscript.json")).urlFetchWhitelist).toEqual(["https://sandbox.sheetscout.example/"]);
  });

  test("stays under its sizes, and the decision names that of the server", () => {
    for (const [name, limit] of Object.entries(SIZE_LIMITS)) {
      expect(Buffer.byteLength(read(name))).toBeLessThan(limit);
    }
    const decision = readFileSync(path.join(PROJECT_ROOT, "docs/decisions/bundle-size.md"), "utf8");
    expect(decision).toContain(`The limit is ${SIZE_LIMITS["Code.js"] / 1_000} kB.`);
  });

  test("carries the licence notice of every package that stands in it", () => {
    const packages = shippedPackages();
    expect(packages.map(({ name, license }) => [name, license])).toEqual([
      ["leven", "MIT"],
      ["preact", "MIT"],
      ["valibot", "MIT"],
    ]);
    expect(read("sidebar.html")).toContain("Copyright (c) 2015-present Jason Miller");
    expect(read("sidebar.html")).toContain("THE SOFTWARE IS PROVIDED");
  });

  test("gives each formula's help as Google's examples do: above a line of its own, with a type for each parameter", () => {
    const code = read("Code.js");
    const helps = [...code.matchAll(/^\/\*\*\n(?: \*.*\n)+ \*\/\nfunction ([A-Z_]+)\((.*)\)\{\}$/gm)];
    expect(helps.map(([, name]) => name)).toEqual([
      ...["VERIFY_EMAIL", "EMAIL_COUNT", "COMPANY_INFO", "DOMAIN_EMAILS", "ACCOUNT_INFO"],
    ]);
    for (const [help, , parameters = ""] of helps) {
      const typed = [...help.matchAll(/^ \* @param \{[\w<>|]+\} (\w+) /gm)].map(([, name]) => name);
      expect(typed).toEqual(parameters.split(","));
      expect(help).toContain("\n * @customfunction\n");
    }
    const [declarations = ""] = code.split("webpackBootstrap");
    expect(declarations).not.toMatch(/.function \w+\(\w*\)\{\}/);
  });

  test("is written in the language of 2020 throughout, packages included @slow", () => {
    expect(() => parse(read("Code.js"), { ecmaVersion: 2020 })).not.toThrow();
  });

  test("has nothing in its pages that HtmlService could take for a comment, a link to its help included @slow", async () => {
    const linked = await bundleSidebar("1.2.3", "https://docs.example/sheetscout/");
    const pages = [
      ...Object.values(linked),
      ...readdirSync(ADDON_FOLDER).flatMap((name) => (name.endsWith(".html") ? read(name) : [])),
    ];
    expect(pages.length).toBeGreaterThan(8);
    for (const page of pages) {
      const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
      expect(scripts.flatMap((script) => /.{0,30}\/[/*].{0,30}/.exec(script) ?? [])).toEqual([]);
      for (const script of scripts) expect(() => new vm.Script(script)).not.toThrow();
      for (const where of ["templates", "strings"] as const) expect(cutPageComments(page, where) === page).toBe(true);
    }
    expect(linked["sidebar.html"]).toContain("https:\\x2F\\x2Fdocs.example");
  });

  test("loads nothing into the sidebar from elsewhere", () => {
    expect(read("sidebar.html")).not.toMatch(/<(script|link|img)[^>]+(src|href)=/);
  });
});

describe("the commands", () => {
  test("npm run build refuses an address without https with one sentence @slow", () => {
    const { status, stderr } = run("scripts/build.ts", { SERVICE_BASE_URL: "http://api.example.com" });
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("must begin with https://");
  });

  test("npm run deploy says what it needs where nothing was made yet @slow", () => {
    const { status, stderr } = run("scripts/deploy.ts");
    expect(status).toBe(1);
    expect(stderr).toContain("There is no Apps Script project of yours yet.");
  });

  test("clasp would push the built files and nothing else @slow", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "project-"));
    for (const name of [".clasp.json", "README.md"]) cpSync(path.join(PROJECT_ROOT, name), path.join(folder, name));
    cpSync(ADDON_FOLDER, path.join(folder, "dist"), { recursive: true });
    writeFileSync(path.join(folder, "stray.js"), "");
    const args = [await findClasp(PROJECT_ROOT), "show-file-status", "--json"];
    const status = JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
    expect(status.filesToPush.sort()).toEqual([
      "dist/Code.js",
      "dist/account.html",
      "dist/appsscript.json",
      "dist/companies.html",
      "dist/enrich.html",
      "dist/find-emails.html",
      "dist/guide.html",
      "dist/sidebar.html",
      "dist/verify.html",
    ]);
    rmSync(folder, { recursive: true });
  });
});
