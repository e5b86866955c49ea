import { isObject } from "../../http/read-body";
import { ServiceFailure } from "../../http/service-failure";
import { includesPlan, type Plan } from "../../ledger/accounts";
import type { Database } from "../../storage/database";
import { FILTER_RULES } from "./filters/all-filters";
import { type Condition, findShapeProblem, invalidFilter } from "./filters/filter";

/** The service's own identifiers (service.internal-filters). */
const INTERNAL = new Set(["company.company_oids", "company.company_list_oids", "company.temp_matching_oids"]);

/** The filters by their paths: `company` is not a filter, but contains some. */
function listFilters(filters: Record<string, unknown>): [path: string, value: unknown][] {
  return Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    if (name.includes(".")) throw invalidFilter(name, "a dot stands for nesting; give an object in an object.");
    if (name !== "company") return [[name, value]];
    if (!isObject(value)) throw invalidFilter("company", "must be an object.");
    return Object.entries(value).map(([inner, given]) => [`company.${inner}`, given]);
  });
}

/** True if a filter asks for anything; what it leaves out does not count (service.exclude-only). */
function includesSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (!isObject(value)) return true;
  return Object.entries(value).some(([name, part]) => name !== "exclude" && includesSomething(part));
}

function readFilter(seed: Database, path: string, value: unknown): Condition[] {
  if (INTERNAL.has(path)) throw invalidFilter(path, "is not accepted here; use company.names or company.websites.");
  const rule = FILTER_RULES.get(path);
  if (!rule) throw invalidFilter(path, "the service has no such filter.");
  const problem = findShapeProblem(rule, value);
  if (problem) throw invalidFilter(path, problem);
  return rule.toConditions(value as never, seed);
}

/**
 * Turns the request's filters into conditions on companies.
 * @throws ServiceFailure INVALID_FILTERS or PLAN_REQUIRED, in this order
 */
export function readFilters(seed: Database, filters: Record<string, unknown>, plan: Plan): Condition[] {
  const given = listFilters(filters);
  const conditions = given.flatMap(([path, value]) => readFilter(seed, path, value));
  if (!given.some(([, value]) => includesSomething(value))) {
    const names = given.map(([path]) => path).join(", ") || "filters";
    throw invalidFilter(names, "a search needs at least one filter that includes something.");
  }
  const refused = given.flatMap(([path]) => {
    const minimum = FILTER_RULES.get(path)?.plan ?? "FREE";
    return includesPlan(plan, minimum) ? [] : [`${path} (${minimum}+)`];
  });
  if (refused.length > 0) throw new ServiceFailure("PLAN_REQUIRED", refused.join(", "));
  return conditions;
}
