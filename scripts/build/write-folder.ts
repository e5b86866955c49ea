import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/**
 * Makes a folder hold exactly the given files. Each is put in place by renaming, so that another process reading
 * the folder meets the old file or the new one, never half of one.
 */
export async function writeFolder(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const unfinished = path.join(folder, `.${name}.${process.pid}`);
    await writeFile(unfinished, text);
    await rename(unfinished, path.join(folder, name));
  }
  const stale = (await readdir(folder)).filter((name) => !(name in files) && !name.startsWith("."));
  for (const name of stale) await rm(path.join(folder, name), { recursive: true, force: true });
}
