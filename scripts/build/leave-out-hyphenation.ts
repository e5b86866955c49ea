import type { Plugin } from "esbuild";

/**
 * Univer's drawing engine brings the hyphenation of 77 languages, loaded on demand; in one file they are 6 MB that every
 * page would read. It copes with a language that has none, and keeps English.
 */
export const leaveOutHyphenation: Plugin = {
  name: "leave-out-hyphenation",
  setup(build) {
    build.onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ kind, importer, path }) => {
      const isPattern = kind === "dynamic-import" && importer.includes("engine-render") && !path.startsWith("./en-");
      return isPattern ? { path, namespace: "left-out" } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export {};" }));
  },
};
