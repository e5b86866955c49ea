import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** A folder that is made from files, and the way to make it. */
export interface MadeFolder {
  folder: string;
  /** The files and folders that decide what comes out. */
  sources: string[];
  /** Everything else that decides it. */
  options: string;
  make(): Promise<unknown>;
}

/**
 * Makes a folder, unless it and its sources are still those of the last time; a file beside it says which those were.
 */
export async function redoIfChanged({ folder, sources, options, make }: MadeFolder): Promise<void> {
  const originFile = `${folder}.origin`;
  const before = await readFile(originFile, "utf8").catch(() => "");
  const from = await hashOf(sources, options);
  if (before === `${from} ${await hashOf([folder], "")}`) return;
  await make();
  // The sources as they were before: a change made meanwhile is seen the next time.
  await writeFile(originFile, `${from} ${await hashOf([folder], "")}`);
}

async function hashOf(places: string[], text: string): Promise<string> {
  const hash = createHash("sha256").update(text);
  for (const place of places) {
    for (const file of await filesIn(place)) {
      const contents = await readFile(file).catch(() => "gone");
      hash.update(`\0${file}\0`).update(contents);
    }
  }
  return hash.digest("hex");
}

async function filesIn(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => null);
  if (!found?.isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  // Another process may be putting a file in place.
  return files.filter((file) => !path.basename(file).startsWith(".")).sort();
}
