import { useEffect, useRef } from "preact/hooks";
import { announce } from "../controls/notice";
import { capitalise, write, writeDuration } from "../format";
import { GoOn } from "./going-on";
import { failingText, paidOf, type StatusCount } from "./job-view";
import { type JobKind, manyInputs } from "./kind";
import { Brakes } from "./resume";
import type { DrivenJob, Jobs } from "./use-jobs";

interface ProgressProps {
  kind: JobKind;
  driven: DrivenJob;
  jobs: Jobs;
}

/** The buttons stand above everything that grows, so that they do not move under the pointer. */
export function Progress({ kind, driven, jobs }: ProgressProps) {
  const { job, toAsk, doneBefore, progress, isEnding, lost } = driven;
  const { words, Figures } = kind;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that started the job has vanished, and with it the focus.
  useEffect(() => heading.current?.focus(), []);
  const done = doneBefore + (progress?.done ?? 0);
  // Answers that have come count, like the emails and credits below. They are in the sheet some seconds later.
  const answered = doneBefore + (progress?.answered ?? 0);
  const perMinute = progress?.perMinute ?? null;
  const isKnown = toAsk !== null && toAsk > 0;
  // A job that reaches its credit limit pauses.
  const left = paidOf(toAsk === null ? null : Math.max(0, toAsk - answered), job);
  const secondsLeft = isKnown && perMinute && left ? (left * 60) / perMinute : null;
  // The end of a job also waits for Google, but not for the service.
  const failing = lost ?? (isEnding ? null : progress?.failing);
  const trouble = failing ? failingText(failing, isEnding) : "";
  useEffect(() => {
    if (trouble) announce(trouble);
  }, [trouble]);
  const speedText =
    (perMinute === null ? "Measuring the speed…" : `${write(perMinute)} a minute`) +
    (secondsLeft === null ? "" : ` · ${writeDuration(secondsLeft)} left`);
  const counts = progress ? kind.countStatuses(progress.byStatus) : [];
  return (
    <section class="progress">
      <h2 ref={heading} tabIndex={-1}>
        {words.running(job)}
      </h2>
      <progress
        aria-label={`${capitalise(words.inputs)} ${words.done}`}
        max={toAsk ?? undefined}
        value={isKnown ? Math.min(answered, toAsk) : undefined}
      />
      <p>
        {isKnown ? (
          <>
            {/* Rows may have been added since the dry run. */}
            <strong>{write(answered)}</strong> of {manyInputs(Math.max(toAsk, answered), words)}
          </>
        ) : (
          <strong>{manyInputs(answered, words)}</strong>
        )}
        {done < answered && <span class="soft"> · {write(done)} in the sheet</span>}
      </p>
      {toAsk !== 0 && !isEnding && (
        <p class="small soft">{trouble ? `Waiting for ${lost ? "Google" : "the service"}…` : speedText}</p>
      )}
      <Brakes jobs={jobs} />
      {trouble && <p class="small problem">{trouble}</p>}
      {!isEnding && <GoOn jobId={job.id} word={words.job} operation={job.operation} left={left} />}
      <Figures job={job} progress={progress} />
      {counts.some(({ count }) => count > 0) && doneBefore > 0 && (
        <p class="small soft">
          Without the {manyInputs(doneBefore, words)} {words.done} before:
        </p>
      )}
      <StatusBar counts={counts} />
    </section>
  );
}

export function StatusBar({ counts }: { counts: StatusCount[] }) {
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <div class="status-bar">
      <div aria-hidden="true">
        {shown.map(({ status, tone, count }) => (
          <span key={status} class={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {shown.map(({ status, tone, count }) => (
          <li key={status}>
            <span class={`dot ${tone}`} aria-hidden="true" />
            {status} <strong>{write(count)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
