import type { Cell } from "../service/cells";
import { readColumns } from "./arguments";
import type { FormulaEnvironment } from "./environment";
import { pick } from "./pick";
import { fillShape } from "./shape";
import { COMPANY_COLUMNS, searchTopic } from "./topics";

/** What fits beside a list and is asked for most. */
export const DEFAULT_COMPANY_COLUMNS = [
  "name",
  "domain",
  "industry",
  "size",
  "founded_in",
  "location.country",
  "location.city",
  "linkedin",
];

/** The enrichment comes with a search; the smallest one costs at most 1 credit (specification 8.1). */
const SMALLEST_SEARCH = searchTopic(1, "all");

/** `=COMPANY_INFO(companies, [columns])` */
export function companyInfo(environment: FormulaEnvironment, companies: unknown, columns: unknown): Cell | Cell[][] {
  const wanted = readColumns(columns, COMPANY_COLUMNS, DEFAULT_COMPANY_COLUMNS);
  return fillShape(environment, companies, {
    topic: SMALLEST_SEARCH,
    width: wanted.length,
    cells: ({ company }) => pick(company, COMPANY_COLUMNS, wanted),
  });
}
