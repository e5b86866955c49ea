import { useEffect, useState } from "preact/hooks";
import type { JobSummary, JobView } from "../../src/jobs/views";
import { write } from "../format";
import { JobPage, type Leaving } from "../job/summary";
import { useJobs } from "../job/use-jobs";
import { focusIfLost, useNavigation } from "../shell/navigation";
import { Choosing } from "./choosing";
import { type ColumnDraft, isOfColumn, isRepeat } from "./draft";
import type { ColumnKind } from "./kind";
import { usePlan } from "./use-plan";
import "./style.css";

export function ColumnJob<Draft extends ColumnDraft>({ kind }: { kind: ColumnKind<Draft> }) {
  const given = useNavigation().given[kind.tab];
  const planning = usePlan(kind, given);
  const jobs = useJobs(kind.name);
  const [isUndone, setIsUndone] = useState(false);
  const { suggest } = planning;
  const [last] = jobs.all;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only jobs that were there before give their choices.
  useEffect(() => {
    if (jobs.isRead && last) suggest({ fields: last.fields, ...last.find } as Partial<Draft>);
  }, [jobs.isRead]);
  const { open, readAnew, leave: leaveEnded } = jobs;
  const latestStartMs = planning.plan.data?.latestStartMs ?? 0;
  const knowsLatest = !jobs.isRead || jobs.all.some(({ startedMs }) => startedMs >= latestStartMs);
  // Another page has started a job meanwhile, maybe over this column.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new job is a reason to read once.
  useEffect(() => {
    if (latestStartMs > 0 && !knowsLatest) void readAnew();
  }, [latestStartMs, readAnew]);
  // When another tab hands over a column, the summary gives way to the choices.
  useEffect(() => {
    if (given) leaveEnded();
    if (given?.jobId) open(given.jobId);
  }, [given, open, leaveEnded]);
  const chooseAgain = (choices: Partial<Draft>, undone = false): void => {
    leaveEnded();
    setIsUndone(undone);
    planning.begin({ ...(isRepeat(planning.draft) && { rows: "todo" }), ...choices });
    focusIfLost();
  };
  /** Another sheet may be active by now, for example the emails or the chart. */
  const columnOf = (job: JobView): Partial<ColumnDraft> => {
    const { sheetId } = job;
    const { plan, draft } = planning;
    if (plan.data?.sheetId !== sheetId) return { sheetId };
    const { columns, column } = plan.data;
    // The user may have chosen another column while the job was starting.
    const ofJob = columns.filter((each) => isOfColumn(job, each)).map((each) => each.column);
    return ofJob.includes(column)
      ? { sheetId, column, headerRow: draft.headerRow }
      : { sheetId, column: ofJob[0] ?? null };
  };
  const repeat = (job: JobView, choices: Partial<Draft>) => (): void => chooseAgain({ ...choices, ...columnOf(job) });
  const repeats = (job: JobView, { failed, byStatus }: JobSummary) => {
    const again = kind.toRepeat?.(job, byStatus);
    return [
      ...(failed > 0 ? [{ label: `Retry ${write(failed)} failed`, onPress: repeat(job, kind.toRetry(job)) }] : []),
      ...(again ? [{ label: again.label, onPress: repeat(job, again.choices) }] : []),
    ];
  };
  const leave = ({ job: { sheetId }, isUndone, isElsewhere, isListGone }: Leaving): void =>
    chooseAgain({ ...(isElsewhere && { sheetId }), ...(isListGone && { rows: "all" }) } as Partial<Draft>, isUndone);
  return (
    <JobPage kind={kind} jobs={jobs} repeats={repeats} onLeave={leave}>
      <Choosing kind={kind} planning={planning} jobs={jobs} isUndone={isUndone} />
    </JobPage>
  );
}
