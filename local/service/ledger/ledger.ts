import type { Database } from "../storage/database";

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
