import type { FrameAnswer, FrameMessage, FrameSetup } from "./frame-messages";
import { createScriptRun } from "./script-run";

/** The parts of a browser's window that are used here: this project is typed without the DOM. */
interface FrameWindow {
  __appsScriptFrame: FrameSetup;
  google?: unknown;
  parent: { postMessage(message: FrameMessage, targetOrigin: string): void };
  location: { origin: string };
  console: { error(...values: unknown[]): void };
  addEventListener(type: "message", listener: (event: { data: unknown; source: unknown }) => void): void;
}

interface Waiter {
  resolve: (resultJson: string) => void;
  reject: (error: { name: string; message: string }) => void;
}

const frame = globalThis as unknown as FrameWindow;
const waiting = new Map<number, Waiter>();
let lastId = 0;

// The frame may have an opaque origin, which cannot be named as the target. Only its parent gets the message.
function send(message: FrameMessage): void {
  frame.parent.postMessage(message, "*");
}

frame.addEventListener("message", ({ data, source }) => {
  const answer = data as Partial<FrameAnswer> | null;
  if (source !== frame.parent || answer === null || typeof answer !== "object" || answer.id === undefined) return;
  const waiter = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.appsScript === "answer") waiter?.resolve(answer.resultJson ?? "null");
  if (answer.appsScript === "failure") waiter?.reject(answer.error ?? { name: "Error", message: "" });
});

frame.google = {
  script: {
    run: createScriptRun({
      functionNames: frame.__appsScriptFrame.functionNames,
      callServer: (functionName, argsJson) =>
        new Promise((resolve, reject) => {
          const id = ++lastId;
          waiting.set(id, { resolve, reject });
          send({ appsScript: "call", id, functionName, argsJson });
        }),
      reportError: (error) => frame.console.error(error),
    }),
    host: {
      origin: frame.location.origin,
      close: () => send({ appsScript: "close" }),
      setWidth: (widthPx: number) => send({ appsScript: "setSize", widthPx }),
      setHeight: (heightPx: number) => send({ appsScript: "setSize", heightPx }),
      editor: { focus: () => send({ appsScript: "focusEditor" }) },
    },
  },
};
