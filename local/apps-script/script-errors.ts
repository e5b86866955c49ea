import type { LoadedProject } from "./loading/load-project";
import type { ScriptErrorData } from "./protocol";
import { ScriptError } from "./service-error";

/** The first place in the project's files that a stack names. */
function placeOf(stack: string, project: LoadedProject): { file: string; line: number } | null {
  const match = /project:(\d+)(?::\d+)?/.exec(stack);
  return match === null ? null : project.placeOf(Number(match[1]));
}

/** What a script threw, its stack in terms of the project's files, named without `.js` (google.top-level). */
export function scriptErrorOf(data: ScriptErrorData, project: LoadedProject): ScriptError {
  const lines = data.stack
    .split("\n")
    .filter((line) => !/\bruntime:\d+|node:|worker\.cjs/.test(line))
    .map((line) =>
      line.replace(/project:(\d+)/, (_all, number: string) => {
        const { file, line: fileLine } = project.placeOf(Number(number));
        return `${file}:${fileLine}`;
      }),
    );
  return new ScriptError(data.name, data.message, {
    line: placeOf(data.stack, project)?.line ?? 0,
    stack: lines.join("\n"),
  });
}
