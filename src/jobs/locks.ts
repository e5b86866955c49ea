import { withLock } from "../google";
import { PAUSE_MS } from "../lists/steady";
import { type Refusal, refusal } from "../result";
import type { OpenSpreadsheet } from "../sheet/table";

/** The lock is needed because two people who start at the same moment must not pin the same column twice. */
const LOCK_WAIT_MS = 30_000;

/** Runs work alone in this document. @returns the refusal `BUSY` if the lock is not free in time */
export const underLock = <Done>({ lock }: Pick<OpenSpreadsheet, "lock">, work: () => Done): Done | Refusal =>
  withLock(lock, LOCK_WAIT_MS, refusal("BUSY"), work);

/**
 * Our own limit: waits for two sheets and locks, and a search's emails and columns on a Google that needs three times its
 * usual times. An older note is from an execution that has died.
 */
const LONGEST_WRITE_MS = 200_000;

const writingPrefix = (id: string): string => `writing:${id}.`;

/** An undo waits until this work has ended. */
export function whileWriting<Done>({ store, clock, newId }: OpenSpreadsheet, id: string, work: () => Done): Done {
  const name = writingPrefix(id) + newId();
  const keep = (change: () => void): void => {
    try {
      change();
    } catch {
      // What was bought is written even if the properties are full.
    }
  };
  keep(() => store.set(name, String(clock.nowMs() + LONGEST_WRITE_MS)));
  try {
    return work();
  } finally {
    keep(() => store.remove(name));
  }
}

/** Like `whileWriting` for one of several drivers. @returns `null` if another one is writing */
export function whileWritingAlone<Done>(spreadsheet: OpenSpreadsheet, id: string, work: () => Done): Done | null {
  const { store, clock, newId } = spreadsheet;
  const own = writingPrefix(id) + newId();
  const isFree = underLock(spreadsheet, () => {
    const isFree = !isBeingWritten(spreadsheet, id);
    if (isFree) store.set(own, String(clock.nowMs() + LONGEST_WRITE_MS));
    return isFree;
  });
  if (isFree !== true) return null;
  try {
    return work();
  } finally {
    store.remove(own);
  }
}

/** True while an execution writes a job's results, or for some minutes after it died while writing. */
export function isBeingWritten({ store, clock }: OpenSpreadsheet, id: string): boolean {
  const isWritten = ([name, untilMs]: [string, string]): boolean =>
    name.startsWith(writingPrefix(id)) && Number(untilMs) > clock.nowMs();
  return Object.entries(store.all()).some(isWritten);
}

export function awaitWrites(spreadsheet: OpenSpreadsheet, id: string, untilMs = Infinity): void {
  const { clock } = spreadsheet;
  while (isBeingWritten(spreadsheet, id) && clock.nowMs() < untilMs) clock.sleep(PAUSE_MS);
}
