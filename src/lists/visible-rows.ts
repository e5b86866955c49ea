import type { OpenSpreadsheet, Table } from "../sheet/table";

/**
 * Begins the names of properties about helper sheets. Each property holds the time until which its helper is in use.
 */
const NOTE = "helper:";

/** Our own limit, many times what a reading takes. */
const LONGEST_USE_MS = 120_000;

/**
 * The rows, down to the last one given, that are neither filtered out nor hidden. Google tells this only to formulas,
 * which stand in a helper sheet. A property notes that sheet until it is gone.
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

/**
 * Removes helper sheets that were left behind because an execution died or Google failed. Makes no call if there are
 * none.
 */
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
