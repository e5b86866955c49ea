import type { PublicFunction, ScriptFile } from "../host";
import { checkSyntax } from "./check-syntax";
import { findFunctions } from "./find-functions";

/** A project ready to run. */
export interface LoadedProject {
  /** All files as one script, so that functions of all files exist before any top-level code runs (facts 6.3). */
  script: string;
  functions: PublicFunction[];
  /** The file (named without extension) and line that a line of `script` comes from. */
  placeOf(line: number): { file: string; line: number };
}

/** Checks and joins the files; throws a `SyntaxError` that names file and line where Google would refuse them. */
export function loadProject(files: readonly ScriptFile[], options: { refuseClassFields: boolean }): LoadedProject {
  const starts: { file: string; line: number }[] = [];
  const functions = new Map<string, PublicFunction>();
  let line = 1;
  for (const file of files) {
    const program = checkSyntax(file, options);
    for (const found of findFunctions(program, file.source)) functions.set(found.name, found);
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
