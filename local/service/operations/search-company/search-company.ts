import { z } from "zod";
import { ServiceFailure } from "../../http/service-failure";
import { type Operation, readParameters } from "../operation";
import { buyResults } from "./buy-results";
import { answerCompany } from "./company-answer";
import { readFilters } from "./read-filters";

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
