import type { ComponentChildren } from "preact";
import type { ColumnPlan } from "../../src/jobs/views";
import { many, write, writeDuration } from "../format";
import { readCap } from "../job/credits";
import { useSession } from "../session";
import type { ColumnDraft } from "./draft";

/** Google's fetches a day for private accounts; Workspace has 100,000. */
const FETCHES_A_DAY = 20_000;

interface DryRunProps {
  draft: ColumnDraft;
  plan: ColumnPlan;
  /** What the rows are, those that are none left out, but the first. */
  lines: [what: string, count: number][];
  /** "to verify" */
  toDo: string;
  /** The most it can cost without a limit, in halves: the plan's, or what is known better by now. */
  maxHalves: number;
  children?: ComponentChildren;
}

/** What a job would do and cost at most, before anything is spent. */
export function DryRun({ draft, plan, lines, toDo, maxHalves, children }: DryRunProps) {
  const { account } = useSession();
  const { toAsk, seconds } = plan;
  const capHalves = readCap(draft.cap);
  const isCapped = capHalves !== null && capHalves < maxHalves;
  const mostHalves = isCapped ? capHalves : maxHalves;
  const left = account.state === "here" ? account.data.creditsLeft : null;
  return (
    <dl class="dry-run">
      {lines
        .filter(([, count], index) => count > 0 || index === 0)
        .map(([what, count]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{write(count)}</dd>
          </div>
        ))}
      <div class="total">
        <dt>{toDo}</dt>
        <dd>{write(toAsk)}</dd>
      </div>
      {toAsk > 0 && (
        <>
          <div>
            <dt>costs at most</dt>
            <dd>{many(mostHalves / 2, "credit")}</dd>
          </div>
          {isCapped && (
            <div>
              <dt>without your limit, at most</dt>
              <dd>{write(maxHalves / 2)}</dd>
            </div>
          )}
          {left !== null && (
            <div>
              <dt>then left, at least</dt>
              <dd class={mostHalves / 2 > left ? "short" : undefined}>{write(Math.max(0, left - mostHalves / 2))}</dd>
            </div>
          )}
          <div>
            <dt>takes</dt>
            <dd>{writeDuration(seconds)}</dd>
          </div>
          <div>
            <dt>of Google's {write(FETCHES_A_DAY)} fetches a day</dt>
            <dd>{write(Math.round((toAsk / FETCHES_A_DAY) * 1000) / 10)} %</dd>
          </div>
        </>
      )}
      {children}
    </dl>
  );
}

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
