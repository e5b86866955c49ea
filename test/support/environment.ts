import { AsyncLocalStorage } from "node:async_hooks";
import v8 from "node:v8";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";
import { loadOutside } from "./load-outside";

// Every execution has a realm of its own, so little code runs often enough to be worth optimising. V8 would begin after
// 132 kB of bytecode; beginning after twenty times as much saves an eighth of the computing.
v8.setFlagsFromString("--interrupt-budget=2640000");

/** Programs outside compare these by `instanceof`. */
const SHARED = [
  "Error",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "JSON",
  "Date",
  "Map",
  "Set",
  "Promise",
];

/** Those that hold something for the file of tests that runs. */
const stores = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
  stores.add(this);
  return run.apply(this, args);
} as typeof run;

/**
 * A realm for each file of tests, as Jest makes it, but for two things that make tests quicker: global names are its own
 * instead of being asked for in a sandbox object, and what is tested as a whole, the local programs and the driver of
 * browsers, is loaded once for all files of a process (`outside.mjs`).
 */
export default class Environment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
    const global = this.global as unknown as Record<string, unknown>;
    for (const name of SHARED) global[name] = (globalThis as unknown as Record<string, unknown>)[name];
    global.loadOutside = loadOutside;
  }

  /** Jest leaves a store behind for each file, and Node goes through all of them whenever a promise is made. */
  override async teardown(): Promise<void> {
    for (const store of stores) store.disable();
    stores.clear();
    await super.teardown();
  }
}
