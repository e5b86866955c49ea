import Module, { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { transformFileSync } from "@swc/core";

const { _extensions: extensions } = Module as unknown as { _extensions: NodeJS.RequireExtensions };

extensions[".ts"] = (module, file) => {
  const { code } = transformFileSync(file, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
    sourceMaps: "inline",
    swcrc: false,
  });
  (module as unknown as { _compile(code: string, file: string): void })._compile(code, file);
};

/** Loads a file or package in the process's own realm, once for all that ask for it. */
export const loadOutside = createRequire(path.join(process.cwd(), "package.json"));

// Files that `outside.mjs` has transformed name it.
Object.assign(globalThis, { loadOutside });
