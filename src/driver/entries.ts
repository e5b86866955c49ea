import type { Entry } from "../jobs/protocol";
import type { AnswerEntry, WriteReport } from "../jobs/views";
import type { Queue } from "./queue";

/**
 * The most of one write: such a request stays below two megabytes, and is written within seconds. Where Google is slow, it is
 * the number of calls that counts: fewer emails at once, and searches would wait for their writes.
 */
const MAX_OF_A_WRITE = { rows: 400, emails: 7_500, pages: 24 };

/** A write that has failed may have been too much for one execution: the next ones are smaller, down to this share. */
const LEAST_SHARE = 1 / 20;

/** The most attempts to write the answer to a question. */
const MAX_WRITES = 5;

export type Entries = ReturnType<typeof createEntries>;

/** The entries of a job on their way into the sheet: answers, with the rows that wait for them. */
export function createEntries(queue: Queue) {
  /** Everything that was answered, to be written again where a later scan finds it missing. */
  const answers = new Map<string, Entry>();
  const toWrite = new Map<string, Entry>();
  const writing = new Map<string, Entry>();
  const attempts = new Map<string, number>();
  const unwritable = new Set<string>();
  let shareAtOnce = 1;

  function add(entry: Entry): void {
    const before = toWrite.get(entry.key);
    const rows = [...new Set([...(before?.rows ?? []), ...entry.rows])];
    toWrite.set(entry.key, { ...before, ...entry, rows });
  }

  return {
    /** Writes what is not the whole answer to a question: part of it, or a status that needs no question. */
    add,
    /** Takes in the answer to a question. */
    settle(key: string, rows: number[], answer: AnswerEntry): void {
      const entry: Entry = { ...answer, key, rows };
      answers.set(key, entry);
      add(entry);
    },
    answerTo: (key: string): Entry | undefined => answers.get(key),
    /** True if Google has refused it too often. */
    isUnwritable: (key: string): boolean => unwritable.has(key),
    unwritable: () => unwritable.size,
    unwritten: (): Entry[] => [...toWrite.values(), ...writing.values()],
    writableRows: () =>
      queue.writable(toWrite).reduce((sum, { rows, page }) => sum + (page ? page.companies.length : rows.length), 0),

    /** Hands out the next ones, as many as go into one write. */
    next(): Entry[] {
      const entries = firstOf(queue.writable(toWrite), shareAtOnce);
      for (const entry of entries) {
        toWrite.delete(entry.key);
        writing.set(entry.key, entry);
      }
      return entries;
    },

    /** Takes in what became of a write. */
    wrote({ writtenKeys, lostKeys, leftKeys }: WriteReport): void {
      shareAtOnce = 1;
      const done = new Set([...writtenKeys, ...lostKeys].filter((key) => writing.has(key)));
      for (const [key, entry] of writing) {
        if (!done.has(key) && !leftKeys.includes(key)) continue;
        writing.delete(key);
        const count = (attempts.get(key) ?? 0) + 1;
        attempts.set(key, count);
        if (done.has(key)) {
          attempts.delete(key);
          // Written once, its emails are there; another row of the same company gets its status alone.
          if (queue.keepsAnswers) answers.set(key, { key, cells: entry.cells, rows: [], day: entry.day });
          else answers.delete(key);
        } else if (count < MAX_WRITES) add(entry);
        else unwritable.add(key);
      }
      queue.written(done);
    },

    /** Takes back the entries of a lost write: written again, what is there already is left alone. */
    putBack(entries: Entry[]): void {
      shareAtOnce = Math.max(LEAST_SHARE, shareAtOnce / 2);
      for (const entry of entries) {
        writing.delete(entry.key);
        add(entry);
      }
    },
  };
}

/** The first entries, as many as go into a share of the largest write; one in any case. */
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
