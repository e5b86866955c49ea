import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { openDatabase } from "../storage/database";
import { fillSeed } from "./fill-seed";

// `node scripts/run.mjs local/service/seed/generate.ts FILE COMPANIES`: a process of its own, because the library that
// makes up the companies takes longer to load than everything else the sandbox needs.
const [file = "", companies = ""] = process.argv.slice(2);
const unfinished = `${file}.${process.pid}`;
try {
  const seed = openDatabase(unfinished);
  seed.script("PRAGMA synchronous = OFF");
  fillSeed(seed, Number(companies));
  seed.close();
  // Renamed when complete: whoever else starts meanwhile finds the whole seed or none.
  await rename(unfinished, file);
  await removeOutdated();
} finally {
  await rm(unfinished, { force: true });
}

/** Each change of the sources leaves a seed of some 40 MB behind. One still open elsewhere may refuse to go. */
async function removeOutdated(): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder)) {
    const isSameKind = name.startsWith(`${companies}-`) && name.endsWith(".sqlite");
    if (isSameKind && name !== path.basename(file)) await rm(path.join(folder, name)).catch(() => {});
  }
}
