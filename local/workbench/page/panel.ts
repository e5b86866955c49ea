import { make } from "./elements";

/** The time between two updates of a panel while it is open. */
const REFRESH_MS = 1_000;

/**
 * A table over the sheet, as Google's editor lists what the script does.
 * @param ask asks the server for its rows
 * @param action makes a button beside the title
 */
export function createPanel(title: string, heads: string[], ask: () => void, action?: () => HTMLElement) {
  let panel: { body: HTMLElement; close(): void } | undefined;

  const open = () => {
    const body = make("tbody");
    const head = make("tr", {}, ...heads.map((textContent) => make("th", { textContent })));
    const close = make("button", { type: "button", className: "toast-close", textContent: "✕", title: "Close" });
    close.setAttribute("aria-label", `Close ${title.toLowerCase()}`);
    const dialog = make(
      "section",
      { className: "executions", attributes_: { "aria-label": title } },
      make(
        "div",
        { className: "script-dialog-bar" },
        make("h2", { className: "script-dialog-title", textContent: title }),
        ...(action ? [action()] : []),
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
    show: (rows: HTMLElement[]): void => panel?.body.replaceChildren(...rows),
  };
}

/** "0.4 s" */
export const durationOf = (startedMs: number, endedMs: number | null): string =>
  endedMs === null ? "" : `${((endedMs - startedMs) / 1_000).toFixed(1)} s`;
