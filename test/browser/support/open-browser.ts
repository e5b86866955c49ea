import process from "node:process";
import { chromium } from "playwright-core";
import { findBrowser, QUIET_FLAGS } from "../../../local/browser/find-browser";

/** Starts a browser without a window; one for each test file is enough. Close it in the end. */
export async function openBrowser() {
  const { executablePath, environment } = await findBrowser();
  return chromium.launch({ executablePath, args: QUIET_FLAGS, env: { ...process.env, ...environment } });
}
