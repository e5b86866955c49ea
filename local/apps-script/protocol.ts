import type { MessagePort } from "node:worker_threads";

/**
 * The beginning of an execution; it decides how arguments and results cross (google.custom-function-arguments,
 * google.custom-function-results, google.script-run).
 */
export type EntryPoint = "formula" | "sidebar" | "menu" | "open" | "trigger" | "editor";

/** Authorisation modes in Google's order (google.modes). */
export const AUTH_MODES = ["NONE", "CUSTOM_FUNCTION", "LIMITED", "FULL"] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** A worker is made with this. */
export interface WorkerInput {
  /** One 32-bit cell: 1 when an answer lies in the port. */
  signal: SharedArrayBuffer;
  port: MessagePort;
  /** The script-side objects, one expression that gives its exports. */
  runtime: string;
  compiledRuntime: Uint8Array | undefined;
}

/** The project whose executions a worker runs until it gets another one. */
export interface ProjectMessage {
  /** Its files as one script. */
  script: string;
  html: Record<string, string>;
  compiledScript: Uint8Array | undefined;
}

/** Work on texts that are as large as this is kept on disk (`loading/kept-work`). */
export const LARGE_CHARACTERS = 50_000;

/** The code that the engine has compiled of both texts. */
export interface CompiledCode {
  runtime: Uint8Array | undefined;
  script: Uint8Array | undefined;
}

/** From the worker to the main thread, besides messages about executions. */
export interface CompiledMessage {
  compiled: CompiledCode;
}

/** An execution as the script-side objects in it know it. */
export interface ExecutionInfo {
  mode: AuthMode;
  entryPoint: EntryPoint;
  /** Scopes granted; `null` when the manifest lists none, so that Google derives them from the code. */
  scopes: string[] | null;
  /** Scopes that the manifest lists and the person has not granted. */
  missingScopes: string[];
  /** Where they can be granted. */
  consentAddress: string;
  hasDocument: boolean;
  /** There are a lock and a cache of the document. */
  hasDocumentLock: boolean;
  /** True where the person sees a page of the document: menus, sidebar, opening. */
  hasUi: boolean;
  /** The virtual time, or `null` when real time counts. */
  nowMs: number | null;
  /** How far real time has been set forward. */
  aheadMs: number;
  seed: number;
  translated: boolean;
  timeZone: string;
  locale: string;
  user: string;
  scriptId: string;
  projectTitle: string;
  dropNewBuiltIns: boolean;
  dateResultBecomesNull: boolean;
  undefinedFieldBecomesNull: boolean;
}

/** Main thread to worker: begin. */
export interface StartMessage {
  functionName: string;
  argsJson: string;
  info: ExecutionInfo;
}

/** Worker to main thread, as JSON text. */
export type WorkerMessage =
  | { type: "call"; name: string; args: unknown[] }
  | { type: "log"; level: string; text: string }
  | { type: "end"; resultJson: string }
  | { type: "error"; error: ScriptErrorData }
  /** The execution has ended as `DIE` demanded; the worker is free. */
  | { type: "dead" }
  /** It cannot go without its thread. */
  | { type: "stuck" };

/** A blocked call is answered with this instead of an `Answer` when Google ends the execution. */
export const DIE = "die";

/** The answer to a call. */
export type Answer = { nowMs: number | null } & ({ value: unknown } | { error: { message: string; name?: string } });

export interface ScriptErrorData {
  name: string;
  message: string;
  stack: string;
}

/**
 * Values as they cross between threads as JSON: dates as milliseconds, errors by name, and `missing` for `undefined`,
 * which JSON lists cannot hold.
 */
export type TaggedValue =
  | string
  | number
  | boolean
  | null
  | { date: number }
  | { error: string }
  | { missing: true }
  | TaggedValue[];
