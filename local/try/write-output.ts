import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { ListError } from "../lists/csv-file";

const STDOUT = 1;

/** How long the lines are that npm writes before a script's own output; `null` when it was not npm, or told to be silent. */
function bannerBytes(): { least: number; most: number } | null {
  const { env, argv } = process;
  const { npm_lifecycle_event: event, npm_lifecycle_script: script, npm_config_loglevel: level } = env;
  if (event === undefined || script === undefined || level === "silent") return null;
  const args = argv.slice(2).map((arg) => ` ${arg}`);
  const banner = `\n> ${env.npm_package_name}@${env.npm_package_version} ${event}\n> ${script}${args.join("")}\n\n`;
  const least = Buffer.byteLength(banner);
  // Some versions put quotes around each argument.
  return { least, most: least + 2 * args.length };
}

/**
 * Writes the list to a file, or to the standard output. `npm run try -- list.csv > out.csv` puts npm's own lines into the
 * file first, where they would be rows: if nothing else is in it, they are written over.
 * @throws ListError when the file cannot be written
 */
export async function writeOutput(text: string, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
      throw new ListError(`${file} cannot be written (${error.code ?? error.message}).`);
    });
    return;
  }
  const stdout = fstatSync(STDOUT);
  const banner = bannerBytes();
  if (banner && stdout.isFile() && stdout.size >= banner.least && stdout.size <= banner.most) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at, bytes.length - at, at);
    ftruncateSync(STDOUT, bytes.length);
    return;
  }
  if (banner && !process.stdout.isTTY) {
    console.error("npm has written lines of its own before the list. Use --out FILE, or npm run --silent try.");
  }
  process.stdout.write(text);
}
