import { installedBrowser, namedBrowser } from "./browser-files";
import { type FoundBrowser, packagedBrowser } from "./packaged-browser";

/** How a Chromium is started for tests: without a window, and without calls home. */
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
  const packaged = await packagedBrowser();
  if (!packaged) throw new Error("There is no Chromium here: install Google Chrome, or name one in CHROME_PATH.");
  return packaged;
}
