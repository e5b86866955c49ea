import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JobSummary, JobView } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { announce, Notice, RefusalNotice, Waiting } from "../controls/notice";
import { many, write } from "../format";
import { useAction, useSession } from "../session";
import { useComingBack } from "../shell/navigation";
import { isChoosing } from "./going-on";
import { elsewhereText, endTitle, isGone, isOpen, STOPPED_ELSEWHERE, type StatusCount } from "./job-view";
import { type JobKind, leftText, manyInputs } from "./kind";
import { Progress, StatusBar } from "./progress";
import { MovedHeading, Resume } from "./resume";
import { Undo } from "./undo";
import { type EndedJob, type Jobs, useJobSummary } from "./use-jobs";
import "./style.css";

export interface Leaving {
  job: JobView;
  isUndone?: boolean;
  /** The sheet of the job or the chart may be active, while the user goes on with the inputs. */
  isElsewhere?: boolean;
  /** Only a job with all rows brings a deleted sheet back. */
  isListGone?: boolean;
}

export interface SummaryProps {
  kind: JobKind;
  ended: EndedJob;
  jobs: Jobs;
  repeats?(job: JobView, summary: JobSummary): { label: string; onPress(): void }[];
  onLeave(how: Leaving): void;
}

/** The summary is shown at once; the figures follow when they are final. */
function Summary(props: SummaryProps) {
  const { kind, ended, jobs, onLeave } = props;
  const { state, stop, progress, tried } = ended;
  const { Outcome, words } = kind;
  const { noteEndedJob, undoneJobs } = useSession();
  const now = jobs.all.find(({ id }) => id === ended.job.id);
  const { data: summary, refusal } = useJobSummary(ended.job.id, now && `${now.state} ${now.epoch} ${now.done}`);
  // Somebody else may have gone on with it.
  const section = useComingBack(() => void (state === "paused" && jobs.readAnew()));
  useEffect(() => {
    if (state === "paused" && now && !isOpen(now) && !isChoosing()) jobs.show(now);
  }, [state, now, jobs.show]);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = tried === null ? endTitle(state, stop) : `First ${manyInputs(tried, words)} done`;
  useEffect(() => {
    heading.current?.focus();
    // Only one announcement, because of two only the last is read out.
    announce([title, stop?.message, stop?.remedy].filter(Boolean).join(" "));
  }, [title, stop]);
  const job = summary?.job ?? ended.job;
  const leaveUndone = (): void => onLeave({ job, isUndone: true, isElsewhere: true });
  const isUndone = undoneJobs.includes(job.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an undo elsewhere is left once.
  useEffect(() => {
    if (isUndone) leaveUndone();
  }, [isUndone]);
  // This page's own figures are used only if the sheet cannot be counted.
  const isKnown = refusal?.code !== "JOB_GONE";
  const rows = Object.values(summary?.byStatus ?? {}).reduce((sum, count) => sum + count, 0);
  const byStatus = summary?.byStatus ?? (refusal && isKnown && progress?.byStatus);
  return (
    <section ref={section}>
      <h2 ref={heading} tabIndex={-1}>
        {title}: {words.nameOf(job)}
      </h2>
      <RefusalNotice refusal={stop} />
      {!stop && job.reason && <Notice tone={state === "finished" ? "info" : "warning"}>{job.reason}</Notice>}
      {refusal?.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      {!summary && !refusal ? (
        <Waiting forWhat="Counting the results" />
      ) : (
        <>
          {byStatus && (
            <>
              {tried !== null && rows > tried && (
                <p class="small soft">In {write(rows)} rows, as some repeat others:</p>
              )}
              <StatusBar counts={statusCounts(kind, byStatus, summary)} />
              <Outcome {...{ job, byStatus, summary, jobs }} />
              {state === "finished" && progress && progress.lost > 0 && (
                <p class="small soft">{words.lost(progress.lost)}</p>
              )}
            </>
          )}
          {summary && summary.leftOutRows > 0 && (
            <p class="small soft">
              {many(summary.leftOutRows, "row was", "rows were")} left out because your column lists{" "}
              {summary.leftOutRows === 1 ? "it" : "them"}.
            </p>
          )}
          {summary && summary.waitingRows > 0 && (
            <p class="small soft">
              {many(summary.waitingRows, "row was", "rows were")} not done:{" "}
              {summary.waitingRows === 1 ? "its formula is" : "their formulas are"} loading or in error.
            </p>
          )}
          {progress && progress.refusedCells > 0 && (
            <Notice tone="warning">
              {many(progress.refusedCells, "cell")} did not accept the result: a data validation rule refuses it (it is
              then in the cell's note), or the cell is protected or merged with others.
            </Notice>
          )}
          {summary && summary.typedRows > 0 && (
            <Notice tone="info">
              {many(summary.typedRows, "row")} {summary.typedRows === 1 ? "was" : "were"} not done, because somebody has
              typed where {summary.typedRows === 1 ? "its" : "their"} results would go. To do{" "}
              {summary.typedRows === 1 ? "it" : "them"}, empty these cells and start again.
            </Notice>
          )}
          {summary?.results && <ResultsAt job={job} placeWhenCounted={summary.results} />}
          <NextSteps {...props} job={job} summary={summary} refusal={refusal} />
          {isKnown && (
            <Undo
              job={job}
              word={words.job}
              freeAgain={words.freeAgain}
              onUndone={() => {
                noteEndedJob();
                leaveUndone();
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Counts statuses if the job has no verdicts or the sheet cannot be counted. */
function statusCounts(
  { countStatuses, countVerdicts }: JobKind,
  byStatus: Record<string, number>,
  summary: JobSummary | null,
): StatusCount[] {
  const byVerdict = summary?.byVerdict ?? {};
  return countVerdicts && Object.keys(byVerdict).length > 0 ? countVerdicts(byVerdict) : countStatuses(byStatus);
}

interface ResultsAtProps {
  job: JobView;
  placeWhenCounted: NonNullable<JobSummary["results"]>;
}

/** Results may be out of sight, and their columns may be moved, so *Show* looks for them anew. */
function ResultsAt({ job: { id, sheetId, sheetName }, placeWhenCounted }: ResultsAtProps) {
  const { call } = useSession();
  const [{ letters }, setPlace] = useState(placeWhenCounted);
  useEffect(() => setPlace(placeWhenCounted), [placeWhenCounted]);
  const going = useAction(async () => {
    const found = await call("summariseJob", { jobId: id });
    if (!found.ok) return found;
    const { results } = found.data;
    if (results) setPlace(results);
    return call("bringForward", { sheetId, column: results?.column ?? null });
  });
  return (
    <>
      <div class="last-job">
        <p class="small">
          In {/[–,]/.test(letters) ? "columns" : "column"} {letters} of “{sheetName}”
          <span class="soft"> · a hidden column keeps what is done</span>
        </p>
        <Button variant="quiet" working={going.running} onPress={() => void going.start()}>
          Show
        </Button>
      </div>
      <RefusalNotice refusal={going.refusal} />
    </>
  );
}

interface NextStepsProps extends SummaryProps {
  job: JobView;
  /** `null` if the results could not be counted. */
  summary: JobSummary | null;
  refusal: Refusal | null;
}

function NextSteps(props: NextStepsProps) {
  const { kind, ended, jobs, job, summary, refusal, repeats, onLeave } = props;
  const { state, stop } = ended;
  const { NextStep, words } = kind;
  const { call } = useSession();
  const resuming = useAction(jobs.resume);
  const [chart, setChart] = useState("");
  const insert = useAction(
    () => call("insertJobChart", { jobId: job.id }),
    ({ sheetName }) => setChart(sheetName),
  );
  const reasons = [stop, resuming.refusal, refusal];
  const isOver = isGone(reasons);
  const isPaused = (state === "paused" || stop?.code === STOPPED_ELSEWHERE.code) && !isOver;
  const left = kind.leftOf?.(job, summary) ?? summary?.left ?? null;
  const hasStatuses = Object.keys(summary?.byStatus ?? {}).length > 0;
  const leave = (): void =>
    onLeave({
      job,
      isElsewhere: job.list !== null || chart !== "",
      isListGone: reasons.some((reason) => reason?.code === "LIST_GONE"),
    });
  const others = (
    <>
      {summary && !isOver && (
        <>
          {NextStep && <NextStep {...{ job, summary }} isMain={!isPaused} />}
          {repeats?.(job, summary).map(({ label, onPress }) => (
            <Button key={label} onPress={onPress}>
              {label}
            </Button>
          ))}
          {hasStatuses && (
            <Button working={insert.running} onPress={() => void insert.start()}>
              Insert chart
            </Button>
          )}
        </>
      )}
      <Button variant={isOver ? "primary" : "plain"} onPress={leave}>
        New {words.job}
      </Button>
    </>
  );
  return (
    <>
      {isPaused && <MovedHeading row={summary?.headingRow} />}
      {isPaused && job.isActive && <p>{elsewhereText(job, true)}</p>}
      {isPaused && left && <p>{leftText(left, job, words)}</p>}
      {isPaused ? (
        <Resume job={job} left={left} resuming={resuming} stop={stop} words={words}>
          {others}
        </Resume>
      ) : (
        <>
          <RefusalNotice refusal={resuming.refusal} />
          <div class="row">{others}</div>
        </>
      )}
      {chart && <Notice tone="good">The chart is in the sheet “{chart}”.</Notice>}
      <RefusalNotice refusal={insert.refusal} />
    </>
  );
}

interface JobPageProps extends Omit<SummaryProps, "ended"> {
  children: ComponentChildren;
}

export function JobPage({ children, ...props }: JobPageProps) {
  const { driven, ended } = props.jobs;
  if (driven) return <Progress kind={props.kind} driven={driven} jobs={props.jobs} />;
  if (ended) return <Summary {...props} ended={ended} />;
  return <>{children}</>;
}
