import type { ExecutionView } from "../messages";
import { make } from "./elements";
import { createPanel, durationOf } from "./panel";

/** *Extensions ▸ Apps Script ▸ Executions*: what the script has done, as Google's editor lists it. */
export function createExecutions(ask: () => void) {
  const panel = createPanel("Executions", ["Function", "Type", "Start", "Duration", "Status"], ask);
  /** By start: an open log stays open while the list changes. */
  const opened = new Set<number>();

  return {
    toggle: panel.toggle,
    show: (executions: readonly ExecutionView[]): void => panel.show(executions.flatMap(rowsOf)),
  };

  function rowsOf(execution: ExecutionView): HTMLElement[] {
    const { functionName, type, startedMs, endedMs, status, log } = execution;
    const name = make("button", { type: "button", className: "execution-name", textContent: functionName });
    const row = make(
      "tr",
      { className: `execution ${status === "Completed" || status === "Running" ? "" : "execution-failed"}` },
      make("td", {}, name),
      ...[type, new Date(startedMs).toLocaleTimeString(), durationOf(startedMs, endedMs), status].map((textContent) =>
        make("td", { textContent }),
      ),
    );
    const details = make(
      "tr",
      { hidden: !opened.has(startedMs) },
      make("td", { colSpan: 5 }, make("pre", { textContent: log.length > 0 ? log.join("\n") : "No log." })),
    );
    name.setAttribute("aria-expanded", String(!details.hidden));
    name.addEventListener("click", () => {
      details.hidden = !details.hidden;
      if (details.hidden) opened.delete(startedMs);
      else opened.add(startedMs);
      name.setAttribute("aria-expanded", String(!details.hidden));
    });
    return [row, details];
  }
}
