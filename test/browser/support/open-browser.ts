import process from "node:process";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findBrowser, QUIET_FLAGS } from "../../../local/browser/find-browser";

/** Only what never comes is waited for so long, and sooner than a test's own end, so that it says what was missing. */
const WAIT_MS = 180_000;

/** Starts a browser without a window; one for each test file is enough. Close it in the end. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, environment } = await findBrowser();
  // The driver takes the stack of every call, and Jest looks up the source of each of its up to 100 lines.
  Error.stackTraceLimit = 10;
  const env = { ...process.env, ...environment } as Record<string, string>;
  const launch = () => chromium.launch({ executablePath, args: QUIET_FLAGS, env, timeout: WAIT_MS });
  // A browser crashes now and then as it starts (SIGSEGV). One that is missing crashes again.
  return launch().catch(launch);
}

/** Opens a page that waits for a busy machine as well. */
export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(WAIT_MS);
  return page;
}
