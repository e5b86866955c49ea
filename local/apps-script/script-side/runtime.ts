import type { ExecutionInfo } from "../protocol";
import { connect, type WorkerBridge } from "./bridge";
import { CacheService } from "./cache-service";
import { console, Logger } from "./console";
import { invoke } from "./entry";
import { HtmlService } from "./html-service";
import { LockService } from "./lock-service";
import { PropertiesService } from "./properties-service";
import { shapeRealm } from "./realm";
import { ScriptApp } from "./script-app";
import { Session } from "./session";
import { SPREADSHEET_GLOBALS } from "./spreadsheet/globals";
import { UrlFetchApp } from "./url-fetch-app";
import { Utilities } from "./utilities";

const GLOBALS = {
  CacheService,
  HtmlService,
  LockService,
  Logger,
  PropertiesService,
  ScriptApp,
  Session,
  UrlFetchApp,
  Utilities,
  console,
  ...SPREADSHEET_GLOBALS,
};

/** Puts Google's services beside the script's names on the global object (facts 6.3). */
export function install(executionInfo: ExecutionInfo, worker: WorkerBridge): void {
  const global = globalThis as unknown as Record<string, unknown>;
  connect(executionInfo, worker);
  shapeRealm(global);
  for (const name of ["SharedArrayBuffer", "Atomics"]) Reflect.deleteProperty(global, name);
  for (const [name, value] of Object.entries(GLOBALS)) {
    Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

/** What the worker sees of the script side. */
export interface Runtime {
  install: typeof install;
  invoke: typeof invoke;
}

export { invoke };
