import { ServiceFailure } from "../http/service-failure";
import type { Database } from "../storage/database";
import { type Caller, maskKey, readAccount } from "./accounts";

/** One charge: which key of which team paid for what. */
export interface LedgerEntry {
  teamId: string;
  /** As `maskKey` shows it. */
  key: string;
  operation: string;
  /** The email, domain or result set that was bought. */
  subject: string;
  /** Half credits. */
  halves: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** All charges, oldest first. */
export function readLedger(state: Database): LedgerEntry[] {
  return state
    .all<LedgerEntry>("SELECT team_id AS teamId, key, operation, subject, halves, at FROM ledger ORDER BY id")
    .map(({ teamId, key, operation, subject, halves, at }) => ({ teamId, key, operation, subject, halves, at }));
}

export const HALVES_PER_CREDIT = 2;

/** The reason and the price of a charge. */
export interface Charge {
  operation: string;
  /** The email, domain or result set that was bought. */
  subject: string;
  /** Half credits; nothing is written for 0. */
  halves: number;
}

/**
 * Takes credits from the caller's team and writes one row of the ledger. Call it inside the transaction that also
 * records the purchase, so that neither stands without the other.
 * @throws ServiceFailure INSUFFICIENT_CREDITS when the balance does not cover the charge
 */
export function charge(state: Database, caller: Caller, now: number, { operation, subject, halves }: Charge): void {
  if (halves === 0) return;
  const account = readAccount(state, caller.teamId, now);
  if (account.quotaHalves - account.usedHalves < halves) {
    throw new ServiceFailure("INSUFFICIENT_CREDITS", "Not enough credits for this request.");
  }
  state.run("UPDATE teams SET used_halves = used_halves + ? WHERE id = ?", halves, caller.teamId);
  state.run(
    "INSERT INTO ledger (team_id, key, operation, subject, halves, at) VALUES (?, ?, ?, ?, ?, ?)",
    ...[caller.teamId, maskKey(caller.key), operation, subject, halves, now],
  );
}
