import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../../src/result";
import type { RunSummary, RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { AllowanceField, useAllowance } from "../../controls/cap-field";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import type { DriverEnd } from "../../driver/driver";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useAnnounce } from "../../shell/announcer";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";
import type { ColumnDraft } from "../draft";
import type { BalanceFall, ColumnRunKind } from "../kind";
import { StatusBar } from "../status-bar";
import { Undo } from "./undo";

interface SummaryProps<Draft extends ColumnDraft> {
  kind: ColumnRunKind<Draft>;
  run: RunView;
  end: DriverEnd;
  balanceFall: BalanceFall | null;
  /** Why it could not be resumed. */
  refusal: Refusal | null;
  onResume: (capHalves?: number | null) => void;
  onRetry: () => void;
  onLeave: () => void;
}

const TITLES = { finished: "Done", paused: "Paused", stopped: "Stopped" };

/** How a run has ended, and what can be done next. */
export function Summary<Draft extends ColumnDraft>(props: SummaryProps<Draft>) {
  const { kind, run, end, balanceFall, refusal, onResume, onRetry, onLeave } = props;
  const allowance = useAllowance(run.capHalves);
  const { Outcome, NextStep } = kind;
  const { call } = useSession();
  const announce = useAnnounce();
  const [summary, setSummary] = useState<RunSummary | null>(null);
  const [chart, setChart] = useState("");
  const insert = useAction(() => call("insertRunChart", run.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    announce(TITLES[end.state]);
    call("summariseRun", run.id).then((result) => result.ok && setSummary(result.data));
  }, [call, run.id, end, announce]);
  const write = (count: number): string => writeCount(count, userLocale());
  const { progress, stop, state } = end;
  const insertChart = async (): Promise<void> => {
    const result = await insert.start();
    if (result?.ok) setChart(result.data.sheetName);
  };
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {TITLES[state]}: “{run.columnName}”
      </h2>
      {stop && <RefusalNotice refusal={stop} />}
      <StatusBar parts={kind.statusParts(summary?.byStatus ?? progress.byStatus)} />
      <Outcome run={run} end={end} summary={summary} balanceFall={balanceFall} />
      {progress.refusedCells > 0 && (
        <Notice tone="warning">
          <p>
            {write(progress.refusedCells)} cells refused the result by a rule of their own. It stands in their note.
          </p>
        </Notice>
      )}
      {state === "paused" && <AllowanceField before={run.capHalves} allowance={allowance} />}
      {refusal && <RefusalNotice refusal={refusal} />}
      <div class="row">
        {state === "paused" && (
          <Button look="primary" onPress={() => allowance.isUsable && onResume(allowance.capHalves)}>
            Resume
          </Button>
        )}
        {NextStep && summary && <NextStep run={summary.run} isMain={state !== "paused"} />}
        {(summary?.failed ?? 0) > 0 && <Button onPress={onRetry}>Retry {write(summary?.failed ?? 0)} failed</Button>}
        <Button working={insert.running} onPress={insertChart}>
          Insert chart
        </Button>
        <Button onPress={onLeave}>New run</Button>
      </div>
      {chart && (
        <Notice tone="good">
          <p>The chart stands in the sheet “{chart}”.</p>
        </Notice>
      )}
      {insert.refusal && <RefusalNotice refusal={insert.refusal} />}
      <Undo run={run} freeAgain={kind.words.freeAgain} onUndone={onLeave} />
    </section>
  );
}
