import { useState } from "preact/hooks";
import type { ColumnPlan, JobSummary, JobView, LeftToAsk } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Fold } from "../controls/fold";
import { Notice, RefusalNotice } from "../controls/notice";
import { capitalise, write, writeMoment } from "../format";
import { type Loaded, useAction } from "../session";
import { focusIfLost, focusPage } from "../shell/navigation";
import { driverText, GoingOn, type GoingOnJob, useGoingOn } from "./going-on";
import { isOpen, leftSince, lostSheetText, spentText } from "./job-view";
import { inAll, type JobKind, type JobWords, leftText, unfinishedText } from "./kind";
import { MovedHeading, Resume } from "./resume";
import { type Jobs, unfinishedOf, useJobSummary } from "./use-jobs";

interface LatestJobsProps {
  kind: JobKind;
  jobs: Jobs;
  /** Each new dry run counts again what is left of a job. */
  plan?: ColumnPlan;
}

function lastOf(jobs: Jobs): JobView | null {
  const last = jobs.all.find((job) => !isOpen(job) && !job.isWatch) ?? null;
  return last?.sheetId === unfinishedOf(jobs)?.sheetId ? null : last;
}

export function LatestJobs({ kind, jobs, plan }: LatestJobsProps) {
  const { words } = kind;
  const unfinished = unfinishedOf(jobs);
  // Where a job makes a sheet for its emails, that sheet may be the active one.
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
            Last {words.job}: {words.lineOf(last)}, {writeMoment(last.startedMs)}
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

export function EarlierJobs({ kind: { words }, jobs }: Pick<LatestJobsProps, "kind" | "jobs">) {
  const latest = [unfinishedOf(jobs), lastOf(jobs)];
  const others = jobs.all.filter((job) => !job.isWatch && !latest.includes(job));
  const see = (job: JobView): void => {
    if (isOpen(job)) jobs.open(job.id);
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
              · {isOpen(job) ? driverText(job) : writeMoment(job.startedMs)} · {spentText(job.spent, job.isActive)}
            </span>
          </p>
          <Button variant="quiet" onPress={() => see(job)}>
            {isOpen(job) ? "Resume" : "Summary"}
          </Button>
        </div>
      ))}
    </Fold>
  );
}

interface UnfinishedProps extends LatestJobsProps {
  job: JobView;
  /** Another sheet is active, so its choices come first, and the job takes one line until the user asks for more. */
  isBrief: boolean;
}

function Unfinished({ isBrief, ...props }: UnfinishedProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { job, kind, jobs, plan } = props;
  // There is nothing to go on with where the sheet is gone, and the line could not say so.
  const isOneLine = isBrief && !isOpened && lostSheetText(job) === "";
  // The choices of another sheet change nothing in this one.
  const counted = useJobSummary(job.id, isOneLine ? undefined : plan, `${job.state} ${job.epoch}`);
  const going = useGoingOn(job, jobs, counted.data?.job, isOneLine);
  const isCounted = counted.data !== null || kind.leftOf !== undefined;
  // A job that goes on is read more often than it is counted. Its driver may have been closed before it told what it did.
  const jobRead = going.view ? job : (counted.data?.job ?? job);
  const jobNow = { ...jobRead, done: Math.max(jobRead.done, counted.data?.job.done ?? 0) };
  if (!isOneLine)
    return (
      <div ref={going.element}>
        <UnfinishedCard {...props} {...{ jobNow, going, counted }} />
      </div>
    );
  const open = (): void => {
    setIsOpened(true);
    focusPage();
  };
  return (
    <div ref={going.element} class="last-job">
      <p class="small">
        {driverText(job, going)}: {kind.words.lineOf(job)}
        <span class="soft">
          {" "}
          · {isCounted && `${unfinishedText(jobNow, kind.words)} · `}
          {spentText(job.spent, job.isActive)}
        </span>
      </p>
      <Button variant="quiet" onPress={open}>
        Resume
      </Button>
    </div>
  );
}

function Figures({ job, left, words }: { job: JobView; left: LeftToAsk | null; words: JobWords }) {
  const all = left ? inAll(job, left) : job.toAsk;
  const done = left && all !== null ? all - left.questions : job.done;
  return (
    <>
      {all !== null && all > 0 && (
        <progress aria-label={`${capitalise(words.inputs)} ${words.done}`} max={all} value={Math.min(done, all)} />
      )}
      <p>{left ? leftText(left, job, words) : `${unfinishedText(job, words)}.`}</p>
      <p class="small soft">{capitalise(spentText(job.spent, job.isActive))}</p>
    </>
  );
}

interface CardProps extends Omit<UnfinishedProps, "isBrief"> {
  jobNow: JobView;
  going: GoingOnJob;
  counted: Loaded<JobSummary>;
}

function UnfinishedCard({ kind, job, jobNow, jobs, going, counted }: CardProps) {
  const { words } = kind;
  const resuming = useAction(jobs.resume);
  const abandon = useAction(jobs.abandon, () => focusIfLost());
  const lost = lostSheetText(job);
  const { data: summary, refusal } = counted;
  // When the sheet cannot be counted, the refusal often repeats this reason.
  const reason = !lost && !refusal && job.reason;
  const left = kind.leftOf?.(jobNow, summary) ?? (summary?.left ? leftSince(summary.left, summary.job, jobNow) : null);
  const isCounting = !summary && !refusal;
  return (
    <Notice tone="info">
      <h2>
        {driverText(jobNow, going)}: {words.lineOf(job)}
      </h2>
      <Figures left={left} job={jobNow} words={words} />
      {isCounting && <p>Counting what is left…</p>}
      <MovedHeading row={summary?.headingRow} />
      {lost && <p>{lost}</p>}
      {/* The reason may no longer hold, for example because credits have been added. */}
      {reason && <p>Reason for the pause: “{reason}”</p>}
      {refusal && !lost && <RefusalNotice refusal={refusal} />}
      {!lost && <GoingOn job={jobNow} word={words.job} going={going} />}
      <RefusalNotice refusal={abandon.refusal} />
      <Resume job={jobNow} left={left} resuming={resuming} stop={refusal} words={words} isWaiting={isCounting}>
        <Button
          variant="quiet"
          working={abandon.running}
          onPress={() => void abandon.start({ ...job, done: jobNow.done })}
        >
          {jobNow.isActive ? "Stop it" : "Dismiss"}
        </Button>
      </Resume>
    </Notice>
  );
}
