import type { FrameAnswer, FrameMessage } from "../../apps-script/client/frame-messages";
import type { PageMessage, ServerMessage } from "../messages";
import { openScriptDialog } from "./dialogs";
import { byId, make } from "./elements";

type OpenFrame = Extract<ServerMessage, { type: "frame" }>;
type Reply = Extract<ServerMessage, { type: "answer" | "failure" }>;

interface FrameActions {
  /** @returns true if the message is on its way */
  send(message: PageMessage): boolean;
  /** `google.script.host.editor.focus()`. */
  focusGrid(): void;
}

/** A call that waits for its answer. */
interface Caller {
  window: Window;
  id: number;
}

interface ShownFrame {
  iframe: HTMLIFrameElement;
  close(): void;
  resize?(size: { widthPx?: number | undefined; heightPx?: number | undefined }): void;
}

/** The failure that a page gets for a call that was lost on the way. */
const LOST_CALL = { name: "NetworkError", message: "Connection failure due to HTTP 0" };

/** Google allows sidebars this, without `allow-same-origin`: theirs is another origin, this page's it must not be. */
const SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads";

/** The sidebar and the dialog of the script, each a page apart, which talks by messages. */
export function createFrames({ send, focusGrid }: FrameActions) {
  const shown = new Map<OpenFrame["kind"], ShownFrame>();
  const callers = new Map<number, Caller>();
  let lastCall = 0;

  const loseCalls = () => {
    for (const { window, id } of callers.values()) post(window, { appsScript: "failure", id, error: LOST_CALL });
    callers.clear();
  };

  const receive = (kind: OpenFrame["kind"], window: Window, message: FrameMessage) => {
    if (message.appsScript === "call") {
      callers.set(++lastCall, { window, id: message.id });
      const { functionName, argsJson: args } = message;
      if (!send({ type: "call", callId: lastCall, functionName, args })) loseCalls();
    } else if (message.appsScript === "close") send({ type: "closeFrame", kind });
    else if (message.appsScript === "setSize") shown.get(kind)?.resize?.(message);
    else if (message.appsScript === "focusEditor") focusGrid();
  };
  addEventListener("message", ({ source, data }) => {
    for (const [kind, { iframe }] of shown)
      if (source !== null && source === iframe.contentWindow) receive(kind, iframe.contentWindow, data);
  });

  const close = (kind: OpenFrame["kind"]) => {
    shown.get(kind)?.close();
    shown.delete(kind);
  };
  byId("sidebar-close").addEventListener("click", () => send({ type: "closeFrame", kind: "sidebar" }));

  return {
    open(frame: OpenFrame): void {
      close(frame.kind);
      const iframe = make("iframe", { className: "script-frame", src: frame.path, title: frame.title });
      iframe.setAttribute("sandbox", SANDBOX);
      const closedByPerson = () => send({ type: "closeFrame", kind: "dialog" });
      shown.set(
        frame.kind,
        frame.kind === "sidebar" ? openSidebar(frame.title, iframe) : openScriptDialog(frame, iframe, closedByPerson),
      );
    },
    /** Hands an answer to the frame that asked; one that has closed meanwhile does not hear it. */
    answer(reply: Reply): void {
      const caller = callers.get(reply.callId);
      callers.delete(reply.callId);
      if (!caller) return;
      const answer: FrameAnswer =
        reply.type === "answer"
          ? { appsScript: "answer", id: caller.id, resultJson: reply.result }
          : { appsScript: "failure", id: caller.id, error: { name: reply.name, message: reply.message } };
      post(caller.window, answer);
    },
    /** The workbench has gone away: no call under way will be answered. */
    loseCalls,
    close,
  };
}

function post(window: Window, answer: FrameAnswer): void {
  // A sandboxed page has no origin to name; the window is the one that asked.
  window.postMessage(answer, "*");
}

function openSidebar(title: string, iframe: HTMLIFrameElement): ShownFrame {
  byId("sidebar-title").textContent = title;
  byId("sidebar-content").replaceChildren(iframe);
  byId("sidebar").hidden = false;
  // A person who came by the menu goes on in the sidebar, which no Tab key reaches across the grid.
  if (byId("menu-bar").contains(document.activeElement))
    iframe.addEventListener("load", () => iframe.focus(), { once: true });
  return {
    iframe,
    close: () => {
      byId("sidebar").hidden = true;
      byId("sidebar-content").replaceChildren();
    },
  };
}
