import type { ComponentChildren } from "preact";
import type { RunPlan } from "../../../src/runs/views";
import { writeDuration } from "../../format/duration";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useSession } from "../../state/session";
import "./style.css";

/** Google's fetches a day for private accounts; Workspace has more (design 3.10). */
const FETCHES_A_DAY = 20_000;

interface DryRunProps {
  plan: RunPlan;
  /** What the rows are, those that are none left out, but the first. */
  lines: [what: string, count: number][];
  /** "to verify" */
  toDo: string;
  /** The most it can cost, in halves: the plan's, or what is known better by now. */
  maxHalves: number;
  children?: ComponentChildren;
}

/** What a run would do and cost at most, before anything is spent. */
export function DryRun({ plan, lines, toDo, maxHalves, children }: DryRunProps) {
  const { account } = useSession();
  const locale = userLocale();
  const write = (count: number): string => writeCount(count, locale);
  const { toAsk, seconds } = plan;
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
            <dd>{write(maxHalves / 2)} credits</dd>
          </div>
          {left !== null && (
            <div>
              <dt>then left, at least</dt>
              <dd class={maxHalves / 2 > left ? "short" : undefined}>{write(Math.max(0, left - maxHalves / 2))}</dd>
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
