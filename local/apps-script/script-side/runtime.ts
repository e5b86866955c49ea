import type { ExecutionInfo } from "../protocol";
import { connect, type WorkerBridge } from "./bridge";
import { CacheService } from "./cache-service";
import { console, Logger } from "./console";
import { invoke } from "./entry";
import { installLazyServices } from "./lazy-services";
import { LockService } from "./lock-service";
import { PropertiesService } from "./properties-service";
import { shapeRealm } from "./realm";
import { ScriptApp } from "./script-app";
import { Session } from "./session";

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

/** What the worker sees of the script side. */
export interface Runtime {
  install: typeof install;
  invoke: typeof invoke;
}

export { invoke };
