import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/** Puts a file in place by renaming, so that another process meets the old file or the new one, never half of one. */
export async function replaceFile(file: string, contents: string | Uint8Array): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(unfinished, contents);
  await rename(unfinished, file);
}

/** Makes a folder hold exactly the given files, each replaced at once. */
export async function writeFolder(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await replaceFile(path.join(folder, name), text);
  const stale = (await readdir(folder)).filter((name) => !(name in files) && !name.startsWith("."));
  for (const name of stale) await rm(path.join(folder, name), { recursive: true, force: true });
}
