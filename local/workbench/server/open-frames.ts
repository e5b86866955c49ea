import { randomUUID } from "node:crypto";

type Kind = "sidebar" | "dialog";

/** The HTML of each tab's open sidebar and dialog at an address nobody can guess, until it is closed or replaced. */
export function createOpenFrames(script: string) {
  const open = new Map<string, { key: string; html: string }>();
  return {
    /** Gives the path at which a page finds the HTML. */
    open(tab: string, kind: Kind, html: string): string {
      const key = randomUUID();
      open.set(`${tab} ${kind}`, { key, html: script + html });
      return `/frames/${key}`;
    },
    close(tab: string, kind: Kind): void {
      open.delete(`${tab} ${kind}`);
    },
    html: (key: string): string | undefined => [...open.values()].find((frame) => frame.key === key)?.html,
  };
}
