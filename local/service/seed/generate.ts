import { rename, rm } from "node:fs/promises";
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
} finally {
  await rm(unfinished, { force: true });
}
