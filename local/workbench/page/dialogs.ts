import type { ServerMessage } from "../messages";
import type { PermissionView } from "../permissions";
import { byId, make } from "./elements";

/** Shows a box in the corner in place of the one before. `seconds` below zero: until it is closed. */
export function showToast(message: string, title: string, seconds: number): void {
  const close = make("button", { type: "button", className: "toast-close", textContent: "✕", title: "Close" });
  close.setAttribute("aria-label", "Close message");
  const toast = make(
    "div",
    { className: "toast" },
    make("div", { className: "toast-text" }, ...(title ? [make("strong", { textContent: title })] : []), message),
    close,
  );
  close.addEventListener("click", () => toast.remove());
  byId("toasts").replaceChildren(toast);
  if (seconds >= 0) setTimeout(() => toast.remove(), seconds * 1_000);
}

export interface Question {
  title: string;
  message: string;
  /** Captions by the name the script knows them by. */
  buttons: Record<string, string>;
  /** True if there is a line to type into. */
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

/** More would only be scrolled through; the search field finds the others. */
const MAX_SHOWN = 200;

/**
 * *Filter by values* of one column, as in Google's filter menu.
 * @param texts what the column shows, each text once
 * @returns the texts that are not to be shown; nothing when it was given up
 */
export function askFilter(column: string, texts: readonly string[]): Promise<string[] | null> {
  const wanted = new Set(texts);
  const list = make("div", { className: "filter-values", attributes_: { role: "group", "aria-label": "Values" } });
  const search = make("input", { className: "question-input", type: "search", placeholder: "Search" });
  search.setAttribute("aria-label", "Search values");
  const found = () => texts.filter((text) => text.toLowerCase().includes(search.value.trim().toLowerCase()));
  const show = () => {
    const shown = found();
    const rows = shown.slice(0, MAX_SHOWN).map((text) => {
      const box = make("input", { type: "checkbox", checked: wanted.has(text) });
      box.addEventListener("change", () => (box.checked ? wanted.add(text) : wanted.delete(text)));
      return make("label", { className: "filter-value" }, box, make("span", { textContent: text || "(Blanks)" }));
    });
    const rest = shown.length - MAX_SHOWN;
    list.replaceChildren(
      ...rows,
      ...(rest > 0 ? [make("p", { textContent: `and ${rest} more: search for them` })] : []),
    );
  };
  const change = (caption: string, act: (text: string) => unknown) => {
    const button = make("button", { type: "button", className: "button-plain", textContent: caption });
    button.addEventListener("click", () => {
      found().forEach(act);
      show();
    });
    return button;
  };
  search.addEventListener("input", show);
  const button = (value: string, className: string, textContent: string) =>
    make("button", { type: "submit", value, className, textContent });
  const dialog = make(
    "dialog",
    { className: "question" },
    make(
      "form",
      { method: "dialog" },
      make("h2", { className: "question-title", textContent: `Filter column ${column} by values` }),
      make(
        "div",
        { className: "filter-all" },
        change("Select all", (text) => wanted.add(text)),
        change("Clear", (text) => wanted.delete(text)),
      ),
      search,
      list,
      make(
        "div",
        { className: "question-buttons" },
        button("OK", "button-primary", "OK"),
        button("CANCEL", "button-plain", "Cancel"),
      ),
    ),
  );
  show();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "OK" ? texts.filter((text) => !wanted.has(text)) : null);
    });
  });
}

/**
 * Google's consent screen, with a box for each scope; those that are missing are not ticked.
 * @returns the scopes whose boxes are ticked; nothing when it was given up
 */
export function askPermissions(addonName: string, permissions: readonly PermissionView[]): Promise<string[] | null> {
  for (const open of document.querySelectorAll(".permissions")) open.remove();
  const boxes = permissions.map(({ scope, isGranted }) =>
    make("input", { type: "checkbox", value: scope, checked: isGranted }),
  );
  const all = make("input", { type: "checkbox" });
  const showAll = () => {
    all.checked = boxes.every(({ checked }) => checked);
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  for (const box of boxes) box.addEventListener("change", showAll);
  showAll();
  const row = (box: HTMLInputElement, words: string) =>
    make("label", { className: "filter-value" }, box, make("span", { textContent: words }));
  const button = (value: string, className: string, textContent: string) =>
    make("button", { type: "submit", value, className, textContent });
  const dialog = make(
    "dialog",
    { className: "question permissions" },
    make(
      "form",
      { method: "dialog" },
      make("h2", { className: "question-title", textContent: `${addonName} wants access to your Google Account` }),
      make("p", {
        className: "question-text",
        textContent: `Select what ${addonName} can access. As on Google, each box may stay empty, and nothing is asked again before you choose a menu item.`,
      }),
      row(all, "Select all"),
      make("hr"),
      ...permissions.map(({ words }, index) => row(boxes[index] as HTMLInputElement, words)),
      make(
        "div",
        { className: "question-buttons" },
        button("OK", "button-primary", "Continue"),
        button("CANCEL", "button-plain", "Cancel"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      resolve(dialog.returnValue === "OK" ? ticked : null);
    });
  });
}

type OpenDialog = Extract<ServerMessage, { type: "frame"; kind: "dialog" }>;

/** Shows a script's page in a box of the size the script has given it. */
export function openScriptDialog(frame: OpenDialog, iframe: HTMLIFrameElement, closedByPerson: () => void) {
  const dialog = make("dialog", { className: "script-dialog" });
  const cross = make("button", { type: "button", className: "toast-close", textContent: "✕", title: "Close" });
  cross.setAttribute("aria-label", "Close dialog");
  cross.addEventListener("click", closedByPerson);
  dialog.addEventListener("cancel", closedByPerson);
  const title = make("h2", { className: "script-dialog-title", textContent: frame.title });
  dialog.append(make("div", { className: "script-dialog-bar" }, title, cross), iframe);
  const resize = ({ widthPx, heightPx }: { widthPx?: number | undefined; heightPx?: number | undefined }) => {
    if (widthPx !== undefined) iframe.style.width = `${widthPx}px`;
    if (heightPx !== undefined) iframe.style.height = `${heightPx}px`;
  };
  resize(frame);
  document.body.append(dialog);
  if (frame.modal) dialog.showModal();
  else dialog.show();
  return { iframe, resize, close: () => dialog.remove() };
}
