import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";

/** The limits of a cache (google.cache, google.cache-loss). */
const MAX_KEY_CHARACTERS = 250;
const MAX_VALUE_BYTES = 100 * 1024;
const MAX_ITEMS = 1000;
const KEPT_ITEMS = 900;
const DEFAULT_TTL_SECONDS = 600;
const MAX_TTL_SECONDS = 21_600;

interface Item {
  value: string;
  expiresMs: number;
}

/** One cache instance. */
export class CacheStore {
  readonly #items = new Map<string, Item>();

  get(key: string, nowMs: number): string | null {
    const item = this.#items.get(key);
    if (item === undefined) return null;
    if (item.expiresMs > nowMs) return item.value;
    this.#items.delete(key);
    return null;
  }

  put(key: string, value: string, ttlSeconds: number | null, nowMs: number): void {
    if (key.length > MAX_KEY_CHARACTERS) throw new ServiceError(MESSAGES.tooLarge("key"));
    if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new ServiceError(MESSAGES.tooLarge("value"));
    const seconds = ttlSeconds ?? DEFAULT_TTL_SECONDS;
    // Lifetimes outside 1…21,600 s store the entry all the same (google.cache).
    const kept = seconds < 1 || seconds > MAX_TTL_SECONDS ? MAX_TTL_SECONDS : seconds;
    this.#items.delete(key);
    this.#items.set(key, { value, expiresMs: nowMs + kept * 1000 });
    if (this.#items.size > MAX_ITEMS) this.#evict(nowMs);
  }

  remove(key: string): void {
    this.#items.delete(key);
  }

  /** Keeps the 900 items farthest from expiry; among equals the younger ones. */
  #evict(nowMs: number): void {
    const alive = [...this.#items].filter(([, item]) => item.expiresMs > nowMs);
    const kept =
      alive.length > MAX_ITEMS ? alive.toSorted(([, a], [, b]) => a.expiresMs - b.expiresMs).slice(-KEPT_ITEMS) : alive;
    this.#items.clear();
    for (const [key, item] of kept) this.#items.set(key, item);
  }
}

/** The caches of a project, by whom they belong to. */
export class CacheStores {
  readonly #stores = new Map<string, CacheStore>();

  of(owner: string): CacheStore {
    const store = this.#stores.get(owner) ?? new CacheStore();
    this.#stores.set(owner, store);
    return store;
  }
}
