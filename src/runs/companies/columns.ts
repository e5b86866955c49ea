import { cellOf } from "../../service/cells";
import type { CompanyColumn } from "./views";

/** More columns than this nobody reads; what is nested deeper stays one column. */
export const MOST_COLUMNS = 150;
const MOST_NAMES_IN_A_COLUMN = 3;
const MAX_SAMPLE_CHARACTERS = 80;

type Company = Record<string, unknown>;

/**
 * The columns of companies, whose fields the specification leaves open (2.3): whatever arrives, nested fields with dots,
 * in the order of their first arrival.
 * @param known columns of earlier pages, which keep their places
 */
export function columnsOf(companies: Company[], known: string[] = []): string[] {
  const names = new Set(known);
  for (const company of companies) for (const name of leavesOf(company, "", 1)) names.add(name);
  return [...names].slice(0, MOST_COLUMNS);
}

function leavesOf(value: Company, before: string, depth: number): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    // A name with a dot could not be told from a nested one.
    if (name.includes(".")) return [];
    const isNested = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    const isOpened = isNested && depth < MOST_NAMES_IN_A_COLUMN && Object.keys(inner).length > 0;
    return isOpened ? leavesOf(inner as Company, `${before}${name}.`, depth + 1) : [before + name];
  });
}

/** The columns with what they hold; what is nested in one company and blank in another is not offered twice. */
export function describeColumns(companies: Company[], known: string[] = []): CompanyColumn[] {
  const names = columnsOf(companies, known);
  return names
    .filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
    .map((name) => {
      const texts = companies.map((company) => String(cellOf(company, name))).filter((text) => text !== "");
      return { name, sample: (texts[0] ?? "").slice(0, MAX_SAMPLE_CHARACTERS), filled: texts.length };
    });
}
