import type { Session } from "node:inspector";
import process from "node:process";
import { setImmediate } from "node:timers";
import vm from "node:vm";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import {
  type CompiledMessage,
  DIE,
  LARGE_CHARACTERS,
  type ProjectMessage,
  type StartMessage,
  type WorkerInput,
  type WorkerMessage,
} from "../protocol";
import type { Runtime } from "../script-side/runtime";

// Loaded when they are needed: each would lengthen the start of every thread.
const crypto = (): typeof import("node:crypto") => require("node:crypto");
const zlib = (): typeof import("node:zlib") => require("node:zlib");
const inspector = (): typeof import("node:inspector") => require("node:inspector");

let session: Session | undefined;

/**
 * Ends the script that is running in this thread as a killed process would: no `catch`, no `finally`, and nothing of
 * ours on the stack goes on either. The thread then waits for its next message.
 */
export function endExecution(): never {
  if (session === undefined) {
    session = new (inspector().Session)();
    session.connect();
  }
  session.post("Runtime.terminateExecution");
  // The engine ends the loop at its next turn.
  for (;;);
}

/** Pure computation for which the script side has no built-in; answered in the worker, so that it is no host call. */
const CALLS: Record<string, (...args: string[]) => string> = {
  digest: (algorithm, dataBase64) =>
    crypto()
      .createHash(algorithm as string)
      .update(bytes(dataBase64))
      .digest("base64"),
  hmac: (algorithm, dataBase64, keyBase64) =>
    crypto()
      .createHmac(algorithm as string, bytes(keyBase64))
      .update(bytes(dataBase64))
      .digest("base64"),
  gzip: (dataBase64) => zlib().gzipSync(bytes(dataBase64)).toString("base64"),
  gunzip: (dataBase64) => zlib().gunzipSync(bytes(dataBase64)).toString("base64"),
  encode: (text, charset) => Buffer.from(text as string, charset as BufferEncoding).toString("base64"),
  decode: (dataBase64, charset) => new TextDecoder(charset).decode(bytes(dataBase64)),
  uuid: () => crypto().randomUUID(),
};

function bytes(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? "", "base64");
}

/** Computes `name`; gives `{"value": text}`, or `{"error": message}` so that no foreign error enters the realm. */
export function localCall(name: string, argsJson: string): string {
  try {
    const call = CALLS[name];
    if (call === undefined) throw new Error(`unknown: ${name}`);
    return JSON.stringify({ value: call(...(JSON.parse(argsJson) as string[])) });
  } catch (error) {
    return JSON.stringify({ error: (error as Error).message });
  }
}

const input = workerData as WorkerInput;
const signal = new Int32Array(input.signal);
const runtimeScript = new vm.Script(input.runtime, { filename: "runtime", cachedData: input.compiledRuntime });

let project: ProjectMessage = { script: "", html: {}, compiledScript: undefined };

/**
 * The whole project as one script, so that functions of all files exist before any top-level code (google.top-level).
 */
let projectScript: vm.Script | SyntaxError;

function load(next: ProjectMessage): void {
  project = next;
  executions = 0;
  try {
    projectScript = new vm.Script(next.script, { filename: "project", cachedData: next.compiledScript });
  } catch (error) {
    projectScript = error as SyntaxError;
  }
}

function send(message: WorkerMessage): void {
  input.port.postMessage(JSON.stringify(message));
}

/** An execution may call while it is alive; while it is synchronous, it is within its entry function's own stack. */
interface Life {
  isAlive: boolean;
  isSynchronous: boolean;
}

/** Blocks until the main thread has answered: Google's services are synchronous. */
function callHost(life: Life, name: string, argsJson: string): string {
  // Microtasks that a finished execution has left in the queue must not call in another's name.
  if (!life.isAlive) endExecution();
  Atomics.store(signal, 0, 0);
  input.port.postMessage(`{"type":"call","name":${JSON.stringify(name)},"args":${argsJson}}`);
  // A late notify of the call before must not end this wait, hence the loop.
  while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
  const json = receiveMessageOnPort(input.port)?.message as string;
  if (json === DIE) {
    life.isAlive = false;
    send({ type: life.isSynchronous ? "dead" : "stuck" });
    endExecution();
  }
  return json;
}

function htmlFile(argsJson: string): string {
  const [name] = JSON.parse(argsJson) as [string];
  return JSON.stringify({ value: project.html[name] ?? null });
}

interface Prepared {
  context: vm.Context;
  runtime: Runtime;
}

/** A realm of its own for each execution, made while the worker would be idle. */
function prepare(): Prepared {
  // One without a sandbox object, which would be asked for every global name.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  return { context, runtime: runtimeScript.runInContext(context) as Runtime };
}

let prepared: Prepared | undefined = prepare();

function describe(error: unknown): WorkerMessage {
  const thrown = (typeof error === "object" && error !== null ? error : {}) as Partial<Error>;
  const isErrorLike = typeof thrown.message === "string";
  return {
    type: "error",
    error: {
      name: isErrorLike ? String(thrown.name ?? "Error") : "",
      message: isErrorLike ? String(thrown.message) : String(error),
      stack: typeof thrown.stack === "string" ? thrown.stack : "",
    },
  };
}

async function execute(start: StartMessage): Promise<void> {
  const { context, runtime } = prepared ?? prepare();
  prepared = undefined;
  const life: Life = { isAlive: true, isSynchronous: true };
  try {
    runtime.install(start.info, {
      call: (name, argsJson) => callHost(life, name, argsJson),
      local: (name, argsJson) => (name === "htmlFile" ? htmlFile(argsJson) : localCall(name, argsJson)),
      log: (level, text) => send({ type: "log", level, text }),
      now: () => start.info.nowMs ?? Date.now() + start.info.aheadMs,
    });
    if (!(projectScript instanceof vm.Script)) throw projectScript;
    projectScript.runInContext(context);
    const entry = vm.runInContext(
      `typeof ${start.functionName} === "function" ? ${start.functionName} : null`,
      context,
    );
    if (entry === null) throw new Error(`Script function not found: ${start.functionName}`);
    const pending = settled(runtime.invoke(entry, start.argsJson));
    life.isSynchronous = false;
    const result = await pending;
    life.isAlive = false;
    send({ type: "end", resultJson: result });
  } catch (error) {
    life.isAlive = false;
    send(describe(error));
  }
  prepared = prepare();
  if (++executions === EXECUTIONS_TO_LEARN) tellCompiled();
}

/** After this many executions the engine has compiled most of the code they use. */
const EXECUTIONS_TO_LEARN = 8;
let executions = 0;

/** Tells what the engine has compiled of large texts, unless it was given that. */
function tellCompiled(): void {
  if (!(projectScript instanceof vm.Script)) return;
  const isKnown = (text: string, compiled: vm.Script) =>
    text.length < LARGE_CHARACTERS || compiled.cachedDataRejected === false;
  if (isKnown(input.runtime, runtimeScript) && isKnown(project.script, projectScript)) return;
  const compiled = { runtime: runtimeScript.createCachedData(), script: projectScript.createCachedData() };
  parentPort?.postMessage({ compiled } satisfies CompiledMessage);
}

/** Entry functions may be async, but without timers only microtasks can move them on (google.engine-globals). */
function settled(result: string | PromiseLike<string>): Promise<string> | string {
  if (typeof result === "string") return result;
  return Promise.race([result, new Promise<string>((resolve) => setImmediate(() => resolve("null")))]);
}

// A promise a script drops must not end the worker (google.engine-globals).
process.on("unhandledRejection", () => {});
parentPort?.on("message", (message: ProjectMessage | StartMessage) =>
  "script" in message ? load(message) : void execute(message),
);
