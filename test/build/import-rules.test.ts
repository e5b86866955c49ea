import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

const BIOME = path.join(PROJECT_ROOT, "node_modules/@biomejs/biome/bin/biome");

const FORBIDDEN = [
  ["src/pacing", "../compose"],
  ["src/pacing", "../jobs/record"],
  ["src/service", "../sheet/table"],
  ["src/sheet", "../lists/append"],
  ["src/service", "../asking/reply"],
  ["src/asking", "../jobs/credits"],
  ["src/asking", "../formulas/questions"],
  ["src/asking", "../lists/append"],
  ["src/lists", "../asking/reply"],
  ["src/lists", "../jobs/record"],
  ["src/lists", "../compose"],
  ["src/jobs", "../compose"],
  ["src/jobs", "../driver/driver"],
  ["src/driver", "../platform/spreadsheet"],
  ["src/unattended", "../platform/triggers"],
  ["src/jobs", "../platform/spreadsheet"],
  ["src/jobs/kinds", "../../formulas/ask"],
  ["src/formulas", "../jobs/record"],
  ["src/formulas", "../platform/utilities"],
  ["src/settings", "../globals"],
  ["src/company-search", "../platform/utilities"],
  ["src/platform", "../jobs/record"],
  ["local/service", "../../src/service/errors"],
  ["sidebar", "../local/clock/clock"],
  ["sidebar", "../src/platform/spreadsheet"],
] as const;

const ALLOWED = [
  ["src/jobs", "../lists/append"],
  ["src/unattended", "../driver/driver"],
  ["local/try", "../../src/driver/driver"],
  ["src/lists", "../sheet/table"],
  ["src/formulas", "../asking/reply"],
  ["src/jobs/kinds", "../../asking/reply"],
  ["src/asking", "../pacing/limiter"],
  ["src", "./platform/spreadsheet"],
] as const;

/** The words of the linter about files that import something, all in one run. */
let said: string;
const folder = mkdtempSync(path.join(tmpdir(), "import-rules-"));
const fileOf = (room: string, from: string): string => `${room}/imports-${from.replace(/[^a-z]+/g, "-")}.ts`;

beforeAll(() => {
  copyFileSync(path.join(PROJECT_ROOT, "biome.json"), path.join(folder, "biome.json"));
  for (const [room, from] of [...FORBIDDEN, ...ALLOWED]) {
    const file = path.join(folder, fileOf(room, from));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `import { thing } from "${from}";\n\nexport const used = thing;\n`);
  }
  for (const room of ["src/jobs", "src/platform"]) {
    writeFileSync(path.join(folder, room, "names-google.ts"), "export const used = SpreadsheetApp;\n");
  }
  const args = [BIOME, "lint", "--vcs-enabled=false", "--max-diagnostics=200", "."];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  said = stdout + stderr;
});
afterAll(() => rmSync(folder, { recursive: true }));

const isRefused = (room: string, from: string): boolean =>
  new RegExp(`${fileOf(room, from)}:\\S+ lint/style/noRestrictedImports`).test(said);

describe("imports go one way", () => {
  test.each(FORBIDDEN)("%s may not import %s", (room, from) => {
    expect({ said, isRefused: isRefused(room, from) }).toEqual({ said, isRefused: true });
  });

  test.each(ALLOWED)("%s may import %s", (room, from) => {
    expect(isRefused(room, from)).toBe(false);
  });

  test("only src/platform names Google's services", () => {
    const refused = [...said.matchAll(/^(\S+names-google\.ts):\S+ lint\/style\/noRestrictedGlobals/gm)];
    expect(refused.map(([, file]) => file)).toEqual(["src/jobs/names-google.ts"]);
  });
});
