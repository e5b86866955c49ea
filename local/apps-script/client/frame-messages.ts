/** A sidebar's or dialog's page sends this to the page around it, by `postMessage`. */
export type FrameMessage =
  | { appsScript: "call"; id: number; functionName: string; argsJson: string }
  | { appsScript: "close" }
  | { appsScript: "setSize"; widthPx?: number; heightPx?: number }
  | { appsScript: "focusEditor" };

/** This comes back to the frame. */
export type FrameAnswer =
  | { appsScript: "answer"; id: number; resultJson: string }
  | { appsScript: "failure"; id: number; error: { name: string; message: string } };

/** The frame finds this on its global object as `__appsScriptFrame` before its script runs. */
export interface FrameSetup {
  functionNames: string[];
}
