import type { OpenSpreadsheet, Table } from "../sheet/table";

/** Begins the names of properties that tell of helper sheets. Each holds the time until which its helper is in use. */
const NOTE = "helper:";

/** Ours: many times what a reading takes. */
const LONGEST_USE_MS = 120_000;

/**
 * The rows down to one that are neither filtered out nor hidden. Google tells it to formulas in a sheet of their own: a
 * property notes that sheet until it is gone.
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

/** Takes out the helper sheets that others have left, as they died or Google failed. Makes no call where there are none. */
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
    // Their notes stay for the next one.
  }
}
