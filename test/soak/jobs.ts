import type { Draw } from "./random";
import type { Kind } from "./scenario";

/** What somebody wishes for. */
export interface JobWish {
  rows: "todo" | "all" | "visible";
  /** Columns beside the inputs. */
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
}

const VERIFY_FIELDS = ["email_sub_status", "type", "disposable", "catch_all", "smtp_provider", "mx_record_list"];
const FIND_FIELDS = ["total_emails", "domain"];

export function drawJob(kind: Kind, draw: Draw): JobWish {
  const fields = (kind === "find" ? FIND_FIELDS : VERIFY_FIELDS).filter(() => draw.chance(0.3));
  return {
    rows: draw.pick(["todo", "todo", "all", "visible"] as const),
    fields: kind === "find" ? fields : ["email_status", ...fields],
    capHalves: draw.chance(0.25) ? draw.low(2, 120) : null,
    tries: draw.chance(0.15),
    limit: draw.pick([1, 3, 50, 60, 120]),
    emailType: draw.pick(["all", "all", "professional", "generic"] as const),
    pages: draw.low(1, 12),
  };
}
