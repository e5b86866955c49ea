import { PAUSE_MS } from "../lists/steady";
import { type Refusal, refusal } from "../result";
import type { OpenSpreadsheet } from "../sheet/table";

/** Two people who start at the same moment must not pin the same column twice. */
const LOCK_WAIT_MS = 30_000;

/** Does something that no other execution of this document may do at the same time. */
export function underLock<Done>({ lock }: Pick<OpenSpreadsheet, "lock">, work: () => Done): Done | Refusal {
  if (!lock.tryLock(LOCK_WAIT_MS)) return refusal("BUSY");
  try {
    return work();
  } finally {
    lock.release();
  }
}

/** Ours: many times what a write usually takes. A note that is older is taken for one of a dead execution. */
const LONGEST_WRITE_MS = 120_000;

const writingPrefix = (id: string): string => `writing:${id}.`;

/** Does what writes the results of a job. Whoever undoes it waits for that. */
export function whileWriting<Done>({ store, clock, newId }: OpenSpreadsheet, id: string, work: () => Done): Done {
  const name = writingPrefix(id) + newId();
  const keep = (change: () => void): void => {
    try {
      change();
    } catch {
      // What was bought is written also when the properties are full.
    }
  };
  keep(() => store.set(name, String(clock.nowMs() + LONGEST_WRITE_MS)));
  try {
    return work();
  } finally {
    keep(() => store.remove(name));
  }
}

/** Waits until nothing of a job is being written. */
export function awaitWrites({ store, clock }: OpenSpreadsheet, id: string): void {
  const isWritten = ([name, untilMs]: [string, string]): boolean =>
    name.startsWith(writingPrefix(id)) && Number(untilMs) > clock.nowMs();
  while (Object.entries(store.all()).some(isWritten)) clock.sleep(PAUSE_MS);
}
