import path from "node:path";
import type { Plugin } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";

/** The page and its fetched tabs must not have these twice: the library, the contexts, the controls. */
const SHARED = /^preact|^sidebar\/(controls\/|shell\/|session$|format$)/;

/**
 * Leaves out of a fetched tab what the page gives it when it is loaded.
 * @param shared takes the names of it
 */
export const takeSharedModules = (tab: string, shared: Set<string>): Plugin => ({
  name: `tab ${tab}`,
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^preact|^\.\.?\// }, async ({ path: wanted, resolveDir, kind, pluginData }) => {
      if (pluginData === tab) return undefined;
      const found = await resolve(wanted, { resolveDir, kind, pluginData: tab });
      const file = path.relative(PROJECT_ROOT, found.path).split(path.sep).join("/");
      const name = wanted.startsWith("preact") ? wanted : file.replace(/\.tsx?$/, "");
      if (found.errors.length > 0 || !SHARED.test(name)) return found;
      shared.add(name);
      return { path: name, external: true };
    });
  },
});

/** Makes the module "shared-modules" of everything that fetched tabs have left out, by name. */
export const giveSharedModules = (shared: Set<string>): Plugin => ({
  name: "shared modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^shared-modules$/ }, () => ({ path: "shared-modules", namespace: "shared" }));
    onLoad({ filter: /.*/, namespace: "shared" }, () => {
      const names = [...shared].sort();
      const from = (name: string): string => JSON.stringify(name.startsWith("preact") ? name : `./${name}`);
      const imports = names.map((name, index) => `import * as m${index} from ${from(name)};`);
      const entries = names.map((name, index) => `${JSON.stringify(name)}: m${index}`);
      return { contents: `${imports.join("\n")}\nexport default { ${entries.join(", ")} };`, resolveDir: PROJECT_ROOT };
    });
  },
});
