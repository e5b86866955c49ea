import { MESSAGES } from "../messages";
import { toInt } from "./arguments";
import { call, exception, info } from "./bridge";
import { requirePermission } from "./permissions";

type Scope = "user" | "script" | "document";

/** One lock (facts 2.6): it belongs to the execution, so taking it twice succeeds. */
class Lock {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }
  tryLock(timeoutInMillis: unknown): boolean {
    return call("LockService.tryLock", this.#scope, toInt(timeoutInMillis));
  }
  waitLock(timeoutInMillis: unknown): void {
    const got = call("LockService.waitLock", this.#scope, toInt(timeoutInMillis));
    if (!got) throw exception(MESSAGES.lockTimeout());
  }
  hasLock(): boolean {
    return call("LockService.hasLock", this.#scope);
  }
  releaseLock(): void {
    call("LockService.releaseLock", this.#scope);
  }
}

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
    return info().hasDocument ? new Lock("document") : null;
  },
};
