import { sureCheckOf } from "../../sheet/pinned-columns";
import type { Entry } from "../protocol";
import type { World } from "../record";
import type { WriteReport } from "../views";

// Remembers rows that a job may have written in part: if a cell refuses its value, a block is written cell by cell, and
// the hidden cells come last. Until then nothing in the row tells its results from what somebody has typed.

/** Several writes may go cell by cell at the same time, so each has its own property. */
const halfWrittenName = (jobId: string, writeId: string): string => `half:${jobId}.${writeId}`;

const nameOfKey = (key: string): string => sureCheckOf(key).toString(36);

/** Called before the first cell is written alone. */
export function noteHalfWritten({ store, newId }: World, jobId: string, entries: Pick<Entry, "key">[]): void {
  try {
    store.set(halfWrittenName(jobId, newId()), entries.map(({ key }) => nameOfKey(key)).join(" "));
  } catch {
    // Then a row that stays written in part looks like one that somebody has filled.
  }
}

const notesOf = (properties: Record<string, string>, jobId: string): [name: string, names: string[]][] =>
  Object.entries(properties).flatMap(([name, text]) =>
    name.startsWith(halfWrittenName(jobId, "")) ? [[name, text.split(" ")] as [string, string[]]] : [],
  );

/** Forgets rows that have all their results by now, or are gone. */
export function forgetHalfWritten(
  { store }: World,
  jobId: string,
  { writtenKeys = [], lostKeys = [] }: Partial<WriteReport>,
  properties: Record<string, string>,
): void {
  const done = new Set([...writtenKeys, ...lostKeys].map(nameOfKey));
  for (const [name, names] of notesOf(properties, jobId)) {
    const left = names.filter((each) => !done.has(each));
    if (left.length === 0) store.remove(name);
    else store.set(name, left.join(" "));
  }
}

/** @param readAll is called for the first key at most */
export function halfWrittenRows(readAll: () => Record<string, string>, jobId: string): (key: string) => boolean {
  let names: Set<string> | null = null;
  return (key) => {
    names ??= new Set(notesOf(readAll(), jobId).flatMap(([, each]) => each));
    return names.has(nameOfKey(key));
  };
}
