import type { Clock } from "../../clock/clock";
import type { Fault, FaultPlan } from "../faults/faults";
import { findCaller, type Plan, readAccount } from "../ledger/accounts";
import { type LedgerEntry, readLedger } from "../ledger/ledger";
import { type LoggedCall, lastCall, readCalls } from "../storage/call-log";
import type { Database } from "../storage/database";

/** A hundred years: dates stay within four digits, whatever else is added to them. */
const LARGEST_SHIFT_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** A clock that can be set forward while its time goes on as before. */
export interface ShiftableClock extends Clock {
  /** @throws RangeError when the clock would be more than a hundred years from the real time */
  moveBy(ms: number): void;
}

export function makeShiftable(clock: Clock): ShiftableClock {
  let offsetMs = 0;
  return {
    now: () => clock.now() + offsetMs,
    sleep: (ms) => clock.sleep(ms),
    moveBy: (ms) => {
      if (!(Math.abs(offsetMs + ms) <= LARGEST_SHIFT_MS)) {
        throw new RangeError("The clock can be set forward by a hundred years in all.");
      }
      offsetMs += ms;
    },
  };
}

/** Tests may do this to the service behind its back. */
export interface SandboxControls {
  /** Sets the service's clock forward; sessions and windows age, nobody waits. */
  moveClock(ms: number): void;
  /**
   * Changes the account of a key's team: what remains of its credits, its plan, or both.
   * @throws Error when no team has the key
   */
  setAccount(key: string, change: { credits?: number | undefined; plan?: Plan | undefined }): void;
  /** Makes something go wrong in later calls. */
  addFault(fault: Fault): void;
  clearFaults(): void;
  /**
   * All calls since the database was made, in the order in which they were answered.
   * @param after only those after the call that was `lastCall()` once
   */
  calls(after?: number): LoggedCall[];
  /** The number of the last call, 0 before the first. */
  lastCall(): number;
  /** All charges since the database was made. */
  ledger(): LedgerEntry[];
}

export function createControls(state: Database, clock: ShiftableClock, faults: FaultPlan): SandboxControls {
  return {
    moveClock: (ms) => clock.moveBy(ms),
    setAccount(key, { credits, plan }) {
      const caller = findCaller(state, key);
      if (!caller) throw new Error("No team has this key.");
      const { teamId } = caller;
      state.transaction(() => {
        const { usedHalves } = readAccount(state, teamId, clock.now());
        if (plan !== undefined) state.run("UPDATE teams SET plan = ? WHERE id = ?", plan, teamId);
        if (credits !== undefined) {
          state.run("UPDATE teams SET quota_halves = ? WHERE id = ?", usedHalves + Math.round(credits * 2), teamId);
        }
      });
    },
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    calls: (after = 0) => readCalls(state, after),
    lastCall: () => lastCall(state),
    ledger: () => readLedger(state),
  };
}
