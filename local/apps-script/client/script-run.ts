/** Values that a page may pass to the server: JSON's types only (google.script-run). */
type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

function illegal(path: string): never {
  throw new TypeError(`Failed due to illegal value in property: ${path}`);
}

interface FormLike {
  elements: ArrayLike<{ name?: string; value?: unknown; type?: string; checked?: boolean }>;
}

function isForm(value: object): value is FormLike {
  return "nodeName" in value && (value as { nodeName: unknown }).nodeName === "FORM" && "elements" in value;
}

/** A form's fields as text, repeated names as lists; unchecked boxes are left out. */
function formFields(form: FormLike): Plain {
  const fields: Record<string, Plain> = {};
  for (const field of Array.from(form.elements)) {
    if (field.name === undefined || field.name === "") continue;
    if ((field.type === "checkbox" || field.type === "radio") && field.checked !== true) continue;
    const before = fields[field.name];
    const text = String(field.value ?? "");
    fields[field.name] = before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text];
  }
  return fields;
}

/** `undefined` becomes `null`, also as a field: Google may leave such a field out (google.undefined-fields). */
function copied(value: unknown, path: string, above: object[]): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || above.includes(value)) return illegal(path);
  if (Array.isArray(value)) return value.map((item, index) => copied(item, `${path}[${index}]`, [...above, value]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return illegal(path);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, copied(item, `${path}.${name}`, [...above, value])]),
  );
}

/**
 * The argument list as JSON text. Dates, functions, elements, class instances and circular structures throw, however
 * deep they lie; `undefined` and numbers that JSON cannot express become `null`. A form may stand as the only argument.
 */
function argumentsJson(args: readonly unknown[]): string {
  const [first] = args;
  if (args.length === 1 && typeof first === "object" && first !== null && isForm(first)) {
    return JSON.stringify([formFields(first)]);
  }
  return JSON.stringify(args.map((arg, index) => copied(arg, String(index), [])));
}

/** Calls under way at once; an eleventh waits (google.script-run). */
const MAX_CONCURRENT_CALLS = 10;

/** Carries a call to the server: JSON text of the arguments in, of the result out; rejects with name and message. */
export type CallServer = (functionName: string, argsJson: string) => Promise<string>;

export interface ScriptRunOptions {
  /** The functions the server offers; private ones are not among them. */
  functionNames: readonly string[];
  callServer: CallServer;
  /** Gets the errors that nobody handles, as a browser's console does. */
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
