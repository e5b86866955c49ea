import "./support/load-outside";
import { findBrowser } from "../local/browser/find-browser";
import { prepareLocal } from "../scripts/build/prepare-local";

/**
 * Makes once, before any test, what the tests run: the add-on's bundle, the local programs' parts, and the packaged browser
 * where the machine has none. A machine for which there is none either can run all other tests.
 */
export default async function globalSetup(): Promise<void> {
  await Promise.all([prepareLocal(), findBrowser().catch(() => null)]);
}
