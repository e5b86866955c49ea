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
  ["src/lists", "../jobs/record"],
  ["src/lists", "../asking/reply"],
  ["src/lists", "../compose"],
  ["src/asking", "../formulas/ask"],
  ["src/asking", "../lists/append"],
  ["src/jobs", "../compose"],
  ["src/jobs", "../driver/driver"],
  ["src/jobs", "../company-search/preview"],
  ["src/jobs", "../platform/spreadsheet"],
  ["src/jobs/kinds", "../../formulas/ask"],
  ["src/company-search", "../driver/driver"],
  ["src/company-search", "../settings/options"],
  ["src/company-search", "../platform/utilities"],
  ["src/driver", "../unattended/run"],
  ["src/driver", "../sheet/table"],
  ["src/driver", "../platform/spreadsheet"],
  ["src/unattended", "../company-search/preview"],
  ["src/unattended", "../platform/triggers"],
  ["src/formulas", "../jobs/record"],
  ["src/formulas", "../platform/utilities"],
  ["src/settings", "../globals"],
  ["src/platform", "../jobs/record"],
  ["local/service", "../../src/service/errors"],
  ["sidebar", "../local/clock/clock"],
  ["sidebar", "../src/platform/spreadsheet"],
] as const;

const ALLOWED = [
  ["src/jobs", "../lists/append"],
  ["src/jobs", "../asking/reply"],
  ["src/company-search", "../jobs/record"],
  ["src/driver", "../jobs/protocol"],
  ["src/unattended", "../driver/driver"],
  ["src/service", "../result"],
  ["local/try", "../../src/driver/driver"],
  ["src/lists", "../sheet/table"],
  ["src/formulas", "../pacing/limiter"],
  ["src", "./platform/spreadsheet"],
] as const;

/** What everything stands on. */
const BASE = ["google", "header-words", "json", "result", "spelling"];

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
  for (const base of BASE) {
    writeFileSync(
      path.join(folder, `src/${base}.ts`),
      'import { thing } from "./service/errors";\n\nexport const used = thing;\n',
    );
  }
  const circle = path.join(folder, "src/jobs");
  writeFileSync(path.join(circle, "one.ts"), 'import type { Two } from "./two";\n\nexport type One = Two[];\n');
  writeFileSync(path.join(circle, "two.ts"), 'import type { One } from "./one";\n\nexport type Two = { of: One };\n');
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

  test.each(BASE)("src/%s.ts may import no room", (base) => {
    expect(said).toMatch(new RegExp(`src/${base}\\.ts:\\S+ lint/style/noRestrictedImports`));
  });

  test("no files of src need each other, not even for types", () => {
    expect(said).toMatch(/src\/jobs\/one\.ts:\S+ lint\/suspicious\/noImportCycles/);
  });

  test("only src/platform names Google's services", () => {
    const refused = [...said.matchAll(/^(\S+names-google\.ts):\S+ lint\/style\/noRestrictedGlobals/gm)];
    expect(refused.map(([, file]) => file)).toEqual(["src/jobs/names-google.ts"]);
  });
});
