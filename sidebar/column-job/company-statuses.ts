import { failureCode, remedyOf } from "../../src/service/errors";
import { NOT_ACCEPTED } from "../../src/service/result-words";
import { capitalise } from "../format";
import type { StatusCount } from "../job/job-view";

type ByStatus = Record<string, number>;

export interface Reason {
  reason: string;
  count: number;
}

/**
 * @param withResult the group in which summaries count companies that have a result
 * @param without the status of companies without a result
 */
function companyStatuses(withResult: string, without: string, isResult: (status: string) => boolean) {
  const NO_COMPANY = "not a company";
  const tones: [group: string, tone: StatusCount["tone"]][] = [
    [withResult, "good"],
    [without, "middling"],
    ["errors", "bad"],
    [NO_COMPANY, "other"],
    [NOT_ACCEPTED, "other"],
  ];
  function groupOf(status: string): string {
    if (status === without || status === NOT_ACCEPTED) return status;
    if (failureCode(status) !== null) return "errors";
    return status === withResult || isResult(status) ? withResult : NO_COMPANY;
  }
  return {
    countStatuses(byStatus: ByStatus): StatusCount[] {
      const counts = new Map<string, number>();
      for (const [status, count] of Object.entries(byStatus)) {
        const group = groupOf(status);
        counts.set(group, (counts.get(group) ?? 0) + count);
      }
      return tones.map(([group, tone]) => ({ status: group, tone, count: counts.get(group) ?? 0 }));
    },
    reasonsOf(byStatus: ByStatus): Reason[] {
      return Object.entries(byStatus)
        .flatMap(([status, count]) => {
          const group = groupOf(status);
          const code = failureCode(status) ?? "";
          if (group === "errors") return [{ reason: REASONS[code]?.(count) ?? remedyOf(code), count }];
          // The figure of the group says it already.
          return group === NO_COMPANY && status !== NO_COMPANY ? [{ reason: `${capitalise(status)}.`, count }] : [];
        })
        .sort((a, b) => b.count - a.count);
    },
  };
}

const REASONS: Record<string, (count: number) => string> = {
  CANT_FIND_DOMAIN: (count) =>
    count === 1
      ? "name matches no company, or several. Use its website."
      : "names match no company, or several. Use their websites.",
};

/** The cell beside a company holds its number of emails. */
export const EMAIL_STATUSES = companyStatuses("with emails", "no emails", (status) => /^\d+$/.test(status));

/** The cell beside a company holds its domain. All other texts have several words. */
export const DETAIL_STATUSES = companyStatuses("with details", "no details", (status) => !status.includes(" "));
