import { createRandom } from "../../random";
import type { ExecutionInfo } from "../protocol";
import { connect, info, nowMs, type WorkerBridge } from "./bridge";
import { CacheService } from "./cache-service";
import { console, Logger } from "./console";
import { invoke } from "./entry";
import { LockService } from "./lock-service";
import { PropertiesService } from "./properties-service";
import { ScriptApp, Session } from "./script-app";

/** Built-ins newer than what code for Google can count on (google.engine-built-ins). */
const NEW_BUILT_INS: [object, string[]][] = [
  [Array.prototype, ["at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with", "group"]],
  [String.prototype, ["at", "isWellFormed", "toWellFormed"]],
  [Object, ["hasOwn", "groupBy"]],
  [Map, ["groupBy"]],
  [Promise, ["withResolvers"]],
  [Array, ["fromAsync"]],
];

/** Makes a fresh realm Google's: its clock, its random numbers, nothing newer than its engine. */
export function shapeRealm(global: Record<string, unknown>): void {
  if (info().dropNewBuiltIns) {
    for (const [owner, names] of NEW_BUILT_INS) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  }
  const { nowMs: virtualMs, aheadMs } = info();
  if (virtualMs !== null || aheadMs !== 0) installHostTime(global);
  if (virtualMs !== null) Math.random = createRandom(info().seed);
}

/** A clock tells whole milliseconds, also where virtual time passes in parts of them. */
const wholeMs = (): number => Math.floor(nowMs());

function installHostTime(global: Record<string, unknown>): void {
  const RealDate = Date;
  const HostDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [wholeMs()] : args, newTarget) as object,
    apply: () => new RealDate(wholeMs()).toString(),
    get: (target, property, receiver) => (property === "now" ? wholeMs : Reflect.get(target, property, receiver)),
  });
  RealDate.prototype.constructor = HostDate;
  global.Date = HostDate;
}

/**
 * Services evaluated only when a script first names them: most executions need few, and every execution has a realm of
 * its own. `require` is what the bundler turns into a module evaluated on demand.
 */
const LOADERS: Record<string, () => Record<string, unknown>> = {
  Charts: () => require("./spreadsheet/globals") as typeof import("./spreadsheet/globals"),
  HtmlService: () => require("./html-service") as typeof import("./html-service"),
  SpreadsheetApp: () => require("./spreadsheet/globals") as typeof import("./spreadsheet/globals"),
  UrlFetchApp: () => require("./url-fetch-app") as typeof import("./url-fetch-app"),
  Utilities: () => require("./utilities") as typeof import("./utilities"),
};

/** Makes each service a property that turns into the service when it is first read. */
export function installLazyServices(global: object): void {
  for (const [name, load] of Object.entries(LOADERS)) {
    const become = (value: unknown) =>
      Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(global, name, {
      configurable: true,
      enumerable: false,
      get() {
        const service = load()[name];
        become(service);
        return service;
      },
      set: become,
    });
  }
}

const GLOBALS = {
  CacheService,
  LockService,
  Logger,
  PropertiesService,
  ScriptApp,
  Session,
  console,
};

/** Puts Google's services beside the script's names on the global object (google.top-level). */
export function install(executionInfo: ExecutionInfo, worker: WorkerBridge): void {
  const global = globalThis as unknown as Record<string, unknown>;
  connect(executionInfo, worker);
  shapeRealm(global);
  for (const name of ["SharedArrayBuffer", "Atomics"]) Reflect.deleteProperty(global, name);
  installLazyServices(global);
  for (const [name, value] of Object.entries(GLOBALS)) {
    Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

/** The script side as the worker sees it. */
export interface Runtime {
  install: typeof install;
  invoke: typeof invoke;
}

export { invoke };
