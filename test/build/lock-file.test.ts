import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

interface LockedPackage {
  license?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const readLocked = (): Record<string, LockedPackage> =>
  JSON.parse(readFileSync(path.join(PROJECT_ROOT, "package-lock.json"), "utf8")).packages;

test("packages without a licence field are those that docs/decisions/dependencies.md tells about", () => {
  const known = readFileSync(path.join(PROJECT_ROOT, "docs/decisions/dependencies.md"), "utf8");
  const silent = Object.entries(readLocked()).filter(([folder, { license }]) => folder !== "" && !license);
  for (const [folder] of silent) expect(known).toContain(`| \`${folder.replace(/^.*node_modules\//, "")}\` `);
});

test("no script runs at installation, and docs/decisions/dependencies.md tells of each package that brings one", () => {
  expect(readFileSync(path.join(PROJECT_ROOT, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  const document = readFileSync(path.join(PROJECT_ROOT, "docs/decisions/dependencies.md"), "utf8");
  const [, section = ""] = document.split("## Scripts of packages");
  const told = (section.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)`/gm);
  const bringing = Object.entries(readLocked()).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect([...told].map(([, name]) => name)).toEqual(
    bringing.map(([folder]) => folder.replace(/^.*node_modules\//, "")),
  );
});

test("the lock file holds the packages of every platform, without which npm ci refuses to start", () => {
  const packages = readLocked();
  const folders = Object.keys(packages);
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(named.filter((name) => !folders.some((folder) => folder.endsWith(`node_modules/${name}`)))).toEqual([]);
});
