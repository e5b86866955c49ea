import { Button, IconButton } from "../controls/button";
import { Notice } from "../controls/notice";
import { RefusalNotice } from "../controls/refusal-notice";
import { userLocale } from "../format/locale";
import { writeCount } from "../format/numbers";
import { Waiting } from "../shell/waiting";
import { useAction } from "../state/use-action";
import { capProblem, toWish } from "./draft";
import { DryRun } from "./dry-run";
import { PlanForm } from "./plan-form";
import { Resume } from "./resume";
import type { Planning } from "./use-plan";
import type { Runs } from "./use-run";

/** *Try 10 rows first* */
const TRIAL_ROWS = 10;

/** The choices, the dry run, and the way to begin. */
export function Choosing({ planning, runs }: { planning: Planning; runs: Runs }) {
  const { draft, plan, isReading, change, readAgain } = planning;
  const start = useAction(async (most?: number) => {
    if (plan.state === "here") await runs.start(toWish(draft, plan.data), plan.data.toAsk, most);
    return { ok: true as const, data: null };
  });
  const [unfinished] = runs.unfinished;
  if (plan.state === "waiting") return <Waiting forWhat="Reading the sheet" />;
  if (plan.state === "refused") {
    return (
      <RefusalNotice refusal={plan.refusal}>
        <Button look="quiet" working={isReading} onPress={readAgain}>
          Try again
        </Button>
      </RefusalNotice>
    );
  }
  const { toAsk, column } = plan.data;
  return (
    <>
      {unfinished && (
        <Resume
          run={unfinished}
          onResume={(withOwnKey) => runs.resume(unfinished, withOwnKey)}
          onLeave={() => runs.abandon(unfinished)}
        />
      )}
      {runs.refusal && <RefusalNotice refusal={runs.refusal} />}
      <section>
        <div class="row spread">
          <h2>Verify emails</h2>
          <IconButton icon="refresh" name="Look at the sheet again" working={isReading} onPress={readAgain} />
        </div>
        {column === 0 ? (
          <Notice tone="info">
            <p>This sheet is empty. Open the one with your emails, then look at the sheet again.</p>
          </Notice>
        ) : (
          <>
            <PlanForm draft={draft} plan={plan.data} onChange={change} />
            <DryRun plan={plan.data} />
            <div class="row actions">
              {toAsk > 0 && !capProblem(draft) && (
                <Button look="primary" working={start.running || isReading} onPress={() => start.start()}>
                  Verify {writeCount(toAsk, userLocale())} {toAsk === 1 ? "email" : "emails"}
                </Button>
              )}
              {toAsk > TRIAL_ROWS && !capProblem(draft) && (
                <Button working={start.running || isReading} onPress={() => start.start(TRIAL_ROWS)}>
                  Try {TRIAL_ROWS} first
                </Button>
              )}
            </div>
          </>
        )}
      </section>
    </>
  );
}
