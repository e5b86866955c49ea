import type { PageMessage, ServerMessage } from "../messages";
import { byId, make } from "./elements";

type OpenFrame = Extract<ServerMessage, { type: "frame" }>;
type Reply = Extract<ServerMessage, { type: "answer" | "failure" }>;

/** The sidebar and dialogs of the script, each an iframe apart from the page. */
export function createFrames(_send: (message: PageMessage) => void) {
  return {
    open(frame: OpenFrame): void {
      byId("sidebar-title").textContent = frame.title;
      byId("sidebar-content").replaceChildren(make("iframe", { className: "script-frame", src: frame.path }));
      byId("sidebar").hidden = false;
    },
    answer(_reply: Reply): void {},
    close(_id: string): void {},
  };
}
