import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/** Another workbench works with the folder; the message is the whole explanation. */
export class FolderInUseError extends Error {}

const CLAIM_FILE = "in-use-by";

/**
 * Keeps a data folder for this process: two workbenches would overwrite each other's document, and `--fresh` would
 * delete it under the other's hands. The claim of a process that was killed does not count.
 * @returns gives the folder back
 * @throws FolderInUseError
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, CLAIM_FILE);
  await mkdir(folder, { recursive: true });
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new FolderInUseError(
      `Another workbench (process ${owner}) works with ${folder}; end it, or choose another folder: npm start -- --data DIR. If there is none, delete ${file}.`,
    );
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs, but it is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
