import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { parse, tokTypes } from "acorn";
import GasPlugin from "gas-webpack-plugin";
import { minify } from "terser";
import webpack from "webpack";
import { PROJECT_ROOT } from "../../local/project-root";
import type { CatalogueFilter } from "../../src/service/filters";
import type { AddonSettings } from "./build-addon";
import { ECMA_VERSION, isFormulaName } from "./check-server";
import { type PublicFunction, readExportedFunctions } from "./public-functions";

const GLOBALS = path.join(PROJECT_ROOT, "src/globals.ts");

/**
 * The entry that webpack gets. gas-webpack-plugin keeps documentation and parameter names only for the pattern
 * `/** doc *\/ global.NAME = function (a, b) {…}`, so the formulas of src/globals.ts are rewritten into it. Nobody is shown
 * those of other functions.
 */
function entrySource(functions: PublicFunction[]): string {
  const assignments = functions.map(({ name, parameters, documentation }) => {
    if (!isFormulaName(name)) return `global.${name} = globals.${name};\n`;
    const list = parameters.join(", ");
    return `/*${documentation}*/\nglobal.${name} = function (${list}) {\n  return globals.${name}(...arguments);\n};\n`;
  });
  return `import * as globals from ${JSON.stringify(GLOBALS)};\n\n${assignments.join("\n")}`;
}

/** `checkValue` (`src/service/filters.ts`) needs only these. All else about values is for the builder in the sidebar. */
const CHECKED_KINDS = ["amount", "integer"];

/** Values are checked only in the filters of the specification. */
const readForServer = (text: string): unknown =>
  JSON.parse(text).map((filter: CatalogueFilter) =>
    JSON.parse(JSON.stringify(filter), (key, value) => {
      const isForBuilder = ["values", "unit"].includes(key) || typeof value === "number";
      const isChecked = filter.isSpecified && CHECKED_KINDS.includes(value);
      return isForBuilder || (key === "kind" && !isChecked) ? undefined : value;
    }),
  );

/** Google names only the line of an error, so lines stay short. */
const LINE_CHARACTERS = 500;

/** Writes `let` for `const`, which is shorter and can be joined; nothing assigns to a constant, as the types say. */
function withLet(program: string): string {
  let done = "";
  let end = 0;
  parse(program, {
    ecmaVersion: ECMA_VERSION,
    onToken({ type, start, end: after }) {
      if (type !== tokTypes._const) return;
      done += `${program.slice(end, start)}let`;
      end = after;
    },
  });
  return done + program.slice(end);
}

/** Gives `globalThis` a name that terser can shorten: each public function is assigned through it. */
const withNamedGlobal = (program: string): string =>
  program
    .replace('"use strict";', '"use strict";\nconst publicScope = globalThis;')
    .replace(/^globalThis\./gm, "publicScope.");

/**
 * Leaves out what nobody calls, of libraries above all, and comments: every execution reads the whole file. Functions
 * keep their names, for whoever reads an error's trace. Google shows the documentation and the parameters of formulas in
 * a cell: they stay in the top-level functions, above the program.
 */
async function thin(code: string, functions: PublicFunction[]): Promise<string> {
  const formulas = functions.filter(({ name }) => isFormulaName(name));
  const shown = new Set(formulas.map(({ documentation }) => documentation));
  const program = code.search(/\(\(\) => \{ .*webpackBootstrap/);
  const parts = await Promise.all([
    minify(code.slice(0, program), {
      compress: false,
      mangle: false,
      format: { max_line_len: LINE_CHARACTERS, comments: (_, { value }) => shown.has(value) },
    }),
    minify(withLet(withNamedGlobal(code.slice(program))), {
      ecma: ECMA_VERSION,
      // Nothing but classes is called with `new`: a function that terser puts where it is called can be an arrow. Nothing has
      // getters, so reading a property can wait.
      compress: { passes: 4, keep_fargs: false, hoist_funs: true, unsafe_arrows: true, pure_getters: true },
      // Declarations keep the names that a trace on Google shows; long ones are a twentieth of the bundle.
      mangle: { keep_fnames: /^[A-Za-z]{1,4}$/ },
      format: { max_line_len: LINE_CHARACTERS, comments: false },
    }),
  ]);
  const [declarations = "", rest = ""] = parts.map((part) => part.code);
  // As in every example of Google's; nobody knows what reads the documentation of a function in the middle of a line.
  return `${declarations.replace(/(\*\/|\})\s*(?=function |\/\*\*)/g, "$1\n")}\n${rest}`;
}

/**
 * Bundles `src` into the one file that Google runs.
 * @returns the file's text and the public functions it has to declare
 */
export async function bundleServer({
  serviceBaseUrl,
  isSandbox,
}: Pick<AddonSettings, "serviceBaseUrl" | "isSandbox">): Promise<{ code: string; expected: PublicFunction[] }> {
  const expected = readExportedFunctions(await readFile(GLOBALS, "utf8"));
  await mkdir(path.join(PROJECT_ROOT, ".build"), { recursive: true });
  const folder = await mkdtemp(path.join(PROJECT_ROOT, ".build/server-"));
  const entry = path.join(folder, "entry.js");
  try {
    await writeFile(entry, entrySource(expected));
    const stats = await promisify((done: (error: Error | null, stats?: webpack.Stats) => void) =>
      webpack(
        {
          // "production" would minify: Google then finds neither names nor documentation.
          mode: "none",
          target: ["web", `es${ECMA_VERSION}`],
          context: PROJECT_ROOT,
          entry,
          output: { path: folder, filename: "Code.js", environment: { globalThis: true } },
          resolve: { extensions: [".ts", ".js", ".json"] },
          module: {
            rules: [
              // As a literal, of which terser leaves out the quotes.
              {
                test: /filters\.json$/,
                type: "json",
                parser: { parse: readForServer },
                generator: { JSONParse: false },
              },
              {
                // Packages, too: Google's own parser refuses private names and class fields, which later targets leave in.
                test: /\.m?[jt]s$/,
                exclude: entry,
                loader: "esbuild-loader",
                options: {
                  target: `es${ECMA_VERSION}`,
                  define: {
                    SERVICE_BASE_URL: JSON.stringify(serviceBaseUrl),
                    SERVICE_IS_SANDBOX: JSON.stringify(isSandbox),
                  },
                },
              },
            ],
          },
          optimization: { concatenateModules: true, providedExports: true, usedExports: true, sideEffects: true },
          // The plugin's own types declare `include` as an empty tuple.
          plugins: [new GasPlugin({ comment: true, include: [path.relative(PROJECT_ROOT, entry)] as unknown as [] })],
          devtool: false,
          performance: { hints: false },
        },
        done,
      ),
    )();
    if (!stats || stats.hasErrors() || stats.hasWarnings()) {
      throw new Error(stats?.toString({ preset: "errors-warnings", colors: false }) ?? "webpack gave no result");
    }
    const code = await readFile(path.join(folder, "Code.js"), "utf8");
    return { code: await thin(code, expected), expected };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
