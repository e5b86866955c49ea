import type { Execution } from "./execution";
import type { HostState } from "./host-state";

export type EndKind = "end" | "error" | "killed";

/** What an execution leaves behind: writes of one that ended by itself are seen, a killed one's are lost (facts 5.1). */
export function endExecution(state: HostState, execution: Execution, kind: EndKind): void {
  if (kind !== "killed") execution.pending?.flush();
  execution.pending = null;
  state.locks.releaseAll(execution);
}
