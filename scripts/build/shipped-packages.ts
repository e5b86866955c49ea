import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";
import { FETCHED_TABS } from "../../src/result";

/** A package of which code stands in `dist/`. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  /** The licence's whole text. */
  notice: string;
}

const ENTRIES = ["src/globals.ts", "sidebar/main.tsx", ...FETCHED_TABS.map((tab) => `sidebar/${tab}/index.tsx`)];

/** The packages that go to Google inside the built files; all others only build and test them. */
export function shippedPackages(): ShippedPackage[] {
  const { metafile } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: ENTRIES,
    bundle: true,
    write: false,
    metafile: true,
    outdir: ".build",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Made by the build itself.
    external: ["shared-modules"],
    logLevel: "error",
  });
  const names = Object.keys(metafile.inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].sort().map(readPackage);
}

function readPackage(name: string): ShippedPackage {
  const folder = path.join(PROJECT_ROOT, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (typeof license !== "string" || file === undefined) {
    throw new Error(`${name} would go to Google without a licence: it names none, or its text is missing.`);
  }
  return { name, version, license, notice: readFileSync(path.join(folder, file), "utf8").trim() };
}

/** The licences' notices as a comment of a page. */
export function noticeComment(packages: readonly ShippedPackage[] = shippedPackages()): string {
  const notices = packages.map(({ name, version, notice }) => `${name} ${version}\n\n${notice}`);
  // Two hyphens would end the comment.
  return `<!--\nThis page contains:\n\n${notices.join("\n\n").replace(/--+/g, "-")}\n-->`;
}
