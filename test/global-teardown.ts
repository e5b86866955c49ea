import "./support/load-outside";
import { rm } from "node:fs/promises";
import path from "node:path";
import { TEMPORARY_FOLDER } from "./global-setup";

/** Removes the temporary files of all tests. */
export default async function globalTeardown(): Promise<void> {
  const folder = process.env.TMPDIR ?? "";
  if (path.basename(folder).startsWith(TEMPORARY_FOLDER)) await rm(folder, { recursive: true, maxRetries: 5 });
}
