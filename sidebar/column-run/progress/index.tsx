import { useEffect, useRef } from "preact/hooks";
import type { RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import type { RunProgress } from "../../driver/progress";
import { writeDuration } from "../../format/duration";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import type { ColumnDraft } from "../draft";
import type { ColumnRunKind } from "../kind";
import { StatusBar } from "../status-bar";
import "./style.css";

interface ProgressProps<Draft extends ColumnDraft> {
  kind: ColumnRunKind<Draft>;
  run: RunView;
  /** 0 when it is not known. */
  toAsk: number;
  progress: RunProgress | null;
  isEnding: boolean;
  onPause: () => void;
  onStop: () => void;
}

/** A run under way: how far, how fast, how much. */
export function Progress<Draft extends ColumnDraft>(props: ProgressProps<Draft>) {
  const { kind, run, toAsk, progress, isEnding, onPause, onStop } = props;
  const { words, Figures } = kind;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that has begun it is gone.
  useEffect(() => heading.current?.focus(), []);
  const write = (count: number): string => writeCount(count, userLocale());
  const answered = progress?.answered ?? 0;
  const perMinute = progress?.perMinute ?? 0;
  const share = toAsk > 0 ? Math.min(100, (100 * answered) / toAsk) : null;
  const secondsLeft = perMinute > 0 && toAsk > answered ? ((toAsk - answered) * 60) / perMinute : null;
  return (
    <section class="progress">
      <h2 ref={heading} tabIndex={-1}>
        {words.running(run.columnName)}
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
        <strong>{write(answered)}</strong>
        {toAsk > 0 && ` of ${write(toAsk)}`} {words.asked}
        {secondsLeft !== null && <span class="soft"> · {writeDuration(secondsLeft)} left</span>}
      </p>
      <Figures run={run} progress={progress} />
      {progress && <StatusBar parts={kind.statusParts(progress.byStatus)} />}
      {isEnding ? (
        <p class="soft">What is under way is still written…</p>
      ) : (
        <div class="row">
          <Button onPress={onPause}>Pause</Button>
          <Button look="quiet" onPress={onStop}>
            Stop
          </Button>
        </div>
      )}
      <p class="small soft">Keep this sidebar open. Closing it pauses the run; what is done is kept.</p>
    </section>
  );
}
