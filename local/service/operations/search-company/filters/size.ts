import { z } from "zod";
import { HEADCOUNT_RANGES, REVENUE_STEPS } from "../../../seed/ranges";
import vocabulary from "../../../seed/vocabulary.json";
import { checkOrder, defineFilter, invalidFilter, isBetween, isOneOf, range, texts } from "./filter";

export const headcountRangeFilter = defineFilter({
  path: "company_headcount_range",
  shape: z.array(z.enum(HEADCOUNT_RANGES.map(([, name]) => name))),
  plan: "FREE",
  toConditions: (ranges) => isOneOf("headcount_range", ranges),
});

export const headcountFilter = defineFilter({
  path: "company_headcount_custom",
  shape: range(z.int().min(0)),
  plan: "STARTER",
  toConditions(count) {
    checkOrder("company_headcount_custom", count);
    return isBetween("headcount", count);
  },
});

const MAX_DEPARTMENTS = 10;
/** Per cent within some months; a fraction of a per cent is one too. */
const GROWTH = range(z.number()).extend({
  timeframe_month: z.literal([3, 6, 12, 24]).optional(),
  departments: texts(MAX_DEPARTMENTS).optional(),
});

const departmentNames = new Set(vocabulary.departments);
const DEFAULT_GROWTH_MONTHS = 12;

export const growthFilter = defineFilter({
  path: "company_headcount_growth",
  shape: GROWTH,
  plan: "ENTERPRISE",
  toConditions({ timeframe_month = DEFAULT_GROWTH_MONTHS, departments = [], ...growth }) {
    checkOrder("company_headcount_growth", growth);
    const unknown = departments.find((name) => !departmentNames.has(name));
    if (unknown !== undefined) throw invalidFilter("company_headcount_growth", `"${unknown}" is not a department.`);
    const grown = isBetween(`growth_${timeframe_month}`, growth);
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

const REVENUE = range(z.enum(REVENUE_STEPS.map(({ name }) => name))).extend({
  include_unknown_revenue: z.boolean().optional(),
});

const amountOf = (name: string | undefined): number | undefined =>
  REVENUE_STEPS.find((step) => step.name === name)?.amount;

export const revenueFilter = defineFilter({
  path: "company_revenue",
  shape: REVENUE,
  plan: "PRO",
  toConditions({ min, max, include_unknown_revenue = false }) {
    const amounts = { min: amountOf(min), max: amountOf(max) };
    checkOrder("company_revenue", amounts);
    const bounds = isBetween("revenue", amounts);
    const where = ["revenue IS NOT NULL", ...bounds.map(({ sql }) => sql)].join(" AND ");
    const sql = include_unknown_revenue ? `(revenue IS NULL OR ${where})` : `(${where})`;
    return [{ sql, values: bounds.flatMap(({ values }) => values) }];
  },
});
