import type { DocumentLock, Store } from "../google";
import { ServiceError } from "../service/errors";
import { unlessGoogleFails } from "../sheet/table";

export const documentProperties = storeOf(() => PropertiesService.getDocumentProperties());

/** In a formula, these are the properties of the spreadsheet's owner (google.owner-properties). */
export const userProperties = storeOf(() => PropertiesService.getUserProperties());

export const scriptProperties = storeOf(() => PropertiesService.getScriptProperties());

/** A store opens Google's service on each use, never while the file loads (google.top-level). */
function storeOf(open: () => GoogleAppsScript.Properties.Properties): Store {
  return {
    all: () => open().getProperties(),
    get: (name) => open().getProperty(name),
    set: (name, text) => open().setProperty(name, text),
    setAll: (entries) => open().setProperties(entries),
    remove: (name) => open().deleteProperty(name),
  };
}

/** A failing cache counts as an empty one, because entries may vanish anyway (google.cache-loss). */
export const documentCache = {
  getAll: (keys: string[]): Record<string, string> =>
    unlessGoogleFails(() => CacheService.getDocumentCache()?.getAll(keys)) ?? {},

  /** An answer that is not kept is asked again, which is free (service.verified-before). */
  putAll: (entries: Record<string, string>, lifetimeSeconds: number): void =>
    void unlessGoogleFails(() => CacheService.getDocumentCache()?.putAll(entries, lifetimeSeconds)),
};

const NO_LOCK: DocumentLock = {
  tryLock() {
    throw new ServiceError("NO_LOCK");
  },
  release() {},
};

/** The first pause after a refused call; each further one is twice as long. */
const FIRST_PAUSE_MS = 250;

/** The end of the execution releases the lock in any case. */
const RELEASES = 3;
const RELEASE_PAUSE_MS = 200;

/**
 * When many executions run at once, Google refuses to lock and release: "There are too many LockService operations
 * against the same script." A refused lock is waited for like one that others hold. `release` never throws, because a
 * refusal does not undo what was done under the lock.
 * @throws ServiceError with `NO_LOCK` from `tryLock`, where Google gives no lock (google.document-lock)
 */
export function openDocumentLock(): DocumentLock {
  const lock: GoogleAppsScript.Lock.Lock | null = LockService.getDocumentLock();
  if (lock === null) return NO_LOCK;
  return {
    tryLock(waitMs) {
      const untilMs = Date.now() + waitMs;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
        const leftMs = Math.max(0, Math.round(untilMs - Date.now()));
        try {
          return lock.tryLock(leftMs);
        } catch {
          Utilities.sleep(Math.min(leftMs, pauseMs));
          if (leftMs <= pauseMs) return false;
        }
      }
    },
    release() {
      for (let left = RELEASES; left > 0; left--) {
        try {
          lock.releaseLock();
          return;
        } catch {
          if (left > 1) Utilities.sleep(RELEASE_PAUSE_MS);
        }
      }
    },
  };
}
