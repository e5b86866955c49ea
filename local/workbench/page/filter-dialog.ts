import { make } from "./elements";

/** More would only be scrolled through; the search field finds the others. */
const MOST_SHOWN = 200;

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
    const rows = shown.slice(0, MOST_SHOWN).map((text) => {
      const box = make("input", { type: "checkbox", checked: wanted.has(text) });
      box.addEventListener("change", () => (box.checked ? wanted.add(text) : wanted.delete(text)));
      return make("label", { className: "filter-value" }, box, make("span", { textContent: text || "(Blanks)" }));
    });
    const rest = shown.length - MOST_SHOWN;
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
