import type { Entry } from "../jobs/protocol";
import type { AnswerEntry, WriteReport } from "../jobs/views";
import type { Queue } from "./queue";

/**
 * Such a request stays below two megabytes and takes seconds. With fewer emails at once, searches would wait for their
 * writes where Google is slow, since there the number of calls counts.
 */
const MAX_OF_A_WRITE = { rows: 400, emails: 7_500, pages: 24 };

/** A write that failed may have been too much for one execution, so the next ones are smaller, down to this share. */
const LEAST_SHARE = 1 / 20;

/** After so many writes an entry is given up. */
export const MAX_WRITES = 5;

export type Entries = ReturnType<typeof createEntries>;

/** Answers on their way into the sheet, with the rows that wait for them. */
export function createEntries(queue: Queue) {
  /** All answers, so that one can be written again when a later scan finds it missing. */
  const answers = new Map<string, Entry>();
  const toWrite = new Map<string, Entry>();
  const writing = new Map<string, Entry>();
  const attempts = new Map<string, number>();
  const unwritable = new Set<string>();
  let shareAtOnce = 1;
  const takeLessAtOnce = (): void => {
    shareAtOnce = Math.max(LEAST_SHARE, shareAtOnce / 2);
  };

  function add(entry: Entry): void {
    const before = toWrite.get(entry.key);
    const rows = [...new Set([...(before?.rows ?? []), ...entry.rows])];
    toWrite.set(entry.key, { ...before, ...entry, rows });
  }

  return {
    /** Such an entry is a part of an answer, or a status that needed no question. */
    add,
    settle(key: string, rows: number[], answer: AnswerEntry): void {
      const entry: Entry = { ...answer, key, rows };
      answers.set(key, entry);
      add(entry);
    },
    answerTo: (key: string): Entry | undefined => answers.get(key),
    isUnwritable: (key: string): boolean => unwritable.has(key),
    unwritable: () => unwritable.size,
    unwritten: (): Entry[] => [...toWrite.values(), ...writing.values()],
    writableRows: () =>
      queue.writable(toWrite).reduce((sum, { rows, page }) => sum + (page ? page.companies.length : rows.length), 0),

    next(): Entry[] {
      const entries = firstOf(queue.writable(toWrite), shareAtOnce);
      for (const entry of entries) {
        toWrite.delete(entry.key);
        writing.set(entry.key, entry);
      }
      return entries;
    },

    wrote({ writtenKeys, lostKeys, leftKeys }: WriteReport): void {
      // Where many cells refuse, each has to be tried alone.
      if (leftKeys.length > 0) takeLessAtOnce();
      else shareAtOnce = 1;
      const done = new Set([...writtenKeys, ...lostKeys].filter((key) => writing.has(key)));
      for (const [key, entry] of writing) {
        if (!done.has(key) && !leftKeys.includes(key)) continue;
        writing.delete(key);
        const count = (attempts.get(key) ?? 0) + 1;
        attempts.set(key, count);
        if (done.has(key)) {
          attempts.delete(key);
          // The emails are in the sheet now. Another row of the same company gets only the status.
          if (queue.keepsAnswers) answers.set(key, { key, cells: entry.cells, rows: [], day: entry.day });
          else answers.delete(key);
        } else if (count < MAX_WRITES) add(entry);
        else unwritable.add(key);
      }
      queue.written(done);
    },

    /**
     * Takes back the entries of a lost write. Writing them again leaves alone what is there already.
     * @param hasWaited true if they were not too much at once, but waited for a sheet in vain
     */
    putBack(entries: Entry[], hasWaited = false): void {
      if (!hasWaited) takeLessAtOnce();
      for (const entry of entries) {
        writing.delete(entry.key);
        add(entry);
      }
    },
  };
}

function firstOf(all: Entry[], mostShare: number): Entry[] {
  const entries: Entry[] = [];
  let [rows, emails, pages] = [0, 0, 0];
  for (const entry of all) {
    rows += entry.rows.length;
    emails += entry.emails?.length ?? 0;
    pages += entry.page ? 1 : 0;
    const share = Math.max(rows / MAX_OF_A_WRITE.rows, emails / MAX_OF_A_WRITE.emails, pages / MAX_OF_A_WRITE.pages);
    if (share > mostShare && entries.length > 0) break;
    entries.push(entry);
  }
  return entries;
}
