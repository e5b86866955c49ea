import type { Draw } from "./random";
import type { Kind } from "./scenario";

/** What somebody chose. */
export interface JobChoices {
  rows: "todo" | "all" | "visible";
  /** Columns beside the inputs, or of the companies. */
  fields: string[];
  /** Credits in halves; `null` for no limit. */
  capHalves: number | null;
  /** *Try 10 rows first*, before the whole. */
  tries: boolean;
  /** Emails of each company. */
  limit: number;
  emailType: "all" | "generic" | "professional";
  /** Pages of companies. */
  pages: number;
  filters: object;
  /** The found emails are verified afterwards. */
  verifiesFound: boolean;
  /** Companies are written below those that somebody has. */
  appends: boolean;
}

const VERIFY_FIELDS = ["email_sub_status", "type", "disposable", "catch_all", "smtp_provider", "mx_record_list"];
const FIND_FIELDS = ["total_emails", "domain"];
const DETAIL_FIELDS = ["name", "industry", "size", "location.country"].map((field) => `company_enrichment.${field}`);
const COMPANY_FIELDS = ["headcount", "location.country", "funding.last_funding_date", "industry"];
const FILTERS = [
  { company_type: "Private" },
  { company_type: "Public" },
  { company_job_posting_quantity: { min: 1 } },
  { company_industry: { include: ["Retail", "Business Consulting"] } },
  { company: { websites: { include: ["reliable.example", "one-email.example", "formula-name.example"] } } },
];

export function drawJob(kind: Kind, draw: Draw): JobChoices {
  const some = (fields: string[]): string[] => fields.filter(() => draw.chance(0.3));
  const fields = {
    verify: ["email_status", ...some(VERIFY_FIELDS)],
    find: some(FIND_FIELDS),
    enrich: ["company_domain", ...some(DETAIL_FIELDS)],
    fill: ["name", "domain", ...some(COMPANY_FIELDS)],
    formulas: ["email_status"],
  }[kind];
  const limit = draw.pick([1, 3, 50, 60, 120]);
  return {
    rows: draw.pick(["todo", "todo", "all", "visible"] as const),
    fields,
    capHalves: draw.chance(0.25) ? draw.low(2, 120) : null,
    tries: draw.chance(0.15),
    limit,
    emailType: draw.pick(["all", "all", "professional", "generic"] as const),
    pages: draw.low(1, 12),
    filters: draw.pick(FILTERS),
    // Thousands of emails would take minutes.
    verifiesFound: kind === "find" && limit <= 3 && draw.chance(0.6),
    appends: draw.chance(0.3),
  };
}
