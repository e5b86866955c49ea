import { withLock } from "../google";
import { type Refusal, refusal } from "../result";
import type { OpenSpreadsheet } from "../sheet/table";
import { PAUSE_MS } from "./steady";

// Whoever makes or deletes columns, or adds or deletes rows at the end of a list, holds the lease of the sheet: two of us
// would take each other's changes for somebody's.

/** An execution that has not renewed its lease for so long is dead. */
const SHEET_LEASE_MS = 100_000;

/** A step takes less from its first look to its flush, even if Google needs three times its usual times. */
const LONGEST_STEP_MS = 75_000;

/** Turns need the same lock, so whoever does not get it by then tries again later. */
const LOCK_WAIT_MS = 10_000;

/** Columns are made within this time. A call that comes back after it is sent again. */
const LONGEST_WAIT_MS = 20_000;

/** The pause between two looks at a lease. */
const LOOK_AGAIN_MS = 150;

const leaseName = (sheetId: number): string => `lease:${sheetId}`;

/** Thrown because somebody else may be changing the sheet by now. */
class LeaseLostError extends Error {}

/**
 * Lets only one execution at a time add rows or columns to a sheet, or delete them. Turns need the document lock, so it
 * is not held meanwhile. Longer work renews the lease before each step, and ends if somebody else has it.
 * @returns `null` if somebody else has the lease, or has taken it meanwhile
 */
export function withSheetLease<Held extends OpenSpreadsheet, Done>(
  world: Held,
  sheetId: number,
  work: (held: Held, properties: Record<string, string>) => Done,
): Done | null {
  const { book, lock, store, clock, newId } = world;
  const name = leaseName(sheetId);
  const own = newId();
  let endsMs: number | null = null;
  /** @returns all properties; `null` if somebody else has the lease, or has had it since it ran out */
  const take = (): Record<string, string> | null =>
    withLock(lock, LOCK_WAIT_MS, null, () => {
      const properties = store.all();
      const [holder, untilMs = "0"] = (properties[name] ?? "").split(".");
      // What was read under an expired lease may have changed, so only its last holder may renew it.
      const isFree = endsMs === null ? Number(untilMs) <= clock.nowMs() : holder === own;
      if (!isFree) return null;
      endsMs = clock.nowMs() + SHEET_LEASE_MS;
      store.set(name, `${own}.${endsMs}`);
      return properties;
    });
  const isLeft = (ms: number): boolean => endsMs !== null && endsMs - clock.nowMs() > ms;
  const properties = take();
  if (!properties) return null;
  const keepHeld = (): void => {
    book.keepHeld?.();
    if (!isLeft(LONGEST_STEP_MS) && !take()) throw new LeaseLostError();
  };
  try {
    // What was read before the lease was taken may have changed.
    book.flushLater();
    return work({ ...world, book: { ...book, keepHeld } }, properties);
  } catch (thrown) {
    if (thrown instanceof LeaseLostError) return null;
    throw thrown;
  } finally {
    if (isLeft(0) || (store.get(name) ?? "").startsWith(`${own}.`)) store.remove(name);
  }
}

/** Waits for sheets as long as a dead execution may hold one. @returns `BUSY` if they are still held then */
export function whenSheetsAreFree<Held extends OpenSpreadsheet, Done extends object>(
  world: Held,
  sheetIds: number[],
  work: (held: Held) => Done,
): Done | Refusal {
  const { clock } = world;
  const holdAll = (held: Held, [first, ...others]: number[]): Done | null =>
    first === undefined ? work(held) : withSheetLease(held, first, (inner) => holdAll(inner, others));
  const latestMs = clock.nowMs() + SHEET_LEASE_MS + PAUSE_MS;
  for (;;) {
    const done = holdAll(world, sheetIds);
    if (done) return done;
    if (clock.nowMs() >= latestMs) return refusal("BUSY");
    clock.sleep(PAUSE_MS);
  }
}

/**
 * Waits some seconds while somebody holds a sheet, above all to make columns: an execution that waits goes on sooner than
 * a call that comes later.
 * @param isReady true if the sheet need not be free any more @returns the properties as they are then
 */
export function awaitSheet(
  { book, store, clock }: Pick<OpenSpreadsheet, "book" | "store" | "clock">,
  sheetId: number,
  before: Record<string, string>,
  isReady: (properties: Record<string, string>) => boolean = () => false,
): Record<string, string> {
  const latestMs = clock.nowMs() + LONGEST_WAIT_MS;
  let properties = before;
  while (!isReady(properties) && isSheetHeld(properties, sheetId, clock.nowMs()) && clock.nowMs() < latestMs) {
    clock.sleep(LOOK_AGAIN_MS);
    properties = store.all();
    // What was read before may have changed.
    book.flushLater();
  }
  return properties;
}

/** True if somebody holds the lease of a sheet, or has died with it a short time ago. */
export const isSheetHeld = (properties: Record<string, string>, sheetId: number, nowMs: number): boolean =>
  Number((properties[leaseName(sheetId)] ?? "").split(".")[1] ?? 0) > nowMs;
