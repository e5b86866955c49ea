import { z } from "zod";
import type { Database } from "../../../storage/database";
import { type Condition, defineFilter, invalidFilter, lists, texts } from "./filter";

const PATH = "company_location_search";

function checkNames(seed: Database, names: string[]): void {
  for (const name of names) {
    if (seed.get("SELECT 1 FROM locations WHERE name = ?", name)) continue;
    throw invalidFilter(PATH, `"${name}" is not a location of the service; use its location strings exactly.`);
  }
}

function liesIn(names: string[]): Condition {
  const list = JSON.stringify(names);
  const isIn = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
  return { sql: `(${isIn("city")} OR ${isIn("state")} OR ${isIn("country")})`, values: [list, list, list] };
}

/**
 * Strings that exactly match the service's own, as a plain array or in `include` and `exclude`
 * (service.location-names).
 */
export const locationFilter = defineFilter({
  path: PATH,
  shape: z.union([texts(), lists()]),
  plan: "FREE",
  toConditions(value, seed) {
    const { include = [], exclude = [] } = Array.isArray(value) ? { include: value, exclude: [] } : value;
    checkNames(seed, [...include, ...exclude]);
    const excluded = liesIn(exclude);
    return [
      ...(include.length > 0 ? [liesIn(include)] : []),
      ...(exclude.length > 0 ? [{ sql: `NOT ${excluded.sql}`, values: excluded.values }] : []),
    ];
  },
});
