import { randomUUID } from "node:crypto";

/** The HTML of sidebars and dialogs, each at an address nobody can guess, until it is closed. */
export function createOpenFrames(prepare: (html: string) => string) {
  const htmlByKey = new Map<string, string>();
  const keyById = new Map<string, string>();
  return {
    /** Gives the path at which a page finds the HTML. */
    open(id: string, html: string): string {
      const key = randomUUID();
      htmlByKey.set(key, prepare(html));
      keyById.set(id, key);
      return `/frames/${key}`;
    },
    close(id: string): void {
      const key = keyById.get(id);
      if (key !== undefined) htmlByKey.delete(key);
      keyById.delete(id);
    },
    html: (key: string): string | undefined => htmlByKey.get(key),
  };
}

export type OpenFrames = ReturnType<typeof createOpenFrames>;
