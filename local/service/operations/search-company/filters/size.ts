import vocabulary from "../../../seed/vocabulary.json";
import { REVENUE_STEPS } from "../ranges";
import { checkOrder, defineFilter, invalidFilter, isBetween, isOneOf, type Range } from "./filter";

export const headcountRangeFilter = defineFilter<string[]>({
  path: "company_headcount_range",
  plan: "FREE",
  toConditions: (ranges) => isOneOf("headcount_range", ranges),
});

export const headcountFilter = defineFilter<Range<number>>({
  path: "company_headcount_custom",
  plan: "STARTER",
  toConditions(range) {
    checkOrder("company_headcount_custom", range);
    return isBetween("headcount", range);
  },
});

interface Growth extends Range<number> {
  timeframe_month?: 3 | 6 | 12 | 24;
  departments?: string[];
}

const departmentNames = new Set(vocabulary.departments);
const DEFAULT_GROWTH_MONTHS = 12;

export const growthFilter = defineFilter<Growth>({
  path: "company_headcount_growth",
  plan: "ENTERPRISE",
  toConditions({ timeframe_month = DEFAULT_GROWTH_MONTHS, departments = [], ...range }) {
    checkOrder("company_headcount_growth", range);
    const unknown = departments.find((name) => !departmentNames.has(name));
    if (unknown !== undefined) throw invalidFilter("company_headcount_growth", `"${unknown}" is not a department.`);
    const grown = isBetween(`growth_${timeframe_month}`, range);
    if (departments.length === 0) return grown;
    const conditions = [...isOneOf("department", departments), ...grown];
    const where = conditions.map(({ sql }) => sql).join(" AND ");
    return [
      {
        sql: `id IN (SELECT company_id FROM company_departments WHERE ${where})`,
        values: conditions.flatMap(({ values }) => values),
      },
    ];
  },
});

interface Revenue extends Range<string> {
  include_unknown_revenue?: boolean;
}

const amountOf = (name: string | undefined): number | undefined =>
  REVENUE_STEPS.find((step) => step.name === name)?.amount;

export const revenueFilter = defineFilter<Revenue>({
  path: "company_revenue",
  plan: "PRO",
  toConditions({ min, max, include_unknown_revenue = false }) {
    const range = { min: amountOf(min), max: amountOf(max) };
    checkOrder("company_revenue", range);
    const bounds = isBetween("revenue", range);
    const where = ["revenue IS NOT NULL", ...bounds.map(({ sql }) => sql)].join(" AND ");
    const sql = include_unknown_revenue ? `(revenue IS NULL OR ${where})` : `(${where})`;
    return [{ sql, values: bounds.flatMap(({ values }) => values) }];
  },
});
