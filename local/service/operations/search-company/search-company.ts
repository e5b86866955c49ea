import { createHash } from "node:crypto";
import { z } from "zod";
import { ServiceFailure } from "../../http/service-failure";
import type { Caller } from "../../ledger/accounts";
import { charge, HALVES_PER_CREDIT } from "../../ledger/ledger";
import type { Database } from "../../storage/database";
import { type Operation, readParameters } from "../operation";
import { answerCompany } from "./company-answer";
import { readFilters } from "./read-filters";

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
 * The specification does not say if other filters that find the same companies are "an identical result set"
 * (service.free-pages): here they are not.
 * @returns true if it was free for that reason
 */
function buyResults(state: Database, caller: Caller, now: number, results: ResultPage): boolean {
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

/** Gives the same for objects that differ only in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, sorted(part)]);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** service.search-size */
const RESULTS_PER_PAGE = 25;
const LAST_PAGE = 1_000;
const WHOLE_PAGES = `must be a whole number from 1 to ${LAST_PAGE}.`;

const PARAMETERS = z.strictObject({
  filters: z.record(z.string(), z.unknown()),
  page: z.int(WHOLE_PAGES).min(1, WHOLE_PAGES).max(LAST_PAGE, WHOLE_PAGES).default(1),
});

/** One page of the companies that all filters fit (service.company-search). */
export const searchCompany: Operation = ({ state, seed: { database } }, { caller, body, now }) => {
  const { filters, page } = readParameters(PARAMETERS, body);
  const conditions = readFilters(database, filters, caller.plan);
  const where = conditions.length > 0 ? `WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}` : "";
  const values = conditions.flatMap((condition) => condition.values);
  const total =
    database.get<{ count: number }>(`SELECT count(*) AS count FROM companies ${where}`, ...values)?.count ?? 0;
  if (total === 0) throw new ServiceFailure("NO_RESULTS", "No company matches the filters.");
  const rows = database.all<{ id: number; answer: string }>(
    `SELECT id, answer FROM company_answers
     WHERE id IN (SELECT id FROM companies ${where} ORDER BY id LIMIT ? OFFSET ?) ORDER BY id`,
    ...[...values, RESULTS_PER_PAGE, (page - 1) * RESULTS_PER_PAGE],
  );
  return {
    error: false,
    free: buyResults(state, caller, now, { filters, page, companies: rows.map(({ id }) => id) }),
    results: rows.map(({ answer }) => ({ company: answerCompany(JSON.parse(answer)) })),
    pagination: {
      current_page: page,
      per_page: RESULTS_PER_PAGE,
      total_page: Math.min(LAST_PAGE, Math.ceil(total / RESULTS_PER_PAGE)),
      total_count: total,
    },
  };
};
