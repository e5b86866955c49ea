import { MESSAGES } from "../messages";
import { toInt } from "./arguments";
import { call, exception, info } from "./bridge";
import { printAsClass } from "./java-enum";
import { requirePermission } from "./permissions";

type Scope = "user" | "script" | "document";

/** One lock (google.locks): it belongs to the execution, so taking it twice succeeds. */
class Lock {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }
  tryLock(timeoutInMillis: unknown): boolean {
    return call("LockService.tryLock", this.#scope, toInt(timeoutInMillis));
  }
  waitLock(timeoutInMillis: unknown): null {
    const got = call("LockService.waitLock", this.#scope, toInt(timeoutInMillis));
    if (!got) throw exception(MESSAGES.lockTimeout());
    return null;
  }
  hasLock(): boolean {
    return call("LockService.hasLock", this.#scope);
  }
  releaseLock(): null {
    call("LockService.releaseLock", this.#scope);
    return null;
  }
}

printAsClass({ Lock });

export const LockService = {
  getUserLock(): Lock {
    requirePermission("store", "LockService.getUserLock");
    return new Lock("user");
  },
  getScriptLock(): Lock {
    requirePermission("store", "LockService.getScriptLock");
    return new Lock("script");
  },
  getDocumentLock(): Lock | null {
    requirePermission("store", "LockService.getDocumentLock");
    return info().hasDocumentLock ? new Lock("document") : null;
  },
};
