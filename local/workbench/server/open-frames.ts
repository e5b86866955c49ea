import { randomUUID } from "node:crypto";

type Kind = "sidebar" | "dialog";

/** The HTML of the open sidebar and dialog, each at an address nobody can guess, until it is closed or replaced. */
export function createOpenFrames(script: string) {
  const open = new Map<Kind, { key: string; html: string }>();
  return {
    /** Gives the path at which a page finds the HTML. */
    open(kind: Kind, html: string): string {
      const key = randomUUID();
      open.set(kind, { key, html: script + html });
      return `/frames/${key}`;
    },
    close(kind: Kind): void {
      open.delete(kind);
    },
    html: (key: string): string | undefined => [...open.values()].find((frame) => frame.key === key)?.html,
  };
}
