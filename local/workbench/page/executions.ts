import type { ExecutionView } from "../messages";
import { make } from "./elements";

/** The time between two updates of the panel while it is open. */
const REFRESH_MS = 1_000;

/** *Extensions ▸ Apps Script ▸ Executions*: what the script has done, as Google's editor lists it. */
export function createExecutions(ask: () => void) {
  let panel: { body: HTMLElement; close(): void } | undefined;
  /** By start: an open log stays open while the list changes. */
  const opened = new Set<number>();

  const open = () => {
    const body = make("tbody");
    const head = make(
      "tr",
      {},
      ...["Function", "Type", "Start", "Duration", "Status"].map((textContent) => make("th", { textContent })),
    );
    const close = make("button", { type: "button", className: "toast-close", textContent: "✕", title: "Close" });
    close.setAttribute("aria-label", "Close executions");
    const dialog = make(
      "section",
      { className: "executions", attributes_: { "aria-label": "Executions" } },
      make(
        "div",
        { className: "script-dialog-bar" },
        make("h2", { className: "script-dialog-title", textContent: "Executions" }),
        close,
      ),
      make("div", { className: "executions-list" }, make("table", {}, make("thead", {}, head), body)),
    );
    const timer = setInterval(ask, REFRESH_MS);
    const end = () => {
      clearInterval(timer);
      dialog.remove();
      panel = undefined;
    };
    close.addEventListener("click", end);
    dialog.addEventListener("keydown", ({ key }) => key === "Escape" && end());
    document.body.append(dialog);
    panel = { body, close: end };
    close.focus();
    ask();
  };

  return {
    toggle: () => (panel ? panel.close() : open()),
    show(executions: readonly ExecutionView[]): void {
      panel?.body.replaceChildren(...executions.flatMap(rowsOf));
    },
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

const durationOf = (startedMs: number, endedMs: number | null): string =>
  endedMs === null ? "" : `${((endedMs - startedMs) / 1_000).toFixed(1)} s`;
