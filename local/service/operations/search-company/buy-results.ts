import { createHash } from "node:crypto";
import type { Caller } from "../../ledger/accounts";
import { charge, HALVES_PER_CREDIT } from "../../ledger/charge";
import type { Database } from "../../storage/database";

/** 8.1, 8.3 */
const FREE_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Charges one page of companies, unless the caller's team has paid for the same companies within 30 days.
 * @param companies their ids in the page's order
 * @returns whether it was free for that reason
 */
export function buyResults(state: Database, caller: Caller, now: number, companies: number[]): boolean {
  if (companies.length === 0) return false;
  const resultSet = createHash("sha256").update(companies.join()).digest("hex").slice(0, 32);
  const bought = state.get<{ paidAt: number }>(
    "SELECT paid_at AS paidAt FROM bought_results WHERE team_id = ? AND result_set = ?",
    ...[caller.teamId, resultSet],
  );
  if (bought && now - bought.paidAt < FREE_AGAIN_MS) return true;
  charge(state, caller, now, { operation: "search-company", subject: resultSet, halves: HALVES_PER_CREDIT });
  state.run(
    "INSERT OR REPLACE INTO bought_results (team_id, result_set, paid_at) VALUES (?, ?, ?)",
    ...[caller.teamId, resultSet, now],
  );
  return false;
}
