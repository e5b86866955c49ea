import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type FoundBrowser, packagedChromium } from "./packaged-chromium";

/** The variables by which people and other tools say which browser to use. */
const VARIABLES = ["CHROME_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH", "PUPPETEER_EXECUTABLE_PATH"];

/** A broken installation may hang instead of telling its version. */
const VERSION_TIMEOUT_MS = 60_000;

function usualPlaces(): string[] {
  if (process.platform === "darwin")
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  if (process.platform === "win32")
    return ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((variable) => {
      const folder = process.env[variable];
      const programs = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];
      return folder ? programs.map((program) => path.join(folder, program)) : [];
    });
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Ubuntu's `chromium-browser` may be a stub that only says "install the snap", so each is asked for its version. */
function works(file: string): boolean {
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: VERSION_TIMEOUT_MS });
  return /\d\.\d+\.\d/.test(stdout ?? "");
}

/**
 * The browser the environment names.
 * @throws when the named file does not exist: the person meant that one, not just any
 */
function namedBrowser(): string | undefined {
  for (const variable of VARIABLES) {
    const file = process.env[variable];
    if (!file) continue;
    if (!existsSync(file)) throw new Error(`${variable} names ${file}, which does not exist.`);
    return file;
  }
  return undefined;
}

/** A Chromium, Chrome or Edge that is installed where such programs usually are. */
function installedBrowser(): string | undefined {
  return usualPlaces().find((file) => existsSync(file) && works(file));
}

/** Starts a Chromium for tests: without a window, and without calls home. */
export const QUIET_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--lang=en-US",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Finds a Chromium to drive: what the environment names (`CHROME_PATH`), then what the system has, then the packaged one.
 * Nothing has to be installed by hand.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const file = namedBrowser() ?? installedBrowser();
  if (file) return { executablePath: file, environment: {} };
  const packaged = await packagedChromium();
  if (!packaged) throw new Error("There is no Chromium here: install Google Chrome, or name one in CHROME_PATH.");
  return packaged;
}
