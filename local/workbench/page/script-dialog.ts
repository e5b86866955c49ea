import type { ServerMessage } from "../messages";
import { make } from "./elements";

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
