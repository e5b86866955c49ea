import type { FiguresProps, OutcomeProps } from "../column-run/kind";
import { userLocale } from "../format/locale";
import { writeCount } from "../format/numbers";

const write = (count: number): string => writeCount(count, userLocale());

/** How fast and how much, while it goes on. */
export function VerifyFigures({ progress }: FiguresProps) {
  return (
    <p class="small soft">
      {write(progress?.perMinute ?? 0)} a minute · {write((progress?.spentHalves ?? 0) / 2)} credits spent ·{" "}
      {write(progress?.freeAnswers ?? 0)} served free
    </p>
  );
}

/** What it has led to. */
export function VerifyOutcome({ end: { progress } }: OutcomeProps) {
  return (
    <>
      <p class="small soft">
        {write(progress.answered)} verified, {write(progress.spentHalves / 2)} credits spent,{" "}
        {write(progress.freeAnswers)} served free.
      </p>
      {progress.lost > 0 && (
        <p class="small soft">{write(progress.lost)} addresses were no longer in the sheet when their answer came.</p>
      )}
    </>
  );
}
