import { readTurns, writeTurns } from "./turn-text";
import type { TurnState } from "./turns";

/** Text under a name. */
export interface TextStore {
  get(name: string): string | null;
  set(name: string, text: string): void;
}

/** Where a limiter's state is kept. */
export interface TurnStores {
  /** Durable: document properties. */
  properties: TextStore;
  /** The document cache, used when a formula may not write properties, which is not certain on Google (design 5). */
  cache: TextStore;
}

/** Reads and writes one operation's state; both under the document lock. */
export interface TurnStore {
  /** Finds out, before the lock is taken, whether the cache is in use. */
  prepare(): void;
  read(): TurnState | null;
  write(state: TurnState): void;
}

/** The state kept under `name`. */
export function createTurnStore(name: string, { properties, cache }: TurnStores): TurnStore {
  let isPrepared = false;
  let isInCache = false;
  return {
    prepare() {
      if (!isPrepared) isInCache = cache.get(name) !== null;
      isPrepared = true;
    },
    read() {
      const durable = readTurns(properties.get(name));
      return isInCache ? merge(durable, readTurns(cache.get(name))) : durable;
    },
    write(state) {
      const text = writeTurns(state);
      if (!isInCache) {
        try {
          properties.set(name, text);
          return;
        } catch {
          isInCache = true;
        }
      }
      cache.set(name, text);
    },
  };
}

/** Runs write the properties and formulas the cache: together they are what has been reserved. */
function merge(one: TurnState | null, other: TurnState | null): TurnState | null {
  if (!one || !other) return one ?? other;
  const later = (one.cut?.atMs ?? 0) > (other.cut?.atMs ?? 0) ? one : other;
  const isNew = ([atMs, , ids]: TurnState["log"][number]) =>
    !one.log.some((each) => each[0] === atMs && each[2].join() === ids.join());
  return {
    turnMs: Math.max(one.turnMs, other.turnMs),
    log: [...one.log, ...other.log.filter(isNew)].sort((a, b) => a[0] - b[0]),
    refusedMs: later.refusedMs,
    cut: later.cut,
  };
}
