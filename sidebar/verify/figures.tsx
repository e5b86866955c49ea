import type { FiguresProps, OutcomeProps } from "../column-run/kind";
import { userLocale } from "../format/locale";
import { writeCount } from "../format/numbers";
import { FoundValid } from "./found-valid";
import { statusParts } from "./status-parts";

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
export function VerifyOutcome({ run, summary, byStatus, lost }: OutcomeProps) {
  const verified = statusParts(byStatus).reduce((sum, { tone, count }) => sum + (tone === "other" ? 0 : count), 0);
  return (
    <>
      <p class="small soft">
        {write(verified)} {verified === 1 ? "row" : "rows"} verified, at most {write(run.spentHalves / 2)} credits
        spent, {write(run.freeAnswers)} served free.
      </p>
      <FoundValid count={summary?.foundValid ?? 0} when="after" />
      {lost > 0 && (
        <p class="small soft">
          {write(lost)} {lost === 1 ? "address was" : "addresses were"} no longer in the sheet when the answer came.
        </p>
      )}
    </>
  );
}
