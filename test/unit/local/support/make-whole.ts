import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { makeWhole } from "../../../../local/browser/packaged-chromium";

// One of several processes that make the same folder at once: `make-whole.ts FOLDER MARKS OWN ALL`. Each waits in the middle
// until all are there, and tells what it finds in the folder in the end.
const [folder = "", marks = "", own = "", all = ""] = process.argv.slice(2);

await makeWhole(folder, async (unfinished) => {
  await writeFile(path.join(unfinished, "program"), own);
  await writeFile(path.join(marks, own), "");
  while (!all.split(",").every((name) => existsSync(path.join(marks, name)))) await setImmediate();
  await writeFile(path.join(unfinished, "libraries"), own);
});
const found = ["program", "libraries"]
  .map((name) => path.join(folder, name))
  .map((file) => existsSync(file) && readFileSync(file, "utf8"));
// One that has made nothing is waited for as well.
await writeFile(path.join(marks, own), "");
console.log(found.join());
