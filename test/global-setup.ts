import "./support/load-outside";
import { prepareLocal } from "../scripts/build/prepare-local";

/** Builds once, before any test, everything the tests run: the add-on's bundle and the local programs' parts. */
export default async function globalSetup(): Promise<void> {
  await prepareLocal();
}
