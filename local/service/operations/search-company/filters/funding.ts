import { z } from "zod";
import { LAST_DAY_MS } from "../../../seed/company-record";
import vocabulary from "../../../seed/vocabulary.json";
import { checkOrder, defineFilter, invalidFilter, isBetween, isOneOf, type Range, range, texts } from "./filter";

const PATH = "company_funding";
const DAY_MS = 24 * 60 * 60 * 1000;

const UNITS = { K: 1e3, M: 1e6, B: 1e9 } as const;
const stages = new Set(vocabulary.fundingStages);

/** The specification shows the form `<N>M`; smaller and larger amounts have their usual letters. */
const AMOUNT = z.string().regex(/^\d+(\.\d+)?[KMB]$/i, "must be an amount such as 5M");
const FUNDING = z.strictObject({
  stage: texts().optional(),
  funding_date: z.int().optional(),
  last_funding: range(AMOUNT).optional(),
  total_funding: range(AMOUNT).optional(),
});

/** Dollars of an abbreviated amount such as `5M`. */
function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Number.parseFloat(text) * UNITS[text.slice(-1).toUpperCase() as keyof typeof UNITS];
}

function readRange(name: string, given: Range<string> | undefined): Range<number | undefined> {
  const amounts = { min: readAmount(given?.min), max: readAmount(given?.max) };
  checkOrder(`${PATH}.${name}`, amounts);
  return amounts;
}

/** The day that lies the given days before the end of the data, within the years of four digits. */
function dayBefore(days: number): string {
  const at = Math.min(Math.max(LAST_DAY_MS - days * DAY_MS, Date.UTC(0, 0)), Date.UTC(9999, 0));
  return new Date(at).toISOString().slice(0, 10);
}

/** The unit of `funding_date` is not shown: the sandbox takes it as days back (service.search-filters). */
export const fundingFilter = defineFilter({
  path: PATH,
  shape: FUNDING,
  plan: "PRO",
  toConditions({ stage, funding_date, last_funding, total_funding }) {
    const unknown = stage?.find((name) => !stages.has(name));
    if (unknown !== undefined) throw invalidFilter(PATH, `"${unknown}" is not a funding stage.`);
    const since = funding_date !== undefined && dayBefore(funding_date);
    return [
      ...isOneOf("funding_stage", stage),
      ...(since ? [{ sql: "funded_on >= ?", values: [since] }] : []),
      ...isBetween("last_funding", readRange("last_funding", last_funding)),
      ...isBetween("total_funding", readRange("total_funding", total_funding)),
    ];
  },
});
