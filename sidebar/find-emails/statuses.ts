import { remedyOf } from "../../src/service/remedies";
import type { StatusPart } from "../column-run/status-bar";

const WITH_EMAILS = "with emails";
const NO_EMAILS = "no emails";
const ERROR = "error: ";

type ByStatus = Record<string, number>;

const sum = (byStatus: ByStatus, isMeant: (status: string) => boolean): number =>
  Object.entries(byStatus).reduce((total, [status, count]) => total + (isMeant(status) ? count : 0), 0);

/** Companies with emails, without, with an error, and what cannot be a company. */
export function statusParts(byStatus: ByStatus): StatusPart[] {
  const isError = (status: string): boolean => status.startsWith(ERROR);
  const isOther = (status: string): boolean => status !== WITH_EMAILS && status !== NO_EMAILS && !isError(status);
  return [
    { status: WITH_EMAILS, tone: "good", count: byStatus[WITH_EMAILS] ?? 0 },
    { status: NO_EMAILS, tone: "middling", count: byStatus[NO_EMAILS] ?? 0 },
    { status: "errors", tone: "bad", count: sum(byStatus, isError) },
    { status: "not a company", tone: "other", count: sum(byStatus, isOther) },
  ];
}

/** Why companies have no result, in plain words, the most frequent first. */
export function reasonsOf(byStatus: ByStatus): { reason: string; count: number }[] {
  return Object.entries(byStatus)
    .filter(([status]) => status !== WITH_EMAILS && status !== NO_EMAILS)
    .map(([status, count]) => ({
      reason: status.startsWith(ERROR)
        ? remedyOf(status.slice(ERROR.length))
        : `${status[0]?.toUpperCase()}${status.slice(1)}.`,
      count,
    }))
    .sort((a, b) => b.count - a.count);
}
