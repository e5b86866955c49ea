import { z } from "zod";
import { ServiceFailure } from "../../../http/service-failure";
import type { Plan } from "../../../ledger/accounts";
import type { Database, Value } from "../../../storage/database";

/** A part of the search's WHERE clause and the values of its question marks. */
export interface Condition {
  sql: string;
  values: Value[];
}

/** One filter: its form, the plan that it needs, and its meaning for a company. */
export interface FilterRule {
  /** A dot means nesting. */
  path: string;
  /** The request may give this for it. Read from the specification here, and not from the add-on's list of filters. */
  shape: z.ZodType;
  /** The lowest plan that may use it. The specification does not show them; these are the sandbox's. */
  plan: Plan;
  /**
   * @param value what the request gave, already of this shape
   * @throws ServiceFailure INVALID_FILTERS for a value the database does not know
   */
  toConditions(value: never, seed: Database): Condition[];
}

/** Keeps each rule's own value type while the list of rules holds them all. */
export function defineFilter<Shape extends z.ZodType>(rule: {
  path: string;
  shape: Shape;
  plan: Plan;
  toConditions(value: z.infer<Shape>, seed: Database): Condition[];
}): FilterRule {
  return rule as FilterRule;
}

const LONGEST_TEXT = 500;

/** A list of texts, of any length unless the documentation limits it. */
export function texts(mostEntries = Infinity) {
  const list = z.array(z.string().trim().min(1).max(LONGEST_TEXT));
  return Number.isFinite(mostEntries) ? list.max(mostEntries, `at most ${mostEntries} entries are allowed`) : list;
}

/** `include` and `exclude`. */
export const lists = (mostEntries?: number) =>
  z.strictObject({ include: texts(mostEntries).optional(), exclude: texts(mostEntries).optional() });

/** `min` and `max`. */
export const range = <Bound extends z.ZodType>(bound: Bound) =>
  z.strictObject({ min: bound.optional(), max: bound.optional() });

/** @returns what is wrong with a value, or undefined when it has the shape */
export function findShapeProblem({ shape }: FilterRule, value: unknown): string | undefined {
  const issue = shape.safeParse(value).error?.issues[0];
  if (!issue) return undefined;
  const where = issue.path.join(".");
  // The text is for people (service.filter-error).
  const said =
    issue.code === "invalid_value" ? `has to be one of ${issue.values.map(String).join(", ")}` : issue.message;
  return `${where ? `${where} ` : ""}${said}.`;
}

export interface Range<Bound> {
  min?: Bound | undefined;
  max?: Bound | undefined;
}

/** @returns the failure to throw for a filter's value; `filter_error` names the filter first */
export function invalidFilter(path: string, problem: string): ServiceFailure {
  return new ServiceFailure("INVALID_FILTERS", `${path}: ${problem}`);
}

/** Companies for which the expression is one of the values. An empty list asks for nothing. */
export function isOneOf(expression: string, values: string[] | undefined): Condition[] {
  if (!values?.length) return [];
  return [{ sql: `${expression} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }];
}

export function isNoneOf(expression: string, values: string[] | undefined): Condition[] {
  if (!values?.length) return [];
  return [{ sql: `${expression} NOT IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }];
}

/** Companies for which the expression lies between the bounds, both included. */
export function isBetween(expression: string, { min, max }: Range<number | undefined>): Condition[] {
  const bounds: Condition[] = [];
  if (min !== undefined) bounds.push({ sql: `${expression} >= ?`, values: [min] });
  if (max !== undefined) bounds.push({ sql: `${expression} <= ?`, values: [max] });
  return bounds;
}

/** @throws ServiceFailure INVALID_FILTERS when the range is empty */
export function checkOrder(path: string, { min, max }: Range<number | undefined>): void {
  if (min !== undefined && max !== undefined && min > max) throw invalidFilter(path, "min is larger than max.");
}

export const lowerCased = (words: string[] | undefined): string[] | undefined =>
  words?.map((word) => word.trim().toLowerCase());
