import { useState } from "preact/hooks";
import type { Refusal } from "../../../src/result";
import type { RunSummary, RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { AllowanceField, useAllowance } from "../../controls/cap-field";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";
import type { ColumnDraft } from "../draft";
import { isGone, spentBy } from "../end-of-run";
import type { ColumnRunKind, RunEnd } from "../kind";

/** A run that has ended, and all ways to go on. */
export interface NextStepsProps<Draft extends ColumnDraft> {
  kind: ColumnRunKind<Draft>;
  /** As it was left. */
  run: RunView;
  end: RunEnd;
  /** Questions that were not asked yet; `null` when it is not known how many. */
  unasked: number | null;
  /** Why it could not be resumed. */
  refusal: Refusal | null;
  onResume: (withOwnKey: boolean, capHalves?: number | null) => void;
  onRetry: () => void;
  onLeave: (how: Leaving) => void;
}

/** How the choices for the next run begin. */
export interface Leaving {
  /** Rows that are done are to be done again. */
  again?: boolean;
  /** With the run's own sheet, whichever is in front. */
  stays?: boolean;
}

interface Counted {
  /** `null` until it is here, or when it cannot be had. */
  summary: RunSummary | null;
  summaryRefusal: Refusal | null;
}

/** What can be done after a run: going on, or what its results are for. */
export function NextSteps<Draft extends ColumnDraft>(props: NextStepsProps<Draft> & Counted) {
  const { kind, end, unasked, summary, summaryRefusal, refusal, onResume, onRetry, onLeave } = props;
  const { NextStep } = kind;
  const { call } = useSession();
  const run = summary?.run ?? props.run;
  const spent = spentBy(run, unasked);
  const allowance = useAllowance(spent);
  const [chart, setChart] = useState("");
  const insert = useAction(() => call("insertRunChart", run.id));
  const insertChart = async (): Promise<void> => {
    const result = await insert.start();
    if (result?.ok) setChart(result.data.sheetName);
  };
  const reasons = [end.stop, refusal, summaryRefusal];
  const isFor = (code: string): boolean => reasons.some((reason) => reason?.code === code);
  const isOver = isGone(reasons);
  const isPaused = end.state === "paused" && !isOver;
  const failed = summary?.failed ?? 0;
  return (
    <>
      {isPaused && !run.isYourKey && !isFor("OTHER_KEY") && (
        <p>It was started with another API key. Going on spends the credits of yours.</p>
      )}
      {isPaused && <AllowanceField spent={spent} allowance={allowance} />}
      {refusal && refusal.code !== end.stop?.code && <RefusalNotice refusal={refusal} />}
      <div class="row">
        {isPaused && (
          <Button
            look="primary"
            unready={allowance.problem !== ""}
            onPress={() => onResume(!run.isYourKey || isFor("OTHER_KEY"), allowance.capHalves)}
          >
            Resume
          </Button>
        )}
        {NextStep && summary && !isOver && <NextStep run={run} isMain={!isPaused} />}
        {failed > 0 && !isOver && <Button onPress={onRetry}>Retry {writeCount(failed, userLocale())} failed</Button>}
        {summary && !isOver && (
          <Button working={insert.running} onPress={insertChart}>
            Insert chart
          </Button>
        )}
        <Button
          look={isOver ? "primary" : "plain"}
          onPress={() => onLeave({ again: isFor("EMAILS_GONE"), stays: chart !== "" })}
        >
          New run
        </Button>
      </div>
      {chart && (
        <Notice tone="good">
          <p>The chart stands in the sheet “{chart}”.</p>
        </Notice>
      )}
      {insert.refusal && <RefusalNotice refusal={insert.refusal} />}
    </>
  );
}
