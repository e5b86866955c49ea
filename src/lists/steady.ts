import { isRefused, type Refusal, refusal } from "../result";
import type { Book } from "../sheet/table";

/** The number of attempts; at the very moment of each somebody may move columns or rows. */
export const MAX_ATTEMPTS = 4;

/** Google is given a moment when it fails. */
export const PAUSE_MS = 2_000;

/**
 * Does something again as long as somebody moves columns or rows in the middle of it.
 * @param attempt gives `null` if somebody did
 * @returns `null` if somebody did each time
 */
export function untilSteady<Done>(attempt: () => Done | null): Done | null {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    try {
      const done = attempt();
      if (done !== null) return done;
    } catch (thrown) {
      // Rows or columns that somebody deletes between counting and reading are outside of the sheet.
      if (left === 1) throw thrown;
    }
  }
  return null;
}

/**
 * Reads something of a list, again as long as somebody moves its places between finding and reading them: inputs would
 * look blank, and cells be taken for those of other columns.
 * @param open finds the list
 * @param placesOf what must not have moved meanwhile
 */
export function readSteadily<List extends object, Read>(
  book: Book,
  open: () => List | Refusal,
  placesOf: (list: List) => unknown,
  read: (list: List) => Read,
): { list: List; read: Read } | Refusal {
  const attempt = (): { list: List; read: Read } | Refusal | null => {
    book.flush();
    const list = open();
    if (isRefused(list)) return list;
    const places = JSON.stringify(placesOf(list));
    const done = read(list);
    book.flushLater();
    const now = open();
    if (isRefused(now)) return now;
    return JSON.stringify(placesOf(now)) === places ? { list: now, read: done } : null;
  };
  return untilSteady(attempt) ?? refusal("COLUMNS_MOVING");
}
