import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type BuildOptions, build } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";
import { replaceFile } from "./write-folder";

/** The making of a bundle: its options, and size and time of every file in it. */
interface Origin {
  options: string;
  inputs: Record<string, string>;
}

async function fingerprint(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(path.join(PROJECT_ROOT, file));
  return `${size} ${mtimeMs}`;
}

async function isFresh(originFile: string, options: string): Promise<boolean> {
  try {
    const origin: Origin = JSON.parse(await readFile(originFile, "utf8"));
    if (origin.options !== options) return false;
    const inputs = Object.entries(origin.inputs);
    const now = await Promise.all(inputs.map(([file]) => fingerprint(file)));
    return inputs.every(([, before], index) => before === now[index]);
  } catch {
    return false;
  }
}

/** Bundles with esbuild, unless nothing has changed since the last time: a spreadsheet engine takes seconds. */
export async function buildIfChanged(options: BuildOptions & { outfile: string }): Promise<void> {
  const originFile = `${options.outfile}.origin.json`;
  const optionsText = JSON.stringify(options);
  if (await isFresh(originFile, optionsText)) return;
  const { metafile, outputFiles } = await build({ ...options, metafile: true, write: false });
  for (const { path: file, contents } of outputFiles) await replaceFile(file, contents);
  const names = Object.keys(metafile.inputs).filter((name) => !name.startsWith("left-out:"));
  const times = await Promise.all(names.map(fingerprint));
  const origin: Origin = {
    options: optionsText,
    inputs: Object.fromEntries(names.map((name, index) => [name, times[index] ?? ""])),
  };
  await replaceFile(originFile, JSON.stringify(origin));
}
