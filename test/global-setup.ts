import "./support/load-outside";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "../local/browser/find-browser";
import { prepareLocal } from "../scripts/build/prepare-local";

/** Its name begins with this. */
export const TEMPORARY_FOLDER = "sheetscout-tests-";

/**
 * Makes once, before any test, what the tests run: the add-on's bundle, the local programs' parts, and the packaged browser
 * where the machine has none. A machine for which there is none either can run all other tests. Temporary files of all
 * tests stand in one folder, which goes after the last one.
 */
export default async function globalSetup(): Promise<void> {
  await Promise.all([prepareLocal(), findBrowser().catch(() => null)]);
  process.env.TMPDIR = await mkdtemp(path.join(tmpdir(), TEMPORARY_FOLDER));
}
