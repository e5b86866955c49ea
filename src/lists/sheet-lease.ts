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
export function withSheetLease<Leased extends OpenSpreadsheet, Done>(
  world: Leased,
  sheetId: number,
  work: (leased: Leased, properties: Record<string, string>) => Done,
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
  const renewLease = (): void => {
    book.renewLease?.();
    if (!isLeft(LONGEST_STEP_MS) && !take()) throw new LeaseLostError();
  };
  const endLease = (): void => {
    if (isLeft(0) || (store.get(name) ?? "").startsWith(`${own}.`)) store.remove(name);
    endsMs = null;
  };
  try {
    // What was read before the lease was taken may have changed.
    book.flushLater();
    return work({ ...world, book: { ...book, renewLease, endLease } }, properties);
  } catch (thrown) {
    if (thrown instanceof LeaseLostError) return null;
    throw thrown;
  } finally {
    if (endsMs !== null) endLease();
  }
}

/** Waits for sheets as long as a dead execution may have leased one. @returns `BUSY` if they are still leased then */
export function whenSheetsAreFree<Leased extends OpenSpreadsheet, Done extends object>(
  world: Leased,
  sheetIds: number[],
  work: (leased: Leased) => Done,
): Done | Refusal {
  const { clock } = world;
  const leaseAll = (leased: Leased, [first, ...others]: number[]): Done | null =>
    first === undefined ? work(leased) : withSheetLease(leased, first, (inner) => leaseAll(inner, others));
  const latestMs = clock.nowMs() + SHEET_LEASE_MS + PAUSE_MS;
  for (;;) {
    const done = leaseAll(world, sheetIds);
    if (done) return done;
    if (clock.nowMs() >= latestMs) return refusal("BUSY");
    clock.sleep(PAUSE_MS);
  }
}

/**
 * Waits some seconds while somebody has leased a sheet, above all to make columns: an execution that waits goes on sooner than
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
  while (!isReady(properties) && isSheetLeased(properties, sheetId, clock.nowMs()) && clock.nowMs() < latestMs) {
    clock.sleep(LOOK_AGAIN_MS);
    properties = store.all();
    // What was read before may have changed.
    book.flushLater();
  }
  return properties;
}

/** True if somebody has the lease of a sheet, or has died with it a short time ago. */
export const isSheetLeased = (properties: Record<string, string>, sheetId: number, nowMs: number): boolean =>
  Number((properties[leaseName(sheetId)] ?? "").split(".")[1] ?? 0) > nowMs;
