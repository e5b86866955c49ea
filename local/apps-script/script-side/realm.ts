import { createRandom } from "../../random";
import { info, nowMs } from "./bridge";

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
  if (info().nowMs === null) return;
  installVirtualTime(global);
  Math.random = createRandom(info().seed);
}

/** A clock tells whole milliseconds, also where virtual time passes in parts of them. */
const wholeMs = (): number => Math.floor(nowMs());

function installVirtualTime(global: Record<string, unknown>): void {
  const RealDate = Date;
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [wholeMs()] : args, newTarget) as object,
    apply: () => new RealDate(wholeMs()).toString(),
    get: (target, property, receiver) => (property === "now" ? wholeMs : Reflect.get(target, property, receiver)),
  });
  RealDate.prototype.constructor = VirtualDate;
  global.Date = VirtualDate;
}
