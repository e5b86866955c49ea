import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import "./style.css";

/** The service's statuses in their order; whatever else stands in a status column is an error of its own. */
const KINDS: [status: string, kind: string][] = [
  ["VALID", "valid"],
  ["CATCH_ALL", "catch-all"],
  ["INVALID", "invalid"],
];

/** How many rows have which status: a bar for the eye, the counts for everybody. */
export function StatusBar({ byStatus }: { byStatus: Record<string, number> }) {
  const known = KINDS.map(([status, kind]) => ({ status, kind, count: byStatus[status] ?? 0 }));
  const others = Object.entries(byStatus).filter(([status]) => !KINDS.some(([each]) => each === status));
  const parts = [...known, ...others.map(([status, count]) => ({ status, kind: "other", count }))].filter(
    ({ count }) => count > 0,
  );
  if (parts.length === 0) return null;
  return (
    <div class="status-bar">
      <div aria-hidden="true">
        {parts.map(({ status, kind, count }) => (
          <span key={status} class={kind} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {parts.map(({ status, kind, count }) => (
          <li key={status}>
            <span class={`dot ${kind}`} aria-hidden="true" />
            {status} <strong>{writeCount(count, userLocale())}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
