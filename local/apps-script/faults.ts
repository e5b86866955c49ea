import { createRandom, type Random } from "../random";
import { MESSAGES } from "./messages";
import { ServiceError } from "./script-errors";

/** Kinds of host calls that take about the same time; Google answers `local` ones without a round trip. */
export type CallClass = "cache" | "fetch" | "local" | "lock" | "property" | "sheet" | "sleep" | "ui";

/** Google answers these calls, or checks their arguments, without asking its servers. */
const LOCAL_CALLS = new Set([
  "Sheet.getRange",
  "Sheet.getRangeList",
  "LockService.hasLock",
  "SpreadsheetApp.getActive",
]);

const CLASS_BY_SERVICE: Record<string, CallClass> = {
  CacheService: "cache",
  LockService: "lock",
  PropertiesService: "property",
  ScriptApp: "ui",
  Ui: "ui",
  UrlFetchApp: "fetch",
  Utilities: "sleep",
};

/** The class of a host call by its name, for latency settings: what has no class of its own asks the sheet. */
export function callClass(callName: string): CallClass {
  if (LOCAL_CALLS.has(callName)) return "local";
  return CLASS_BY_SERVICE[callName.split(".")[0] ?? ""] ?? "sheet";
}

/**
 * Host calls that fail although nothing is wrong with them, as Google's services do now and then. A call that matches
 * several faults counts for each, and the first that strikes is thrown.
 */
export interface HostFault {
  /** Names of host calls (`LockService.releaseLock`) and classes of them (`lock`, `sheet`, `property`, `cache`, `fetch`). */
  calls: readonly string[];
  /** The numbers of the matching calls that fail; 1 is the first one after the fault was set. */
  at?: readonly number[];
  /** The chance that a matching call fails, from 0 to 1; drawn with the host's seed. */
  chance?: number;
  /** Only calls of this execution. */
  executionId?: number;
  /** `after`: the call is done, but the script sees only the exception. Default: `before`, nothing is done. */
  when?: "before" | "after";
  /** The message for the script; if left out, one of Google's messages for the service. */
  message?: string;
}

const TRANSIENT_MESSAGES: Record<string, string> = {
  lock: MESSAGES.tooManyLockCalls(),
  sheet: MESSAGES.serviceError("Spreadsheets"),
  cache: MESSAGES.serviceUnavailable("Cache"),
};

/** Counts calls for each fault, as long as it is set. */
export class FaultCounter {
  readonly #random: Random;
  readonly #counts = new WeakMap<HostFault, number>();

  constructor(seed: number) {
    // A generator of its own, so that a fault more or less changes neither latencies nor losses.
    this.#random = createRandom(seed * 104_729 + 1);
  }

  /** The fault that strikes this call. It counts the call, so ask once for each. */
  strike(faults: readonly HostFault[], name: string, executionId: number): HostFault | undefined {
    const striking = faults.filter((fault) => {
      if (fault.executionId !== undefined && fault.executionId !== executionId) return false;
      if (!fault.calls.includes(name) && !fault.calls.includes(callClass(name))) return false;
      const count = (this.#counts.get(fault) ?? 0) + 1;
      this.#counts.set(fault, count);
      return fault.at?.includes(count) === true || (fault.chance !== undefined && this.#random() < fault.chance);
    });
    return striking[0];
  }
}

/** The exception that a fault makes of a call. */
export function faultError(fault: HostFault, callName: string): ServiceError {
  return new ServiceError(fault.message ?? TRANSIENT_MESSAGES[callClass(callName)] ?? MESSAGES.serverError());
}
