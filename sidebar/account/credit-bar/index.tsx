import { useSession } from "../../state/session";
import "./style.css";

/** How much of all credits is left, like a battery; the figures above it say the same to screen readers. */
export function CreditBar({ left, used }: { left: number | null; used: number | null }) {
  const { settings } = useSession();
  if (left === null || used === null || left + used <= 0) return null;
  const low = settings.state === "here" && left < settings.data.options.warnBelowCredits;
  return (
    <div class={low ? "credit-bar low" : "credit-bar"} aria-hidden="true">
      <div style={{ width: `${(100 * left) / (left + used)}%` }} />
    </div>
  );
}
