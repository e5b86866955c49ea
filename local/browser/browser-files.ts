import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";

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
  return /\d+\.\d+\.\d+/.test(stdout ?? "");
}

/**
 * The browser the environment names.
 * @throws when the named file does not exist: the person meant that one, not just any
 */
export function namedBrowser(): string | undefined {
  for (const variable of VARIABLES) {
    const file = process.env[variable];
    if (!file) continue;
    if (!existsSync(file)) throw new Error(`${variable} names ${file}, which does not exist.`);
    return file;
  }
  return undefined;
}

/** A Chromium, Chrome or Edge that is installed where such programs usually are. */
export function installedBrowser(): string | undefined {
  return usualPlaces().find((file) => existsSync(file) && works(file));
}
