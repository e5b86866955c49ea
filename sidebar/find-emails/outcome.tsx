import type { OutcomeProps } from "../column-run/kind";
import { reasonsOf } from "./statuses";
import { many, write } from "./words";

const NOTHING_FOUND = { emails: 0, alreadyThere: 0, sheetName: "", enrichment: [] };

/** What was found, what it has cost, and why some companies have nothing. */
export function FindOutcome({ run, summary, byStatus, lost, balanceFall }: OutcomeProps) {
  const { emails, alreadyThere, sheetName, enrichment } = run.find ?? NOTHING_FOUND;
  const reasons = reasonsOf(byStatus);
  return (
    <>
      {summary && (
        <p>
          <strong>{many(emails, "email")}</strong> written{sheetName && ` to “${sheetName}”`}
          {alreadyThere > 0 && `, ${write(alreadyThere)} ${alreadyThere === 1 ? "was" : "were"} there already`}.
        </p>
      )}
      {alreadyThere > 0 && enrichment.length > 0 && (
        <p class="small">Rows that were there already are left as they are: company details stand beside new ones.</p>
      )}
      <p class="small soft">
        At most {many(run.spentHalves / 2, "credit")} spent.
        {balanceFall &&
          ` Your balance has fallen by ${write(balanceFall.credits)} since it was ${balanceFall.since}, any other use included.`}
      </p>
      {reasons.length > 0 && (
        <ul class="reasons small">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <strong>{write(count)}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
      {lost > 0 && (
        <p class="small soft">
          {many(lost, "company was", "companies were")} no longer in the sheet when the emails came.
        </p>
      )}
    </>
  );
}
