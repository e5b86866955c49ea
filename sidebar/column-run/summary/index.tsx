import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../../src/result";
import type { RunSummary } from "../../../src/runs/views";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useAnnounce } from "../../shell/announcer";
import { Waiting } from "../../shell/waiting";
import { useSession } from "../../state/session";
import type { ColumnDraft } from "../draft";
import type { BalanceFall } from "../kind";
import { StatusBar } from "../status-bar";
import { NextSteps, type NextStepsProps } from "./next-steps";
import { Undo } from "./undo";

interface SummaryProps<Draft extends ColumnDraft> extends NextStepsProps<Draft> {
  balanceFall: BalanceFall | null;
}

const TITLES = { finished: "Done", paused: "Paused", stopped: "Stopped" };

/** How a run has ended, and what can be done next. */
export function Summary<Draft extends ColumnDraft>(props: SummaryProps<Draft>) {
  const { kind, run, end, balanceFall, onLeave } = props;
  const { Outcome } = kind;
  const { call } = useSession();
  const announce = useAnnounce();
  const [summary, setSummary] = useState<RunSummary | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // In one: of two announcements only the last is read.
    announce([TITLES[end.state], end.stop?.message, end.stop?.remedy].filter(Boolean).join(" "));
    call("summariseRun", run.id).then((result) => (result.ok ? setSummary(result.data) : setRefusal(result)));
  }, [call, run.id, end, announce]);
  const { progress, stop, state } = end;
  const byStatus = summary?.byStatus ?? progress?.byStatus;
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {TITLES[state]}: “{run.columnName}”
      </h2>
      {stop && <RefusalNotice refusal={stop} />}
      {refusal && refusal.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      {byStatus ? (
        <>
          <StatusBar parts={kind.statusParts(byStatus)} />
          <Outcome
            {...{ state, byStatus, summary, balanceFall }}
            run={summary?.run ?? run}
            lost={state === "finished" ? (progress?.lost ?? 0) : 0}
          />
        </>
      ) : (
        !refusal && <Waiting forWhat="Reading the sheet" />
      )}
      {progress && progress.refusedCells > 0 && (
        <Notice tone="warning">
          <p>
            {writeCount(progress.refusedCells, userLocale())} cells refused the result by a rule of their own. It stands
            in their note.
          </p>
        </Notice>
      )}
      <NextSteps {...props} summary={summary} summaryRefusal={refusal} />
      <Undo run={summary?.run ?? run} freeAgain={kind.words.freeAgain} onUndone={() => onLeave({ stays: true })} />
    </section>
  );
}
