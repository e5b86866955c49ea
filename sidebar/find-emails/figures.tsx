import type { FiguresProps } from "../column-job/kind";
import { creditsText } from "../format/credits";
import { write } from "../format/words";

/** What is found, how fast and for how much, while it goes on. */
export function FindFigures({ job: { spent, written }, progress }: FiguresProps) {
  const emails = Math.max(written?.rows ?? 0, progress?.emails ?? 0);
  return (
    <>
      <p>
        <strong>{write(emails)}</strong> {emails === 1 ? "email" : "emails"} found
      </p>
      <p class="small soft">
        {write(progress?.perMinute ?? 0)} companies a minute · {creditsText(spent)}
      </p>
    </>
  );
}
