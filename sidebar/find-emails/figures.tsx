import type { FiguresProps } from "../column-run/kind";
import { many, write } from "./words";

/** What is found, how fast and for how much, while it goes on. */
export function FindFigures({ progress }: FiguresProps) {
  const emails = progress?.emails ?? 0;
  return (
    <>
      <p>
        <strong>{write(emails)}</strong> {emails === 1 ? "email" : "emails"} found
      </p>
      <p class="small soft">
        {write(progress?.perMinute ?? 0)} companies a minute · at most{" "}
        {many((progress?.spentHalves ?? 0) / 2, "credit")}
      </p>
    </>
  );
}
