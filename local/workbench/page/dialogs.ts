import { make } from "./elements";

export interface Question {
  title: string;
  message: string;
  /** Captions by the name the script knows them by. */
  buttons: Record<string, string>;
  /** Whether there is a line to type into. */
  input: boolean;
}

/** The button sets of `Ui.ButtonSet`. */
export const BUTTON_SETS: Record<string, Record<string, string>> = {
  OK: { OK: "OK" },
  OK_CANCEL: { OK: "OK", CANCEL: "Cancel" },
  YES_NO: { YES: "Yes", NO: "No" },
  YES_NO_CANCEL: { YES: "Yes", NO: "No", CANCEL: "Cancel" },
};

/** Asks with a modal box; closing it any other way answers `CLOSE`. */
export function ask({ title, message, buttons, input }: Question): Promise<{ button: string; text: string }> {
  const dialog = make("dialog", { className: "question" });
  const line = make("input", { className: "question-input", type: "text" });
  line.setAttribute("aria-label", message || title);
  const row = make("div", { className: "question-buttons" });
  Object.entries(buttons).forEach(([name, caption], index) => {
    const button = make("button", { type: "submit", value: name, textContent: caption });
    button.className = index === 0 ? "button-primary" : "button-plain";
    row.append(button);
  });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { textContent: title, className: "question-title" }),
    make("p", { textContent: message, className: "question-text" }),
    ...(input ? [line] : []),
    row,
  );
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve({ button: dialog.returnValue || "CLOSE", text: line.value });
    });
  });
}
