import { useEffect, useRef, useState } from "preact/hooks";
import type { JobView } from "../../src/jobs/views";
import { useJobs } from "../job/use-jobs";
import { focusPage, useNavigation } from "../shell/navigation";
import { Choosing } from "./choosing";
import { type ColumnDraft, isOfColumn, isRepeat } from "./draft";
import type { ColumnKind } from "./kind";
import { Progress } from "./progress";
import { Summary } from "./summary";
import { usePlan } from "./use-plan";
import "./style.css";

/** The page of a kind of job over a column: its choices, its progress, or its summary. */
export function ColumnJob<Draft extends ColumnDraft>({ kind }: { kind: ColumnKind<Draft> }) {
  const given = useNavigation().given[kind.tab];
  const planning = usePlan(kind, given);
  const jobs = useJobs(kind.name);
  const { driven, ended } = jobs;
  const [isUndone, setIsUndone] = useState(false);
  const { suggest } = planning;
  const [last] = jobs.all;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only those of the jobs that were there before.
  useEffect(() => {
    if (jobs.isRead && last) suggest({ fields: last.fields, ...last.find } as Partial<Draft>);
  }, [jobs.isRead]);
  const leave = useRef(jobs.leave);
  leave.current = jobs.leave;
  // When another tab hands over a column, the summary gives way to the choices.
  useEffect(() => {
    if (given) leave.current();
  }, [given]);
  const chooseAgain = (choices: Partial<Draft>, undone = false): void => {
    jobs.leave();
    setIsUndone(undone);
    planning.begin({ ...(isRepeat(planning.draft) && { rows: "todo" }), ...choices });
    focusPage();
  };
  /** Another sheet, the emails' or the chart's, may have come to the front meanwhile. */
  const columnOf = (job: JobView): Partial<ColumnDraft> => {
    const { sheetId } = job;
    const { plan, draft } = planning;
    if (plan.data?.sheetId !== sheetId) return { sheetId };
    const { columns, column } = plan.data;
    // Another column may have been chosen while the job was starting.
    const ofJob = columns.filter((each) => isOfColumn(job, each)).map((each) => each.column);
    return ofJob.includes(column)
      ? { sheetId, column, headerRow: draft.headerRow }
      : { sheetId, column: ofJob[0] ?? null };
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
