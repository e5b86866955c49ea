import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { makeWhole } from "../../../local/browser/packaged-chromium";
import { PROJECT_ROOT } from "../../../local/project-root";

const SCRIPT = "test/unit/local/support/make-whole.ts";
const HOUR_MS = 3_600_000;

let root: string;
let parent: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "whole-"));
  parent = path.join(root, "cache");
  folder = path.join(parent, "1.0.0");
});
afterEach(() => rmSync(root, { recursive: true }));

test("processes that unpack at once into an empty cache all find one that is whole @slow", async () => {
  const processes = ["a", "b", "c"];
  const found = await Promise.all(
    processes.map(async (own) => {
      const args = ["scripts/run.mjs", SCRIPT, folder, root, own, processes.join()];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT_ROOT });
      return stdout.trim();
    }),
  );
  expect(new Set(found).size).toBe(1);
  expect(["a,a", "b,b", "c,c"]).toContain(found[0]);
  expect(readdirSync(parent)).toEqual(["1.0.0"]);
});

test("what is whole is not made again, and what failed is no folder", async () => {
  const fail = async (unfinished: string) => {
    writeFileSync(path.join(unfinished, "program"), "half");
    throw new Error("The disk is full.");
  };
  await expect(makeWhole(folder, fail)).rejects.toThrow("The disk is full.");
  expect(readdirSync(parent)).toEqual([]);
  await makeWhole(folder, async (unfinished) => writeFileSync(path.join(unfinished, "program"), "whole"));
  await makeWhole(folder, fail);
  expect(readdirSync(folder)).toEqual(["program"]);
});

test("unpacking removes what a killed process or an earlier version has left, and not what is being made", async () => {
  for (const [name, hours] of [
    ["unfinished-killed", 2],
    ["0.9.0", 2],
    ["unfinished-other", 0],
  ] as const) {
    mkdirSync(path.join(parent, name), { recursive: true });
    const time = new Date(Date.now() - hours * HOUR_MS);
    utimesSync(path.join(parent, name), time, time);
  }
  await makeWhole(folder, async () => {});
  expect(readdirSync(parent).sort()).toEqual(["1.0.0", "unfinished-other"]);
});
