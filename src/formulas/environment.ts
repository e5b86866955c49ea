import type { Clock } from "../pacing/clock";
import type { Limiter } from "../pacing/limiter";
import type { ServiceClient } from "../service/client";
import type { Operation } from "../service/operations";

/** The cache that a document's executions share; entries may vanish at any time (facts 2.4). */
export interface TextCache {
  /** In one call; missing entries are left out. */
  getAll(keys: string[]): Record<string, string>;
  /** In one call. Entries that cannot be stored are as good as evicted. */
  putAll(entries: Record<string, string>, lifetimeSeconds: number): void;
}

/** The service with the key that this execution may use. */
export interface OpenService {
  client: ServiceClient;
  limiterOf(operation: Operation): Limiter;
  /** Entries left in the cache beside answers: the fingerprint of the key (design 3.3). */
  cacheMarks: Record<string, string>;
}

/** Everything a formula needs of the world. */
export interface FormulaEnvironment {
  clock: Clock;
  /** When this execution began. */
  startedMs: number;
  cache: TextCache;
  /** SHA-256 of the text's UTF-8 bytes, as text. */
  sha256(text: string): string;
  /**
   * Reads the key, which a formula that is answered from the cache never needs.
   * @throws ServiceError with `NO_API_KEY`
   */
  openService(): OpenService;
}
