import type { FiguresProps, OutcomeProps } from "../column-job/kind";
import { creditsText } from "../format/credits";
import { many, write } from "../format/words";
import { FoundValid } from "./found-valid";
import { statusParts } from "./status-parts";

/** How fast and how much, while it goes on. */
export function VerifyFigures({ job: { spent }, progress }: FiguresProps) {
  return (
    <p class="small soft">
      {write(progress?.perMinute ?? 0)} a minute · {creditsText(spent)} spent · {write(spent.freeAnswers)} served free
    </p>
  );
}

/** What it has led to. */
export function VerifyOutcome({ job: { spent }, summary, byStatus, lost }: OutcomeProps) {
  const verified = statusParts(byStatus).reduce((sum, { tone, count }) => sum + (tone === "other" ? 0 : count), 0);
  return (
    <>
      <p class="small soft">
        {many(verified, "row")} verified, {creditsText(spent)} spent, {write(spent.freeAnswers)} served free.
      </p>
      <FoundValid count={summary?.foundValid ?? 0} when="after" />
      {lost > 0 && (
        <p class="small soft">
          {many(lost, "address was", "addresses were")} no longer in the sheet when the answer came.
        </p>
      )}
    </>
  );
}
