import { argumentsJson } from "./sendable";

/** Calls under way at once; an eleventh waits (google.script-run). */
const MAX_CONCURRENT_CALLS = 10;

/** Carries a call to the server: JSON text of the arguments in, of the result out; rejects with name and message. */
export type CallServer = (functionName: string, argsJson: string) => Promise<string>;

export interface ScriptRunOptions {
  /** The functions the server offers; private ones are not among them. */
  functionNames: readonly string[];
  callServer: CallServer;
  /** Told of errors nobody handles, as the browser's console is. */
  reportError: (error: Error) => void;
}

type Handler = (value: unknown, userObject?: unknown) => void;

interface Handlers {
  success?: Handler;
  failure?: Handler;
  userObject?: unknown;
}

/** `google.script.run`: a method for each server function, and handlers that give a new runner each. */
export interface ScriptRun {
  withSuccessHandler(handler: Handler): ScriptRun;
  withFailureHandler(handler: Handler): ScriptRun;
  withUserObject(userObject: unknown): ScriptRun;
  // biome-ignore lint/suspicious/noExplicitAny: the server's functions take what they take.
  [functionName: string]: (...args: any[]) => any;
}

/** The client side of `google.script.run` (google.script-run), whatever carries its calls. */
export function createScriptRun({ functionNames, callServer, reportError }: ScriptRunOptions): ScriptRun {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function next(): void {
    if (underWay >= MAX_CONCURRENT_CALLS) return;
    const start = waiting.shift();
    if (start === undefined) return;
    underWay++;
    start();
  }

  function send(functionName: string, json: string, handlers: Handlers): void {
    const ended = () => {
      underWay--;
      next();
    };
    callServer(functionName, json).then(
      (resultJson) => {
        ended();
        handlers.success?.(JSON.parse(resultJson), handlers.userObject);
      },
      (reason: { name?: string; message?: string }) => {
        ended();
        const error = new Error(reason.message ?? String(reason));
        error.name = reason.name ?? "Error";
        if (handlers.failure === undefined) reportError(error);
        else handlers.failure(error, handlers.userObject);
      },
    );
  }

  function runner(handlers: Handlers): ScriptRun {
    const run: ScriptRun = {
      withSuccessHandler: (success) => runner({ ...handlers, success }),
      withFailureHandler: (failure) => runner({ ...handlers, failure }),
      withUserObject: (userObject) => runner({ ...handlers, userObject }),
    };
    for (const name of functionNames) {
      if (name.endsWith("_")) continue;
      run[name] = (...args: unknown[]) => {
        const json = argumentsJson(args);
        waiting.push(() => send(name, json, handlers));
        next();
      };
    }
    return run;
  }

  return runner({});
}
