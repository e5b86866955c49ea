import type { DocumentLock } from "../pacing/limiter";

/** The lock of this document and add-on. It is given back by itself when an execution ends (facts 2.6). */
export function openDocumentLock(): DocumentLock {
  const lock = LockService.getDocumentLock();
  return {
    tryLock(waitMs) {
      try {
        return lock.tryLock(Math.round(waitMs));
      } catch {
        // "Too many LockService operations" and the like: not to be had now.
        return false;
      }
    },
    release: () => lock.releaseLock(),
  };
}
