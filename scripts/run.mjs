// Runs a TypeScript entry of this project: `node scripts/run.mjs local/service/main.ts --port 8080`.
// Node 20 cannot read TypeScript itself, so the entry is bundled first (about 50 ms); packages stay outside.
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const { build } = await import("esbuild").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("The packages are not installed yet: run npm ci first.");
  process.exit(1);
});

const [entry, ...args] = process.argv.slice(2);
const outfile = path.resolve(".build/run", `${entry.replace(/[/\\]/g, "_").replace(/\.ts$/, "")}.${process.pid}.mjs`);

await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], path.resolve(entry), ...args];
try {
  await import(pathToFileURL(outfile).href);
} finally {
  const { rm } = await import("node:fs/promises");
  await rm(outfile, { force: true });
}
