import type { TriggerView } from "../../apps-script/host";
import { make } from "./elements";
import { createPanel, durationOf } from "./panel";

/** The last executions of each trigger that are shown. */
const RUNS_SHOWN = 3;

/**
 * *Extensions ▸ Apps Script ▸ Triggers*: what runs while nobody is there, and its last executions.
 * @param runNow lets the time of a trigger come now
 * @param forward lets an hour pass
 */
export function createTriggers(ask: () => void, runNow: (uid: string) => void, forward: () => void) {
  const panel = createPanel("Triggers", ["Function", "Runs", "Next", "Last runs", ""], ask, () => {
    const title = "Time here goes on by an hour, the sidebar closed, and triggers that are due run";
    const button = make("button", { type: "button", textContent: "Forward 1 hour", title });
    button.addEventListener("click", forward);
    return button;
  });
  /** A button that is replaced under the pointer would not be pressed. */
  let shown = "";
  return {
    toggle() {
      shown = "";
      panel.toggle();
    },
    show(triggers: readonly TriggerView[]): void {
      const now = JSON.stringify(triggers);
      if (now === shown) return;
      shown = now;
      const none = make("tr", {}, make("td", { colSpan: 5, textContent: "The script has no triggers." }));
      panel.show(triggers.length > 0 ? triggers.map(rowOf) : [none]);
    },
  };

  function rowOf({ uid, functionName, everyMs, dueMs, isDisabled, runs }: TriggerView): HTMLElement {
    const run = make("button", { type: "button", textContent: "Run now", disabled: isDisabled });
    run.addEventListener("click", () => runNow(uid));
    const lines = runs.slice(-RUNS_SHOWN).map(({ startedMs, endedMs, failure }) => {
      const end = failure ?? (endedMs === null ? "running" : durationOf(startedMs, endedMs));
      return make("div", { textContent: `${new Date(startedMs).toLocaleTimeString()} · ${end}` });
    });
    const next = isDisabled ? "disabled by Google" : dueMs === null ? "" : new Date(dueMs).toLocaleTimeString();
    return make(
      "tr",
      { className: "execution" },
      make("td", { textContent: functionName }),
      make("td", { textContent: everyMs === null ? "once" : `every ${intervalText(everyMs)}` }),
      make("td", { textContent: next }),
      make("td", {}, ...lines.reverse()),
      make("td", {}, run),
    );
  }
}

/** "10 minutes", "hour" */
function intervalText(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return count === 1 ? unit : `${count} ${unit}s`;
}
