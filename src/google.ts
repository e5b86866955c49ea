// Google's services as everything below `compose.ts` sees them: `platform/` implements these, tests fake them.

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Blocks the execution. */
  sleep(ms: number): void;
}

export interface DocumentLock {
  /** Waits for the lock up to `waitMs`. Returns `false` if it could not be had. */
  tryLock(waitMs: number): boolean;
  release(): void;
}

/** @returns `busy` if the lock could not be had within `waitMs` */
export function withLock<Done, Busy>(lock: DocumentLock, waitMs: number, busy: Busy, work: () => Done): Done | Busy {
  if (!lock.tryLock(waitMs)) return busy;
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** A call takes some 80 ms, however much it reads or writes. */
export interface Store {
  all(): Record<string, string>;
  get(name: string): string | null;
  set(name: string, text: string): void;
  setAll(entries: Record<string, string>): void;
  remove(name: string): void;
}

export interface ClockTriggers {
  /**
   * Makes a trigger that runs this often, or as often as this kind of installation may.
   * @returns `isOnly` if Google has refused a shorter time, and so permits no second one here
   * @throws Google's words
   */
  make(functionName: string, everyMinutes: number): { uid: string; everyMinutes: number; isOnly: boolean };
  /** The ids of this person's triggers of a function in this spreadsheet. */
  ofSheet(functionName: string): string[];
  remove(uid: string): void;
}

/** Entries may vanish at any time. */
export interface TextCache {
  /** Leaves out missing entries. */
  getAll(names: string[]): Record<string, string>;
  /** Drops entries that cannot be stored. */
  putAll(entries: Record<string, string>, lifetimeSeconds: number): void;
}

/** The cache keeps nothing for longer than 6 hours (google.cache). */
export const LONGEST_CACHE_SECONDS = 21_600;

/** The form of the names that `newId` gives. It tells our hidden cells from what people type or paste. */
export const ID_FORM = "[0-9a-f]{6}";
