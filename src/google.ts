// Google's services as everything below `compose.ts` sees them: `platform/` implements these, tests fake them.

/** Time as an execution sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Blocks the execution. */
  sleep(ms: number): void;
}

/** The lock that all executions of a document share. */
export interface DocumentLock {
  /** Waits for the lock up to `waitMs`; `false` if it could not be had. */
  tryLock(waitMs: number): boolean;
  release(): void;
}

/** Properties of a document, a person or the installation. A call takes some 80 ms, however much it reads or writes. */
export interface Store {
  /** Everything in one call. */
  all(): Record<string, string>;
  get(name: string): string | null;
  set(name: string, text: string): void;
  /** Writes entries in one call, and leaves the others. */
  setAll(entries: Record<string, string>): void;
  remove(name: string): void;
}

/** Triggers that run a function of ours while nobody is there. */
export interface ClockTriggers {
  /**
   * Makes one that runs so often, or as often as this kind of installation may.
   * @returns `isOnly` if Google has refused a shorter time, and so permits no second one here
   * @throws Google's words
   */
  make(functionName: string, everyMinutes: number): { uid: string; everyMinutes: number; isOnly: boolean };
  /** The ids of this person's triggers of a function in this spreadsheet. */
  ofSheet(functionName: string): string[];
  /** Removes the one with this id, and no other. */
  remove(uid: string): void;
}

/** The cache that a document's executions share; entries may vanish at any time. */
export interface TextCache {
  /** In one call; missing entries are left out. */
  getAll(names: string[]): Record<string, string>;
  /** In one call. Entries that cannot be stored are as good as evicted. */
  putAll(entries: Record<string, string>, lifetimeSeconds: number): void;
}

/** The cache keeps nothing for longer than 6 hours (google.cache). */
export const LONGEST_CACHE_SECONDS = 21_600;

/** The form of every name that `newId` gives: by it our hidden cells are told from what people type or paste. */
export const ID_FORM = "[0-9a-f]{6}";
