import type { TaggedValue } from "../protocol";
import { info } from "./bridge";
import { authModeMember } from "./script-app";

/** A value that came as JSON, with its dates. */
function revived(value: TaggedValue): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value === "object" && value !== null && "date" in value) return new Date(value.date as number);
  if (typeof value === "object" && value !== null && "missing" in value) return undefined;
  return value;
}

/** A formula's result as plain data: what JSON cannot say is tagged (google.custom-function-results). */
function tagged(value: unknown): TaggedValue {
  if (Array.isArray(value)) return value.map(tagged);
  if (value instanceof Date) return { date: value.getTime() };
  if (typeof value === "number") return Number.isFinite(value) ? value : { error: "#NUM!" };
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value === null || value === undefined) return null;
  if (typeof (value as PromiseLike<unknown>).then === "function") return { error: "#ERROR!" };
  return String(value);
}

/** True when a sidebar may receive the value (google.script-run). */
function mayCross(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return true;
  if (Array.isArray(value)) return value.every(mayCross);
  if (typeof value !== "object" || value instanceof Date) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value as object).every(mayCross);
}

const withNull = (_name: string, value: unknown): unknown =>
  value === undefined && info().undefinedFieldBecomesNull ? null : value;

function toSidebar(value: unknown): string {
  let isAllowed: boolean;
  try {
    isAllowed = mayCross(value);
  } catch {
    isAllowed = false;
  }
  if (!isAllowed && !info().dateResultBecomesNull) {
    throw new TypeError("The script returned a value of an unsupported type.");
  }
  return isAllowed ? (JSON.stringify(value, withNull) ?? "null") : "null";
}

/** For who runs a function by hand; what JSON cannot say becomes text. */
function toReader(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return JSON.stringify(String(value));
  }
}

type Entry = (...args: unknown[]) => unknown;

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as PromiseLike<unknown>).then === "function";
}

/** Calls the entry function the way its entry point does and gives its result as JSON text. */
export function invoke(entry: Entry, argsJson: string): string | PromiseLike<string> {
  const { entryPoint } = info();
  const args = JSON.parse(argsJson) as TaggedValue[];
  if (entryPoint === "formula") {
    return finished(entry(...args.map(revived)), (value) => JSON.stringify(tagged(value)));
  }
  if (entryPoint === "sidebar") return finished(entry(...args), toSidebar);
  if (entryPoint === "open") return finished(entry({ authMode: authModeMember() }), () => "null");
  if (entryPoint === "trigger")
    return finished(entry({ ...(args[0] as object), authMode: authModeMember() }), () => "null");
  return finished(entry(...args), toReader);
}

function finished(result: unknown, toJson: (value: unknown) => string): string | PromiseLike<string> {
  return isPromise(result) ? result.then(toJson) : toJson(result);
}
