import type { PublicFunction } from "../host";
import type { UserSession } from "../host-document";
import { createScriptRun, type ScriptRun } from "./script-run";

/** A sidebar's page without a browser: what its script would find as `google.script`. */
export interface OpenPage {
  run: ScriptRun;
  host: { close(): void };
  /**
   * True until the page is closed; afterwards answers are dropped, while calls under way end normally (google.sidebar).
   */
  isOpen(): boolean;
  /** Errors that no failure handler took. */
  unhandled: Error[];
}

/** Opens a page for tests: the same client as in a browser, over a direct call. */
export function openPage(session: UserSession, functions: readonly PublicFunction[]): OpenPage {
  let isOpen = true;
  const unhandled: Error[] = [];
  const run = createScriptRun({
    functionNames: functions.map(({ name }) => name),
    reportError: (error) => unhandled.push(error),
    callServer: (functionName, argsJson) =>
      new Promise((resolve, reject) => {
        session.callFromSidebar(functionName, argsJson).then(
          (json) => isOpen && resolve(json),
          (error: Error) => isOpen && reject(error),
        );
      }),
  });
  const stop = session.onUi((event) => {
    if (event.type !== "sidebarClosed") return;
    isOpen = false;
    stop();
  });
  const close = () => {
    isOpen = false;
    stop();
    session.closeSidebar();
  };
  return { run, host: { close }, isOpen: () => isOpen, unhandled };
}
