import { useEffect, useRef, useState } from "preact/hooks";
import type { JobView } from "../../src/jobs/views";
import { useJobs } from "../job/use-jobs";
import { focusPage, useNavigation } from "../shell/navigation";
import { Choosing } from "./choosing";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";
import { Progress } from "./progress";
import { Summary } from "./summary";
import { FRONT, usePlan } from "./use-plan";
import "./style.css";

/** The page of a kind of job over a column: its choices, its progress, or its summary. */
export function ColumnJob<Draft extends ColumnDraft>({ kind }: { kind: ColumnKind<Draft> }) {
  const given = useNavigation().given[kind.tab];
  const planning = usePlan(kind, given);
  const jobs = useJobs(kind.name);
  const { driven, ended } = jobs;
  const [isUndone, setIsUndone] = useState(false);
  const leave = useRef(jobs.leave);
  leave.current = jobs.leave;
  // When another tab hands over a column, the summary gives way to the choices.
  useEffect(() => {
    if (given) leave.current();
  }, [given]);
  const chooseAgain = (choices: Partial<Draft>, undone = false): void => {
    jobs.leave();
    setIsUndone(undone);
    planning.change({ ...FRONT, ...choices });
    focusPage();
  };
  /** Another sheet, the emails' or the chart's, may have come to the front meanwhile. */
  const columnOf = ({ sheetId }: JobView): Partial<ColumnDraft> => {
    const { plan, draft } = planning;
    return plan.data?.sheetId === sheetId
      ? { sheetId, column: plan.data.column, headerRow: draft.headerRow }
      : { sheetId };
  };
  if (driven) return <Progress kind={kind} driven={driven} jobs={jobs} />;
  if (!ended) return <Choosing kind={kind} planning={planning} jobs={jobs} isUndone={isUndone} />;
  return (
    <Summary
      kind={kind}
      ended={ended}
      jobs={jobs}
      onAgain={(choices) => chooseAgain({ ...choices, ...columnOf(ended.job) })}
      onLeave={chooseAgain}
    />
  );
}
