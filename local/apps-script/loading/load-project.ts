import type { ParseResult } from "@babel/parser";
import type { Manifest, PublicFunction, ScriptFile } from "../host";
import { LARGE_CHARACTERS } from "../protocol";
import { allowlistEntryProblem } from "../services/fetch-checks";
import { checkSyntax, SYNTAX_RULES } from "./check-syntax";
import { checkedOnce } from "./kept-work";

/** Fields a manifest may have. */
const KNOWN_FIELDS = [
  "timeZone",
  "dependencies",
  "exceptionLogging",
  "runtimeVersion",
  "oauthScopes",
  "urlFetchWhitelist",
  "webapp",
  "executionApi",
  "addOns",
  "sheets",
  "chat",
];

function refuse(problem: string): never {
  throw new Error(`"appsscript.json" has errors: Invalid manifest: ${problem}`);
}

/** Throws for what Google refuses on upload (google.fetch-allowlist). */
export function checkManifest(manifest: Manifest): void {
  const unknown = Object.keys(manifest).filter((field) => !KNOWN_FIELDS.includes(field));
  if (unknown.length > 0) refuse(`unknown fields: [${unknown.join(", ")}]`);
  const { runtimeVersion } = manifest;
  if (runtimeVersion !== undefined && !["V8", "STABLE", "DEPRECATED_ES5"].includes(runtimeVersion)) {
    refuse("Expected one of [V8, STABLE, DEPRECATED_ES5]");
  }
  for (const entry of manifest.urlFetchWhitelist ?? []) {
    const problem = allowlistEntryProblem(entry);
    if (problem !== null) refuse(problem);
  }
}

/**
 * Top-level function declarations that cells, menus and sidebars may call: no trailing `_`
 * (google.custom-function-names, google.top-level).
 */
function findFunctions(program: ParseResult["program"], source: string): PublicFunction[] {
  const found: PublicFunction[] = [];
  for (const statement of program.body) {
    if (statement.type !== "FunctionDeclaration" || statement.id == null) continue;
    const name = statement.id.name;
    if (name.endsWith("_")) continue;
    const comment = statement.leadingComments?.findLast((candidate) => candidate.type === "CommentBlock");
    const documentation = comment?.value.startsWith("*") ? `/*${comment.value}*/` : "";
    found.push({
      name,
      parameters: statement.params.map((parameter) => source.slice(parameter.start ?? 0, parameter.end ?? 0)),
      documentation,
      inAutocomplete: /@customfunction\b/i.test(documentation),
    });
  }
  return found;
}

/** A project ready to run. */
export interface LoadedProject {
  /** All files as one script, so that functions of all files exist before any top-level code runs. */
  script: string;
  functions: PublicFunction[];
  /** The file (named without extension) and line that a line of `script` comes from. */
  placeOf(line: number): { file: string; line: number };
}

/** Files that were checked already: tests make hosts of the same project by the hundred, and parsing is slow. */
const checked = new Map<string, PublicFunction[]>();
const MAX_CHECKED_FILES = 50;

function functionsOf(file: ScriptFile, options: { refuseClassFields: boolean }): PublicFunction[] {
  const key = `${options.refuseClassFields} ${file.source}`;
  const known = checked.get(key);
  if (known !== undefined) return known;
  const check = () => findFunctions(checkSyntax(file, options), file.source);
  const rules = `${SYNTAX_RULES}${findFunctions}`;
  const found = file.source.length < LARGE_CHARACTERS ? check() : checkedOnce(`${rules}\0${key}`, check);
  if (checked.size >= MAX_CHECKED_FILES) checked.clear();
  checked.set(key, found);
  return found;
}

/** Checks and joins the files; throws a `SyntaxError` that names file and line where Google would refuse them. */
export function loadProject(files: readonly ScriptFile[], options: { refuseClassFields: boolean }): LoadedProject {
  const starts: { file: string; line: number }[] = [];
  const functions = new Map<string, PublicFunction>();
  let line = 1;
  for (const file of files) {
    for (const found of functionsOf(file, options)) functions.set(found.name, found);
    starts.push({ file: file.name.replace(/\.(gs|js)$/, ""), line });
    line += file.source.split("\n").length;
  }
  const script = files.map((file) => file.source).join("\n");
  return {
    script,
    functions: [...functions.values()],
    placeOf(scriptLine) {
      const start = starts.findLast((candidate) => candidate.line <= scriptLine) ?? { file: "Code", line: 1 };
      return { file: start.file, line: scriptLine - start.line + 1 };
    },
  };
}
