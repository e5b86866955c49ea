import type { ShiftableClock } from "../../clock/clock";
import type { Fault, FaultPlan } from "../faults/faults";
import { findCaller, type Plan, readAccount } from "../ledger/accounts";
import { type LedgerEntry, readLedger } from "../ledger/ledger";
import { type LoggedCall, lastCall, readCalls } from "../storage/call-log";
import type { Database } from "../storage/database";

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
