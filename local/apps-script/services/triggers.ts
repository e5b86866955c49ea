import type { ServiceCalls } from "../host-state";
import type { Schedule } from "../triggers";

/** The script side sees the triggers of whoever runs it (google.trigger-lists). */
export const triggerCalls: ServiceCalls = {
  "ScriptApp.createTrigger": (state, execution, functionName: string, schedule: Schedule) =>
    state.triggers.create(execution, functionName, schedule),
  "ScriptApp.deleteTrigger": (state, execution, uid: string) => state.triggers.remove(execution.user, uid),
  "ScriptApp.getProjectTriggers": (state, execution) => state.triggers.list(execution.user),
  "ScriptApp.getUserTriggers": (state, execution) =>
    execution.document === null ? [] : state.triggers.list(execution.user, execution.document),
};
