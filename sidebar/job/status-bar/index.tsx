import { write } from "../../format/words";
import type { StatusPart } from "./status-part";
import "./style.css";

/** How many rows have which status: a bar for the eye, the counts for everybody. */
export function StatusBar({ parts: all }: { parts: StatusPart[] }) {
  const parts = all.filter(({ count }) => count > 0);
  if (parts.length === 0) return null;
  return (
    <div class="status-bar">
      <div aria-hidden="true">
        {parts.map(({ status, tone, count }) => (
          <span key={status} class={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {parts.map(({ status, tone, count }) => (
          <li key={status}>
            <span class={`dot ${tone}`} aria-hidden="true" />
            {status} <strong>{write(count)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
