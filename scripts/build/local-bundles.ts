import type { BuildOptions, Plugin } from "esbuild";

/**
 * Univer's drawing engine brings the hyphenation of 77 languages, loaded on demand; in one file they are 6 MB that every
 * page would read. It copes with a language that has none, and keeps English.
 */
const leaveOutHyphenation: Plugin = {
  name: "leave-out-hyphenation",
  setup(build) {
    build.onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ kind, importer, path }) => {
      const isPattern = kind === "dynamic-import" && importer.includes("engine-render") && !path.startsWith("./en-");
      return isPattern ? { path, namespace: "left-out" } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export {};" }));
  },
};

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
