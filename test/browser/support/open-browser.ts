import process from "node:process";
import { chromium } from "playwright-core";
import { findBrowser, QUIET_FLAGS } from "../../../local/browser/find-browser";

/** How long a browser and a workbench may take to start on a busy machine; 5 s on a free one. */
export const START_MS = 90_000;

/** Starts a browser without a window; one for each test file is enough. Close it in the end. */
export async function openBrowser() {
  const { executablePath, environment } = await findBrowser();
  return chromium.launch({ executablePath, args: QUIET_FLAGS, env: { ...process.env, ...environment } });
}
