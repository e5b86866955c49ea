import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { replaceFile } from "../../scripts/build/write-folder";
import { PROJECT_ROOT } from "../project-root";

const PACKAGE = path.join(PROJECT_ROOT, "node_modules/@sparticuz/chromium/package.json");

/** Holds a folder for each version of the package. */
const UNPACKED = path.join(PROJECT_ROOT, ".build/chromium");

/** A process that still unpacks is not so slow. */
const ABANDONED_AFTER_MS = 3_600_000;

export interface FoundBrowser {
  executablePath: string;
  /** The browser's process needs these variables besides ours. */
  environment: Record<string, string>;
}

async function removeAbandoned(parent: string, kept: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const place = path.join(parent, name);
    if (place === kept) continue;
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(place, { recursive: true, force: true });
  }
}

/**
 * Makes a folder, unless it is there: under another name, and renamed when it is whole. Of several processes that begin at
 * once each makes one, and the first to be done gives it to all. What else has lain in the parent for an hour is removed:
 * folders of processes that were killed, and of earlier versions.
 * @param make fills the empty folder it is given
 */
export async function makeWhole(folder: string, make: (unfinished: string) => Promise<unknown>): Promise<void> {
  if (await exists(folder)) return;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent, folder);
  const unfinished = await mkdtemp(path.join(parent, "unfinished-"));
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

const exists = (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    () => false,
  );

/** The package unpacks into the folder for temporary files, so a process of its own gets ours as that. */
const UNPACK = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';

/** Makes the package unpack the system libraries it brings along: a bare machine has none. */
const WITH_LIBRARIES = { AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };

const unpack = (folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, ["-e", UNPACK], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: folder },
  });

/** The fonts of the machine, else the package's one. */
const fontConfiguration = (fonts: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
  `<fontconfig><dir>/usr/share/fonts</dir><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>`;

/** The Chromium that comes as a package, for Linux on x64: unpacked at first use into the project's own cache. */
export async function packagedChromium(): Promise<FoundBrowser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const { version } = JSON.parse(await readFile(PACKAGE, "utf8"));
  const folder = path.join(UNPACKED, version);
  await makeWhole(folder, unpack);
  const fonts = path.join(folder, "fonts");
  // It names absolute places, and the project may have been moved since.
  const file = path.join(fonts, "fonts.conf");
  const configuration = fontConfiguration(fonts);
  if ((await readFile(file, "utf8")) !== configuration) await replaceFile(file, configuration);
  return {
    executablePath: path.join(folder, "chromium"),
    environment: { LD_LIBRARY_PATH: path.join(folder, "al2023/lib"), FONTCONFIG_PATH: fonts },
  };
}
