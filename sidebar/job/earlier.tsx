import { useState } from "preact/hooks";
import type { ColumnPlan, JobView, LeftToAsk } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Fold } from "../controls/fold";
import { Notice, RefusalNotice } from "../controls/notice";
import { capitalise, write, writeMoment } from "../format";
import { useAction } from "../session";
import { focusPage } from "../shell/navigation";
import { GoingOn } from "./going-on";
import { isOpen, lostSheetText, spentText } from "./job-view";
import { doneText, goOnText, type JobKind, type JobWords, manyInputs } from "./kind";
import { MovedHeading, Resume } from "./resume";
import { type Jobs, unfinishedOf, useJobSummary } from "./use-jobs";

interface LatestJobsProps {
  kind: JobKind;
  jobs: Jobs;
  /** The dry run of a column, if there is one: with each, what is left of a job is counted again. */
  plan?: ColumnPlan;
}

/** The last job that is over, unless it worked on the sheet of the unfinished one. */
function lastOf(jobs: Jobs): JobView | null {
  const last = jobs.all.find((job) => !isOpen(job) && !job.isWatch) ?? null;
  return last?.sheetId === unfinishedOf(jobs)?.sheetId ? null : last;
}

/** The job that is not finished, and the last one that is over. */
export function LatestJobs({ kind, jobs, plan }: LatestJobsProps) {
  const { words } = kind;
  const unfinished = unfinishedOf(jobs);
  // The sheet that its emails go to is in front where it was made.
  const isElsewhere = plan !== undefined && ![unfinished?.sheetId, unfinished?.list?.sheetId].includes(plan.sheetId);
  const last = lastOf(jobs);
  return (
    <>
      {unfinished && (
        <Unfinished
          key={`${unfinished.id} ${isElsewhere}`}
          isBrief={isElsewhere && unfinished.id !== jobs.openedId}
          {...{ kind, jobs, plan }}
          job={unfinished}
        />
      )}
      {last && (
        <div class="last-job">
          <p class="small">
            Last {words.job}: {words.lineOf(last)}, {writeMoment(last.startedMs, Date.now())}
            {last.state === "finished" && last.reason && ` · ${last.reason}`}
          </p>
          <Button variant="quiet" onPress={() => jobs.show(last)}>
            Summary
          </Button>
        </div>
      )}
    </>
  );
}

/** All other jobs of this kind in the spreadsheet, folded. */
export function EarlierJobs({ kind: { words }, jobs }: Pick<LatestJobsProps, "kind" | "jobs">) {
  const latest = [unfinishedOf(jobs), lastOf(jobs)];
  const others = jobs.all.filter((job) => !latest.includes(job));
  const see = (job: JobView): void => {
    if (isOpen(job)) jobs.open(job);
    else jobs.show(job);
    focusPage();
  };
  if (others.length === 0) return null;
  return (
    <Fold label={`Earlier ${words.jobs}`} aside={write(others.length)}>
      {others.map((job) => (
        <div key={job.id} class="last-job">
          <p class="small">
            {words.lineOf(job)}
            <span class="soft">
              {" "}
              · {isOpen(job) ? standingOf(job) : writeMoment(job.startedMs, Date.now())} · {spentText(job.spent)}
            </span>
          </p>
          <Button variant="quiet" onPress={() => see(job)}>
            {isOpen(job) ? "Go on" : "Summary"}
          </Button>
        </div>
      ))}
    </Fold>
  );
}

const standingOf = ({ isActive, state }: JobView): string =>
  isActive ? "May be running" : state === "running" ? "Not finished" : "Paused";

/** "20 of 30 emails are left." */
function leftText({ questions }: LeftToAsk, { toAsk }: JobView, words: JobWords): string {
  if (questions === 0) return `No ${words.inputs} are left.`;
  return `${write(questions)} of ${manyInputs(Math.max(toAsk ?? 0, questions), words)} ${questions === 1 ? "is" : "are"} left.`;
}

interface UnfinishedProps extends LatestJobsProps {
  job: JobView;
  /** True until the user asks for more: the sheet in front is another one, whose choices come first. */
  isBrief: boolean;
}

/** Offers to go on with a job that was paused, or interrupted when the sidebar was closed. */
function Unfinished({ isBrief, ...props }: UnfinishedProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { job, kind } = props;
  if (!isBrief || isOpened) return <UnfinishedCard {...props} />;
  return (
    <div class="last-job">
      <p class="small">
        {standingOf(job)}: {kind.words.lineOf(job)}
        <span class="soft">
          {" "}
          · {doneText(job, kind.words)} · {spentText(job.spent, job.isActive)}
        </span>
      </p>
      <Button variant="quiet" onPress={() => setIsOpened(true)}>
        Go on
      </Button>
    </div>
  );
}

/** How far a job has come and what it has spent, of which some may be under way. */
function Figures({ job, left, words }: { job: JobView; left: LeftToAsk | null; words: JobWords }) {
  const all = left ? Math.max(job.toAsk ?? 0, left.questions) : job.toAsk;
  const done = left && all !== null ? all - left.questions : job.done;
  return (
    <>
      {all !== null && all > 0 && (
        <progress aria-label={`${capitalise(words.inputs)} ${words.done}`} max={all} value={Math.min(done, all)} />
      )}
      <p>{left ? leftText(left, job, words) : `${doneText(job, words)}.`}</p>
      <p class="small soft">{capitalise(spentText(job.spent, job.isActive))}</p>
    </>
  );
}

function UnfinishedCard({ kind, job, jobs, plan }: Omit<UnfinishedProps, "isBrief">) {
  const { words } = kind;
  const resuming = useAction(jobs.resume);
  const abandon = useAction(jobs.abandon);
  const lost = lostSheetText(job);
  const { data: summary, refusal } = useJobSummary(job.id, plan);
  // A refusal to count often repeats it.
  const reason = !lost && !refusal && job.reason;
  const jobNow = summary?.job ?? job;
  const left = kind.leftOf?.(jobNow) ?? summary?.left ?? null;
  const isCounting = !summary && !refusal;
  return (
    <Notice tone="info">
      <p>
        <strong>
          {standingOf(jobNow)}: {words.lineOf(job)}
        </strong>
      </p>
      <Figures left={left} job={jobNow} words={words} />
      {isCounting && <p>Counting what is left…</p>}
      <MovedHeading row={summary?.headingRow} />
      {lost && <p>{lost}</p>}
      {/* It may hold no more: credits may have been added since. */}
      {reason && <p>Reason for the pause: “{reason}”</p>}
      {refusal && !lost && <RefusalNotice refusal={refusal} />}
      {!lost && <GoingOn jobId={job.id} word={words.job} />}
      {abandon.refusal && <RefusalNotice refusal={abandon.refusal} />}
      <Resume
        job={jobNow}
        left={left}
        resuming={resuming}
        stop={refusal}
        label={(credits) => goOnText(words, left, credits)}
        isWaiting={isCounting}
      >
        <Button variant="quiet" working={abandon.running} onPress={() => void abandon.start(job)}>
          Dismiss
        </Button>
      </Resume>
    </Notice>
  );
}
