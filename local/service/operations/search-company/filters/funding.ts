import vocabulary from "../../../seed/vocabulary.json";
import { checkOrder, defineFilter, invalidFilter, isBetween, isOneOf, type Range } from "./filter";

const PATH = "company_funding";
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day on which the made-up funding dates end: look-backs count from it, so that answers do not age. */
const SEED_TODAY = Date.UTC(2025, 11, 31);

const UNITS = { K: 1e3, M: 1e6, B: 1e9 } as const;
const stages = new Set(vocabulary.fundingStages);

interface Funding {
  stage?: string[];
  funding_date?: number;
  last_funding?: Range<string>;
  total_funding?: Range<string>;
}

/** Dollars of an abbreviated amount such as `5M`; the catalogue's shape lets nothing else through. */
function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Number.parseFloat(text) * UNITS[text.slice(-1).toUpperCase() as keyof typeof UNITS];
}

function readRange(name: string, range: Range<string> | undefined): Range<number | undefined> {
  const amounts = { min: readAmount(range?.min), max: readAmount(range?.max) };
  checkOrder(`${PATH}.${name}`, amounts);
  return amounts;
}

/** 2.4; `funding_date` is taken as a look-back in days, its unit is not shown. */
export const fundingFilter = defineFilter<Funding>({
  path: PATH,
  plan: "PRO",
  toConditions({ stage, funding_date, last_funding, total_funding }) {
    const unknown = stage?.find((name) => !stages.has(name));
    if (unknown !== undefined) throw invalidFilter(PATH, `"${unknown}" is not a funding stage.`);
    const since = funding_date && new Date(SEED_TODAY - funding_date * DAY_MS).toISOString().slice(0, 10);
    return [
      ...isOneOf("funding_stage", stage),
      ...(since ? [{ sql: "funded_on >= ?", values: [since] }] : []),
      ...isBetween("last_funding", readRange("last_funding", last_funding)),
      ...isBetween("total_funding", readRange("total_funding", total_funding)),
    ];
  },
});
