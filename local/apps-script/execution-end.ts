import type { Execution } from "./execution";
import type { HostState } from "./host-state";
import { translate } from "./messages";
import { ScriptError } from "./service-error";

export type EndKind = "end" | "error" | "killed";

/**
 * What an execution leaves behind: writes of one that ended by itself are seen, a killed one's are lost
 * (google.kill-loses-writes).
 * @returns the refusal of a write nobody has flushed before: the execution fails with it
 */
export function endExecution(state: HostState, execution: Execution, kind: EndKind): ScriptError | null {
  let refusal: ScriptError | null = null;
  try {
    if (kind !== "killed") execution.pending?.flush();
  } catch (error) {
    const { message } = error as Error;
    refusal = new ScriptError("Exception", state.settings.translated ? translate(message) : message);
  }
  execution.pending = null;
  state.locks.releaseAll(execution);
  return refusal;
}
