import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { redoIfChanged } from "../../../scripts/build/redo-if-changed";

test("a folder is made anew when its sources, its options or what is in it have changed, and only then", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "redo-"));
  const [source, folder] = [path.join(root, "source"), path.join(root, "made")];
  mkdirSync(path.join(source, "deep"), { recursive: true });
  mkdirSync(folder);
  writeFileSync(path.join(source, "deep/a.ts"), "one");
  let made = 0;
  const redo = async (options = "") => {
    const before = made;
    const make = async () => writeFileSync(path.join(folder, "out.js"), `made ${++made}`);
    await redoIfChanged({ folder, sources: [source, path.join(root, "lock")], options, make });
    return made > before;
  };
  expect([await redo(), await redo()]).toEqual([true, false]);
  writeFileSync(path.join(source, "deep/a.ts"), "two");
  expect([await redo(), await redo()]).toEqual([true, false]);
  writeFileSync(path.join(source, "b.ts"), "");
  expect([await redo(), await redo()]).toEqual([true, false]);
  rmSync(path.join(source, "b.ts"));
  writeFileSync(path.join(root, "lock"), "");
  expect([await redo(), await redo()]).toEqual([true, false]);
  rmSync(path.join(folder, "out.js"));
  expect([await redo(), await redo()]).toEqual([true, false]);
  expect([await redo("other"), await redo("other")]).toEqual([true, false]);
  rmSync(root, { recursive: true });
});
