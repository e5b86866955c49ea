import type { DocumentLock, Store } from "../google";
import { ServiceError } from "../service/errors";

/** Properties shared by all users of this document. */
export const documentProperties = storeOf(() => PropertiesService.getDocumentProperties());

/** The current user's properties; in a formula those of the spreadsheet's owner (google.owner-properties). */
export const userProperties = storeOf(() => PropertiesService.getUserProperties());

export const scriptProperties = storeOf(() => PropertiesService.getScriptProperties());

/** The service is asked for a store when it is used, never while the file loads (google.top-level). */
function storeOf(open: () => GoogleAppsScript.Properties.Properties): Store {
  return {
    all: () => open().getProperties(),
    get: (name) => open().getProperty(name),
    set: (name, text) => open().setProperty(name, text),
    setAll: (entries) => open().setProperties(entries),
    remove: (name) => open().deleteProperty(name),
  };
}

/**
 * The cache of this document and add-on. A failing cache is an empty one: entries may vanish anyway
 * (google.cache-loss).
 */
export const documentCache = {
  getAll(keys: string[]): Record<string, string> {
    try {
      return CacheService.getDocumentCache()?.getAll(keys) ?? {};
    } catch {
      return {};
    }
  },

  putAll(entries: Record<string, string>, lifetimeSeconds: number): void {
    try {
      CacheService.getDocumentCache()?.putAll(entries, lifetimeSeconds);
    } catch {
      // Not kept: it is asked again, which is free (service.verified-before).
    }
  },
};

const NO_LOCK: DocumentLock = {
  tryLock() {
    throw new ServiceError("NO_LOCK");
  },
  release() {},
};

/** Doubled after each call that Google refuses. */
const FIRST_PAUSE_MS = 250;

/** The tries of a refused release, with a pause between; the end of the execution gives the lock back in any case. */
const RELEASES = 3;
const RELEASE_PAUSE_MS = 200;

/**
 * The lock of this document and add-on. Google refuses to take and to give it back with "There are too many LockService
 * operations against the same script." when many executions use it at once. A refused taking is waited out like a lock
 * that others hold. A refused release is no failure of what was done under the lock: it never throws.
 * @throws ServiceError with `NO_LOCK` when it is to be taken where Google gives none (google.document-lock)
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
