import { useEffect, useRef } from "preact/hooks";
import { write, writeDuration } from "../format";
import { Brakes } from "../job/resume";
import { StatusBar } from "../job/status-bar";
import type { DrivenJob, Jobs } from "../job/use-jobs";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";

interface ProgressProps<Draft extends ColumnDraft> {
  kind: ColumnKind<Draft>;
  driven: DrivenJob;
  jobs: Jobs;
}

/** A job under way. The buttons stand above everything that grows: they must not move under the pointer. */
export function Progress<Draft extends ColumnDraft>({ kind, driven, jobs }: ProgressProps<Draft>) {
  const { job, toAsk, doneBefore, progress } = driven;
  const { words, Figures } = kind;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that started it is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), []);
  const done = doneBefore + (progress?.done ?? 0);
  const answered = doneBefore + (progress?.answered ?? 0);
  const perMinute = progress?.perMinute ?? null;
  const isKnown = toAsk !== null && toAsk > 0;
  const share = isKnown ? Math.min(100, (100 * done) / toAsk) : null;
  const secondsLeft = isKnown && perMinute && toAsk > answered ? ((toAsk - answered) * 60) / perMinute : null;
  return (
    <section class="progress">
      <h2 ref={heading} tabIndex={-1}>
        {words.running(job.title)}
      </h2>
      <div
        class={share === null ? "bar unknown" : "bar"}
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.round(share)}
      >
        <div style={{ width: `${share ?? 100}%` }} />
      </div>
      <p>
        {isKnown ? (
          <>
            {/* Rows may have been added since the dry run. */}
            <strong>{write(done)}</strong> of {words.asked(Math.max(toAsk, done))}
          </>
        ) : (
          <strong>{words.asked(done)}</strong>
        )}
      </p>
      {toAsk !== 0 && (
        <p class="small soft">
          {perMinute === null ? "Measuring the speed…" : `${write(perMinute)} a minute`}
          {secondsLeft !== null && ` · ${writeDuration(secondsLeft)} left`}
        </p>
      )}
      <Brakes jobs={jobs} />
      <p class="small soft">Keep this sidebar open: closing it pauses the {words.job}. Finished rows are kept.</p>
      <Figures job={job} progress={progress} />
      {progress && doneBefore > 0 && <p class="small soft">Results since you resumed it:</p>}
      {progress && <StatusBar counts={kind.countStatuses(progress.byStatus)} />}
    </section>
  );
}
