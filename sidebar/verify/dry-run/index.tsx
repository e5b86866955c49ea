import type { RunPlan } from "../../../src/runs/views";
import { writeDuration } from "../../format/duration";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useSession } from "../../state/session";
import "./style.css";

/** Google's fetches a day for private accounts; Workspace has more (design 3.10). */
const FETCHES_A_DAY = 20_000;

/** What a run would do and cost at most, before anything is spent. */
export function DryRun({ plan }: { plan: RunPlan }) {
  const { account } = useSession();
  const locale = userLocale();
  const write = (count: number): string => writeCount(count, locale);
  const { counts, duplicates, toAsk, maxHalves, seconds } = plan;
  const lines: [string, number][] = [
    ["rows", counts.rows],
    ["blank", counts.blank],
    ["not an address", counts.malformed],
    ["formulas at work or in error", counts.waiting],
    ["already done", counts.done],
    ["VALID by a domain search", counts.foundValid],
    ["repetitions", duplicates],
  ];
  const left = account.state === "here" ? account.data.creditsLeft : null;
  return (
    <dl class="dry-run">
      {lines
        .filter(([what, count]) => count > 0 || what === "rows")
        .map(([what, count]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{write(count)}</dd>
          </div>
        ))}
      <div class="total">
        <dt>to verify</dt>
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
    </dl>
  );
}
