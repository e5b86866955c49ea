import type { ComponentChildren } from "preact";
import type { ColumnPlan } from "../../../src/jobs/views";
import type { ColumnDraft } from "../draft";

interface AllDoneProps {
  draft: ColumnDraft;
  plan: ColumnPlan;
  /** What "All, again" is for. */
  children: ComponentChildren;
}

/** Why there is nothing to do, when it is because everything is done. */
export function AllDone({ draft, plan, children }: AllDoneProps) {
  if (draft.rows !== "todo" || plan.toAsk > 0 || plan.counts.done === 0) return null;
  return <p class="small">All are done. {children}</p>;
}
