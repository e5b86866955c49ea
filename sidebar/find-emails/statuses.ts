import { failureCode, remedyOf } from "../../src/service/errors";
import { capitalise } from "../format";
import type { StatusCount } from "../job/job-view";

type ByStatus = Record<string, number>;
type Group = "with emails" | "no emails" | "errors" | "not a company";

/** Groups a status, whether it stands beside a company or a summary has grouped it already. */
function groupOf(status: string): Group {
  if (status === "no emails") return status;
  if (failureCode(status) !== null) return "errors";
  // Beside a company stands the number of its emails.
  return status === "with emails" || /^\d+$/.test(status) ? "with emails" : "not a company";
}

const TONES: Record<Group, StatusCount["tone"]> = {
  "with emails": "good",
  "no emails": "middling",
  errors: "bad",
  "not a company": "other",
};

/** Counts companies with emails, without, with an error, and texts that are no company. */
export function countStatuses(byStatus: ByStatus): StatusCount[] {
  const counts = new Map<Group, number>();
  for (const [status, count] of Object.entries(byStatus)) {
    const group = groupOf(status);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return (Object.keys(TONES) as Group[]).map((group) => ({
    status: group,
    tone: TONES[group],
    count: counts.get(group) ?? 0,
  }));
}

/** Reasons that read on from their number. */
const REASONS: Record<string, (count: number) => string> = {
  CANT_FIND_DOMAIN: (count) =>
    count === 1
      ? "name matches no company, or several. Use its website."
      : "names match no company, or several. Use their websites.",
};

/** The reasons why companies have no result in plain words, the most frequent first. */
export function reasonsOf(byStatus: ByStatus): { reason: string; count: number }[] {
  return Object.entries(byStatus)
    .flatMap(([status, count]) => {
      const group = groupOf(status);
      const code = failureCode(status) ?? "";
      if (group === "errors") return [{ reason: REASONS[code]?.(count) ?? remedyOf(code), count }];
      return group === "not a company" ? [{ reason: `${capitalise(status)}.`, count }] : [];
    })
    .sort((a, b) => b.count - a.count);
}
