import vm from "node:vm";
import { parse } from "acorn";
import { type PublicFunction, readTopLevel } from "./public-functions";

/** A top-level script without a name for anything of Google's or Node's has this long to load. */
const LOAD_LIMIT_MS = 60_000;

/** The language of the bundle, with `?.` and `??`: Google's parser refuses parts of what came later (google.engine-syntax). */
export const ECMA_VERSION = 2020;

/** Names in capitals are the formulas. */
export const isFormulaName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

const squeeze = (text: string): string => text.replace(/[\s*]+/g, " ").trim();

function documentedParameters(documentation: string): string[] {
  return [...documentation.matchAll(/@param\s+(?:\{[^}]*\}\s+)?(\w+)/g)].map((match) => match[1] ?? "");
}

function checkFunction(wanted: PublicFunction, found: PublicFunction | undefined): string[] {
  const { name, parameters, documentation } = wanted;
  if (!found) return [`${name} is not a top-level function`];
  const problems: string[] = [];
  const list = parameters.join(", ");
  if (!documentation) problems.push(`${name} has no documentation in src/globals.ts`);
  // Google shows nobody the parameters of other functions.
  if (isFormulaName(name) && found.parameters.join(", ") !== list) {
    problems.push(`${name} takes (${found.parameters.join(", ")}) instead of (${list})`);
  }
  if (isFormulaName(name) && squeeze(found.documentation) !== squeeze(documentation)) {
    problems.push(`${name}: its documentation is not directly above it`);
  }
  // Only formulas are shown with their documentation.
  if (isFormulaName(name) && documentedParameters(documentation).join(", ") !== list) {
    problems.push(
      `${name}: @param names ${documentedParameters(documentation).join(", ") || "nothing"}, but it takes (${list})`,
    );
  }
  // Without the tag Sheets does not offer a formula while one types.
  if (isFormulaName(name) && !/@customfunction\b/.test(documentation)) {
    problems.push(`${name} is a formula without @customfunction`);
  }
  // As every example of Google's has it (google.custom-function-docs).
  if (isFormulaName(name) && /@param\s+(?!\{[^}]+\}\s)/.test(documentation)) {
    problems.push(`${name}: a @param has no {type}`);
  }
  return problems;
}

/** The help of a formula begins a line, and so does its function. */
function checkLines(code: string, names: string[]): string[] {
  const lines = new Set(code.split("\n").map((line) => /^function (\w+)\(/.exec(line)?.[1]));
  return names.filter((name) => !lines.has(name)).map((name) => `${name} does not begin a line`);
}

function checkLanguage(code: string): string[] {
  try {
    parse(code, { ecmaVersion: ECMA_VERSION });
    return [];
  } catch (error) {
    return [`it is not ES${ECMA_VERSION}: ${String(error)}`];
  }
}

/** Loads the file as Google does, in a context that offers nothing at all, to prove that its top level is inert. */
function checkLoading(code: string, names: string[]): string[] {
  const context = vm.createContext(Object.create(null));
  try {
    new vm.Script(code, { filename: "Code.js" }).runInContext(context, { timeout: LOAD_LIMIT_MS });
  } catch (error) {
    return [`it does not load in an empty context: ${String(error)}`];
  }
  return names
    .filter((name) => /^function\s*\w*\([^)]*\)\s*\{\s*\}$/.test(vm.runInContext(`String(${name})`, context)))
    .map((name) => `${name} is still the empty stub after loading`);
}

/**
 * Reads the written server bundle as Sheets will.
 * @returns one sentence for each thing that Google would miss, none when the bundle is right
 */
export function checkServer(code: string, expected: PublicFunction[]): string[] {
  const { functions, otherNames } = readTopLevel(code);
  const found = new Map(functions.map((each) => [each.name, each]));
  const wantedNames = expected.map(({ name }) => name);
  const extra = functions.filter(({ name }) => !wantedNames.includes(name));
  return [
    ...expected.flatMap((wanted) => checkFunction(wanted, found.get(wanted.name))),
    ...extra.map(({ name }) => `${name} is public but not exported by src/globals.ts`),
    ...otherNames.filter((name) => name !== "global").map((name) => `${name} is a public variable`),
    ...checkLines(
      code,
      wantedNames.filter((name) => found.has(name)),
    ),
    ...checkLanguage(code),
    ...checkLoading(
      code,
      wantedNames.filter((name) => found.has(name)),
    ),
  ];
}
