import { z } from "zod";
import {
  type Condition,
  checkOrder,
  defineFilter,
  isBetween,
  isOneOf,
  lists,
  lowerCased,
  range,
  texts,
} from "./filter";

/** Of keywords and technologies. */
const MAX_WORDS = 20;
const MAX_TITLES = 500;
const FIRST_YEAR = 1900;
const YEAR = z.int().min(FIRST_YEAR);
const COUNT = z.int().min(0);

export const typeFilter = defineFilter({
  path: "company_type",
  shape: z.enum(["Private", "Public", "Non Profit", "Other"]),
  plan: "STARTER",
  toConditions: (type) => isOneOf("type", [type]),
});

export const foundedFilter = defineFilter({
  path: "company_founded",
  shape: range(YEAR).extend({ include_unknown_founded: z.boolean().optional() }),
  plan: "STARTER",
  toConditions({ include_unknown_founded = false, ...years }) {
    checkOrder("company_founded", years);
    const bounds = isBetween("founded", years);
    const where = ["founded IS NOT NULL", ...bounds.map(({ sql }) => sql)].join(" AND ");
    const sql = include_unknown_founded ? `(founded IS NULL OR ${where})` : `(${where})`;
    return [{ sql, values: bounds.flatMap(({ values }) => values) }];
  },
});

const KEYWORDS = lists(MAX_WORDS).extend({
  include_all: z.boolean().optional(),
  include_company_description: z.boolean().optional(),
  include_company_description_seo: z.boolean().optional(),
});

const HAS_KEYWORD = "id IN (SELECT company_id FROM company_keywords WHERE keyword = ?)";

/** One keyword, looked for among a company's keywords and, if wanted, in its description. */
function mentions(keyword: string, inDescription: boolean): Condition {
  if (!inDescription) return { sql: HAS_KEYWORD, values: [keyword] };
  return { sql: `(${HAS_KEYWORD} OR instr(description, ?) > 0)`, values: [keyword, keyword] };
}

const join = (conditions: Condition[], word: "AND" | "OR"): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(` ${word} `)})`,
  values: conditions.flatMap(({ values }) => values),
});

export const keywordsFilter = defineFilter({
  path: "company_keywords",
  shape: KEYWORDS,
  plan: "PRO",
  toConditions({ include, exclude, include_all, include_company_description, include_company_description_seo }) {
    const inDescription = Boolean(include_company_description || include_company_description_seo);
    const wanted = (lowerCased(include) ?? []).map((keyword) => mentions(keyword, inDescription));
    const unwanted = (lowerCased(exclude) ?? []).map((keyword) => mentions(keyword, inDescription));
    return [
      ...(wanted.length > 0 ? [join(wanted, include_all ? "AND" : "OR")] : []),
      ...unwanted.map(({ sql, values }) => ({ sql: `NOT ${sql}`, values })),
    ];
  },
});

const USES = "id IN (SELECT company_id FROM company_technologies WHERE technology IN (SELECT value FROM json_each(?)))";

export const technologyFilter = defineFilter({
  path: "company_technology",
  shape: lists(MAX_WORDS),
  plan: "PRO",
  toConditions: ({ include, exclude }) => [
    ...(include?.length ? [{ sql: USES, values: [JSON.stringify(lowerCased(include))] }] : []),
    ...(exclude?.length ? [{ sql: `NOT ${USES}`, values: [JSON.stringify(lowerCased(exclude))] }] : []),
  ],
});

const HIRES = "id IN (SELECT company_id FROM company_jobs WHERE title IN (SELECT value FROM json_each(?)))";

export const hiringFilter = defineFilter({
  path: "company_job_posting_hiring_for",
  shape: texts(MAX_TITLES),
  plan: "ENTERPRISE",
  toConditions: (titles) => (titles.length > 0 ? [{ sql: HIRES, values: [JSON.stringify(lowerCased(titles))] }] : []),
});

export const jobPostingsFilter = defineFilter({
  path: "company_job_posting_quantity",
  shape: range(COUNT),
  plan: "ENTERPRISE",
  toConditions(count) {
    checkOrder("company_job_posting_quantity", count);
    return isBetween("job_postings", count);
  },
});
