import type { BuildOptions } from "esbuild";
import { leaveOutHyphenation } from "./leave-out-hyphenation";

/** The parts of the local programs that cannot run from their sources: each goes to `.build/<name>`. */
export const LOCAL_BUNDLES: Record<string, BuildOptions> = {
  "host/worker.cjs": { entryPoints: ["local/apps-script/worker/worker.ts"], platform: "node", format: "cjs" },
  "host/script-side.js": {
    entryPoints: ["local/apps-script/script-side/runtime.ts"],
    platform: "neutral",
    format: "iife",
    globalName: "__runtime",
  },
  "host/frame-client.js": {
    entryPoints: ["local/apps-script/client/frame-client.ts"],
    platform: "browser",
    format: "iife",
  },
  "workbench/univer.cjs": {
    entryPoints: ["local/workbench/univer/univer-workbook.ts"],
    platform: "node",
    format: "cjs",
    plugins: [leaveOutHyphenation],
  },
  "workbench/page.js": {
    entryPoints: ["local/workbench/page/main.ts"],
    platform: "browser",
    format: "esm",
    target: "es2022",
    minify: true,
    plugins: [leaveOutHyphenation],
    loader: { ".woff2": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"' },
  },
};
