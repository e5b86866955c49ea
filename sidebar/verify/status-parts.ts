import type { StatusPart } from "../job/status-bar/status-part";

/** The service's statuses in their order; whatever else stands in a status column is an error of its own. */
const TONES: [status: string, tone: StatusPart["tone"]][] = [
  ["VALID", "good"],
  ["CATCH_ALL", "middling"],
  ["INVALID", "bad"],
];

/** The known statuses in a fixed order, so that colours keep their places while it grows; then all others. */
export function statusParts(byStatus: Record<string, number>): StatusPart[] {
  const known = TONES.map(([status, tone]) => ({ status, tone, count: byStatus[status] ?? 0 }));
  const others = Object.entries(byStatus).filter(([status]) => !TONES.some(([each]) => each === status));
  return [...known, ...others.map(([status, count]) => ({ status, tone: "other" as const, count }))];
}
