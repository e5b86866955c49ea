import { isVirtualClock } from "../clock/virtual-clock";
import type { Execution } from "./execution";
import type { HostState } from "./host-state";
import type { ExecutionInfo } from "./protocol";

/** What the script side is told about its execution. */
export function createExecutionInfo(state: HostState, execution: Execution): ExecutionInfo {
  const { settings, manifest } = state;
  return {
    mode: execution.mode,
    entryPoint: execution.entryPoint,
    scopes: settings.grantedScopes ?? manifest.oauthScopes ?? null,
    hasDocument: execution.document !== null,
    hasUi: execution.hasUi,
    nowMs: isVirtualClock(state.clock) ? state.clock.now() : null,
    seed: Math.floor(execution.random() * 2 ** 31),
    translated: settings.translated,
    timeZone: manifest.timeZone,
    locale: execution.document?.locale ?? "en",
    user: execution.user,
    scriptId: "local-script",
    projectTitle: state.title,
    dropNewBuiltIns: settings.dropNewBuiltIns,
    dateResultBecomesNull: settings.dateResultBecomesNull,
  };
}
