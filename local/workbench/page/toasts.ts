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
