import type { OpenSpreadsheet, Table } from "../sheet/table";

/** Begins a property that holds the time until which a helper sheet is in use. */
const NOTE = "helper:";

/** Our own limit, many times what a reading takes. */
const LONGEST_USE_MS = 120_000;

/**
 * Google tells visible rows only to formulas in a helper sheet. A property notes that sheet until it is gone.
 * @throws what `Table.visibleRows` throws
 */
export function readVisibleRows(
  { store, clock, newId }: Pick<OpenSpreadsheet, "store" | "clock" | "newId">,
  table: Table,
  lastRow: number,
): Set<number> {
  const name = NOTE + newId();
  store.set(name, String(clock.nowMs() + LONGEST_USE_MS));
  const { rows, hasLeftHelper } = table.visibleRows(1, lastRow);
  if (!hasLeftHelper) store.remove(name);
  return rows;
}

/** Removes helper sheets of executions that died or failed. Makes no call if there are none. */
export function takeOutHelpers(
  { book, store, clock }: Pick<OpenSpreadsheet, "book" | "store" | "clock">,
  properties: Record<string, string>,
): void {
  const notes = Object.entries(properties).filter(([name]) => name.startsWith(NOTE));
  const isInUse = notes.some(([, untilMs]) => Number(untilMs) > clock.nowMs());
  if (notes.length === 0 || isInUse) return;
  try {
    book.takeOutHelpers();
    for (const [name] of notes) store.remove(name);
  } catch {
    // The notes stay for the next execution.
  }
}
