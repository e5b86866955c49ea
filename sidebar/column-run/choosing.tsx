import { Button, IconButton } from "../controls/button";
import { Notice } from "../controls/notice";
import { RefusalNotice } from "../controls/refusal-notice";
import { Waiting } from "../shell/waiting";
import { useAction } from "../state/use-action";
import type { ColumnDraft } from "./draft";
import type { ColumnRunKind } from "./kind";
import { LastRun } from "./last-run";
import { Resume } from "./resume";
import type { Planning } from "./use-plan";
import type { Runs } from "./use-run";

/** *Try 10 rows first* */
const TRIAL_ROWS = 10;

interface ChoosingProps<Draft extends ColumnDraft> {
  kind: ColumnRunKind<Draft>;
  planning: Planning<Draft>;
  runs: Runs;
}

/** The choices, the dry run, and the way to begin. */
export function Choosing<Draft extends ColumnDraft>({ kind, planning, runs }: ChoosingProps<Draft>) {
  const { words, Form, DryRun } = kind;
  const { draft, plan, isReading, change, readAgain } = planning;
  const wish = plan.state === "here" ? kind.toWish(draft, plan.data) : null;
  const start = useAction(async (most?: number) => {
    if (plan.state === "here" && wish) await runs.start(wish, plan.data.toAsk, most);
    return { ok: true as const, data: null };
  });
  const { last } = runs;
  const [unfinished] = runs.unfinished;
  if (plan.state === "waiting") return <Waiting forWhat="Reading the sheet" />;
  if (plan.state === "refused") {
    return (
      <RefusalNotice refusal={plan.refusal}>
        <Button look="quiet" working={isReading} onPress={() => readAgain()}>
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
          onResume={(withOwnKey, capHalves) => runs.resume(unfinished, withOwnKey, capHalves)}
          onLeave={() => runs.abandon(unfinished)}
        />
      )}
      {last && <LastRun run={last} onShow={() => runs.show(last)} />}
      {runs.refusal && <RefusalNotice refusal={runs.refusal} />}
      <section>
        <div class="row spread">
          <h2>{words.title}</h2>
          <IconButton icon="refresh" name="Look at the sheet again" working={isReading} onPress={() => readAgain()} />
        </div>
        {column === 0 ? (
          <Notice tone="info">
            <p>This sheet is empty. {words.emptySheet}</p>
          </Notice>
        ) : (
          <>
            <Form draft={draft} plan={plan.data} onChange={change} />
            <DryRun draft={draft} plan={plan.data} />
            <div class="row actions">
              {toAsk > 0 && wish && (
                <Button look="primary" working={start.running || isReading} onPress={() => start.start()}>
                  {words.start(toAsk)}
                </Button>
              )}
              {toAsk > TRIAL_ROWS && wish && (
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
