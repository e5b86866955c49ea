import {
  type Condition,
  checkOrder,
  defineFilter,
  isBetween,
  isOneOf,
  type Lists,
  lowerCased,
  type Range,
} from "./filter";

export const typeFilter = defineFilter<string>({
  path: "company_type",
  plan: "STARTER",
  toConditions: (type) => isOneOf("type", [type]),
});

interface Founded extends Range<number> {
  include_unknown_founded?: boolean;
}

export const foundedFilter = defineFilter<Founded>({
  path: "company_founded",
  plan: "STARTER",
  toConditions({ include_unknown_founded = false, ...range }) {
    checkOrder("company_founded", range);
    const bounds = isBetween("founded", range);
    const where = ["founded IS NOT NULL", ...bounds.map(({ sql }) => sql)].join(" AND ");
    const sql = include_unknown_founded ? `(founded IS NULL OR ${where})` : `(${where})`;
    return [{ sql, values: bounds.flatMap(({ values }) => values) }];
  },
});

interface Keywords extends Lists {
  include_all?: boolean;
  include_company_description?: boolean;
  include_company_description_seo?: boolean;
}

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

export const keywordsFilter = defineFilter<Keywords>({
  path: "company_keywords",
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

export const technologyFilter = defineFilter<Lists>({
  path: "company_technology",
  plan: "PRO",
  toConditions: ({ include, exclude }) => [
    ...(include?.length ? [{ sql: USES, values: [JSON.stringify(lowerCased(include))] }] : []),
    ...(exclude?.length ? [{ sql: `NOT ${USES}`, values: [JSON.stringify(lowerCased(exclude))] }] : []),
  ],
});

const HIRES = "id IN (SELECT company_id FROM company_jobs WHERE title IN (SELECT value FROM json_each(?)))";

export const hiringFilter = defineFilter<string[]>({
  path: "company_job_posting_hiring_for",
  plan: "ENTERPRISE",
  toConditions: (titles) => (titles.length > 0 ? [{ sql: HIRES, values: [JSON.stringify(lowerCased(titles))] }] : []),
});

export const jobPostingsFilter = defineFilter<Range<number>>({
  path: "company_job_posting_quantity",
  plan: "ENTERPRISE",
  toConditions(range) {
    checkOrder("company_job_posting_quantity", range);
    return isBetween("job_postings", range);
  },
});
