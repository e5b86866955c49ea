import type { Execution } from "../execution";
import type { HostState, ServiceCalls } from "../host-state";
import type { CacheStore } from "../stores/cache-stores";

type Scope = "user" | "script" | "document";

function storeOf(state: HostState, execution: Execution, scope: Scope): CacheStore {
  if (scope === "script") return state.caches.of("script");
  if (scope === "user") return state.caches.of(`user ${execution.user}`);
  return state.caches.of(`document ${execution.document?.id}`);
}

/** Entries may vanish any time (google.cache-loss); how often is a setting. */
function read(state: HostState, execution: Execution, store: CacheStore, key: string): string | null {
  const { cacheLossChance } = state.settings;
  if (cacheLossChance > 0 && execution.random() < cacheLossChance) store.remove(key);
  return store.get(key, state.clock.now());
}

export const cacheCalls: ServiceCalls = {
  "CacheService.get": (state, execution, scope: Scope, key: string) =>
    read(state, execution, storeOf(state, execution, scope), key),
  "CacheService.getAll": (state, execution, scope: Scope, keys: string[]) => {
    const store = storeOf(state, execution, scope);
    const found = keys.map((key): [string, string | null] => [key, read(state, execution, store, key)]);
    return Object.fromEntries(found.filter(([, value]) => value !== null));
  },
  "CacheService.put": (state, execution, scope: Scope, key: string, value: string, seconds: number | null) =>
    storeOf(state, execution, scope).put(key, value, seconds, state.clock.now()),
  "CacheService.putAll": (state, execution, scope: Scope, values: Record<string, string>, seconds: number | null) => {
    const store = storeOf(state, execution, scope);
    for (const [key, value] of Object.entries(values)) store.put(key, value, seconds, state.clock.now());
  },
  "CacheService.remove": (state, execution, scope: Scope, key: string) => storeOf(state, execution, scope).remove(key),
  "CacheService.removeAll": (state, execution, scope: Scope, keys: string[]) => {
    const store = storeOf(state, execution, scope);
    for (const key of keys) store.remove(key);
  },
};
