import type { TraceEntry } from "../../apps-script/host";
import type { ExecutionView } from "../messages";

/** Google's list of executions shows as many on its first pages. */
const MAX_KEPT = 200;
/** A script that logs without end must not fill the memory. */
const MAX_LINES = 200;
const LONGEST_LINE = 2_000;

const TYPES: Record<string, string> = {
  open: "Simple trigger",
  trigger: "Time-driven",
  menu: "Menu",
  sidebar: "Sidebar",
  formula: "Custom function",
  editor: "Editor",
};

const STATUS: Partial<Record<TraceEntry["event"], ExecutionView["status"]>> = {
  end: "Completed",
  error: "Failed",
  killed: "Timed out",
};

/** The last executions of the script with what they have logged, as the Apps Script editor lists them. */
export function recordExecutions() {
  const byId = new Map<number, ExecutionView>();
  return {
    note({ executionId, event, detail, atMs }: TraceEntry): void {
      if (event === "start") {
        const [entryPoint = "", functionName = ""] = detail.split(" ");
        const type = TYPES[entryPoint] ?? entryPoint;
        byId.set(executionId, { functionName, type, startedMs: atMs, endedMs: null, status: "Running", log: [] });
        for (const oldest of byId.keys()) if (byId.size > MAX_KEPT) byId.delete(oldest);
      }
      const execution = byId.get(executionId);
      if (!execution) return;
      const hasLine = event === "log" || (event !== "start" && event !== "call" && detail !== "");
      if (hasLine && execution.log.length < MAX_LINES) execution.log.push(detail.slice(0, LONGEST_LINE));
      const status = STATUS[event];
      if (status) Object.assign(execution, { status, endedMs: atMs });
    },
    /** The latest first. */
    list: (): ExecutionView[] => [...byId.values()].reverse(),
  };
}
