import type { SheetWorld } from "../world";

/** Many times what one write takes; whoever has died over it is waited out. */
const LEASE_MS = 60_000;

/** Turns are taken under the same lock: who does not get it comes again. */
const LOCK_WAIT_MS = 10_000;

const leaseName = (sheetId: number): string => `lease:${sheetId}`;

/**
 * Lets one execution at a time append rows or columns to a sheet. The document lock, which turns need too, is not held meanwhile.
 * @returns `null` when somebody else is at it
 */
export function withSheetLease<Done>(world: SheetWorld, sheetId: number, work: () => Done): Done | null {
  const { lock, store, clock, newId } = world;
  const name = leaseName(sheetId);
  const own = newId();
  if (!lock.tryLock(LOCK_WAIT_MS)) return null;
  try {
    const [, untilMs = "0"] = (store.get(name) ?? "").split(".");
    if (Number(untilMs) > clock.nowMs()) return null;
    store.set(name, `${own}.${clock.nowMs() + LEASE_MS}`);
  } finally {
    lock.release();
  }
  try {
    return work();
  } finally {
    // Unless it has run out and is somebody else's by now.
    if ((store.get(name) ?? "").startsWith(`${own}.`)) store.remove(name);
  }
}
