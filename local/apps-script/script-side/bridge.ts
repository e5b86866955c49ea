import { translate } from "../messages";
import type { ExecutionInfo } from "../protocol";

/** The worker's functions. They belong to Node's realm, so no script may ever see them or what they throw. */
export interface WorkerBridge {
  call(name: string, argsJson: string): string;
  local(name: string, argsJson: string): string;
  log(level: string, text: string): void;
  /** The time of a real clock, or of a virtual one when the execution began. */
  now(): number;
}

let bridge: WorkerBridge;
let executionInfo: ExecutionInfo;
/** The time of a virtual clock at the last answer, the only moment at which it passes for a script. */
let answeredMs: number | null = null;

export function connect(info: ExecutionInfo, worker: WorkerBridge): void {
  executionInfo = info;
  bridge = worker;
}

export function info(): ExecutionInfo {
  return executionInfo;
}

export function nowMs(): number {
  return answeredMs ?? bridge.now();
}

export function log(level: string, text: string): void {
  bridge.log(level, text);
}

/** The error a Google service throws: `name` is `Exception`, the message in the account's language. */
export function exception(message: string, name = "Exception"): Error {
  const error = new Error(executionInfo.translated ? translate(message) : message);
  error.name = name;
  return error;
}

interface Told {
  nowMs?: number | null;
  value?: unknown;
  error?: { message: string; name?: string } | string;
}

function opened(json: string): unknown {
  const answer = JSON.parse(json) as Told;
  answeredMs = answer.nowMs ?? answeredMs;
  if (answer.error === undefined) return answer.value;
  if (typeof answer.error === "string") throw exception(answer.error);
  throw exception(answer.error.message, answer.error.name);
}

/** A service call answered by the main thread. */
export function call<T = unknown>(name: string, ...args: unknown[]): T {
  return opened(bridge.call(name, JSON.stringify(args))) as T;
}

/** A computation answered by the worker itself. */
export function local(name: string, ...args: string[]): string {
  return opened(bridge.local(name, JSON.stringify(args))) as string;
}
