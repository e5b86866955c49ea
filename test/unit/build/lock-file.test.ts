import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../../local/project-root";

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

test("the lock file holds the packages of every platform, without which npm ci refuses to start", () => {
  const lock = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "package-lock.json"), "utf8"));
  const packages: Record<string, LockedPackage> = lock.packages;
  const folders = Object.keys(packages);
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(named.filter((name) => !folders.some((folder) => folder.endsWith(`node_modules/${name}`)))).toEqual([]);
});
