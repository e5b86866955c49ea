import { write } from "../format";
import type { StatusCount } from "./job-view";
import "./style.css";

/** Counts by status: a bar for the eye, figures for everybody. */
export function StatusBar({ counts }: { counts: StatusCount[] }) {
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <div class="status-bar">
      <div aria-hidden="true">
        {shown.map(({ status, tone, count }) => (
          <span key={status} class={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {shown.map(({ status, tone, count }) => (
          <li key={status}>
            <span class={`dot ${tone}`} aria-hidden="true" />
            {status} <strong>{write(count)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
