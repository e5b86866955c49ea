import type { CompaniesPlan } from "../../../src/jobs/views";
import { many, write } from "../../format/words";

/** What a job would do and cost, in the words of its dry run. */
export function PlanText({ plan }: { plan: CompaniesPlan }) {
  const { rows, maxHalves, seconds, freePages, addedColumns, matchedColumns, rowsThere, problems, uncounted } = plan;
  const minutes = seconds === null ? 0 : Math.ceil(seconds / 60);
  const parts = [
    rows !== null && `Up to ${write(rows)} companies`,
    maxHalves !== null && `at most ${many(maxHalves / 2, "credit")}`,
    minutes > 0 && `about ${write(minutes)} min`,
  ].filter(Boolean);
  return (
    <div class="plan-text">
      {parts.length > 0 && (
        <p>
          <strong>{parts.join(", ")}.</strong>
        </p>
      )}
      {uncounted > 0 && rows === null && (
        <p>
          What {uncounted === 1 ? "one search finds is" : `${uncounted} searches find is`} not counted: each page costs
          1 credit at most.
        </p>
      )}
      {freePages > 0 && <p>Pages bought here within 30 days, free now: {write(freePages)}.</p>}
      {rowsThere > 0 && (
        <p>
          The sheet has {write(rowsThere)} rows; matching columns: {matchedColumns.join(", ") || "none"}.
        </p>
      )}
      {rowsThere > 0 && addedColumns.length > 0 && <p>Columns that are added: {addedColumns.join(", ")}.</p>}
      {problems.map(({ path, message }) => (
        <p key={message} class="problem">
          {path ? `${path}: ` : ""}
          {message}
        </p>
      ))}
    </div>
  );
}
