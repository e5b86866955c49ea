import { createHash } from "node:crypto";
import type { Caller } from "../../ledger/accounts";
import { charge, HALVES_PER_CREDIT } from "../../ledger/ledger";
import type { Database } from "../../storage/database";

/** service.free-pages */
const FREE_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;

/** A page of a search's results. */
export interface ResultPage {
  filters: object;
  page: number;
  /** Their ids in the page's order. */
  companies: number[];
}

/**
 * Charges one page of companies, unless the caller's team has paid for the same page of the same search within 30 days.
 * Whether other filters that lead to the same companies are "an identical result set" (service.free-pages) is not said:
 * here they are not.
 * @returns true if it was free for that reason
 */
export function buyResults(state: Database, caller: Caller, now: number, results: ResultPage): boolean {
  if (results.companies.length === 0) return false;
  const text = JSON.stringify([sorted(results.filters), results.page, results.companies]);
  const resultSet = createHash("sha256").update(text).digest("hex").slice(0, 32);
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

/** The same for objects that differ in the order of their names alone. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, sorted(part)]);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}
