import type { Execution } from "../execution";
import type { ServiceCalls } from "../host-state";

type Scope = "user" | "script" | "document";

function nameOf(execution: Execution, scope: Scope): string {
  if (scope === "script") return "script";
  return scope === "user" ? `user ${execution.user}` : `document ${execution.document?.id}`;
}

export const lockCalls: ServiceCalls = {
  "LockService.tryLock": (state, execution, scope: Scope, ms: number) =>
    state.locks.take(nameOf(execution, scope), execution, ms),
  "LockService.waitLock": (state, execution, scope: Scope, ms: number) =>
    state.locks.take(nameOf(execution, scope), execution, ms),
  "LockService.hasLock": (state, execution, scope: Scope) => state.locks.isHeldBy(nameOf(execution, scope), execution),
  "LockService.releaseLock": (state, execution, scope: Scope) =>
    state.locks.release(nameOf(execution, scope), execution),
};
