import type { LoadedProject } from "./loading/load-project";
import type { ScriptErrorData } from "./protocol";

/** A refusal by one of Google's services; reaches the script as an `Exception` with this message. */
export class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Exception";
  }
}

/** An error that a script threw, or the reason why Google ended it, as the caller of an execution gets it. */
export class ScriptError extends Error {
  /** The line of the script that threw, 0 when unknown. */
  readonly line: number;
  /** True when Google ended the execution: time over, or a crash. */
  readonly isKilled: boolean;

  constructor(name: string, message: string, options: { line?: number; stack?: string; isKilled?: boolean } = {}) {
    super(message);
    this.name = name;
    this.line = options.line ?? 0;
    this.isKilled = options.isKilled ?? false;
    if (options.stack !== undefined && options.stack !== "") this.stack = options.stack;
  }
}

/** The first place in the project's files that a stack names. */
function placeOf(stack: string, project: LoadedProject): { file: string; line: number } | null {
  const match = /project:(\d+)(?::\d+)?/.exec(stack);
  return match === null ? null : project.placeOf(Number(match[1]));
}

/** A script's error, with its stack in terms of the project's files, named without `.js` (google.top-level). */
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
