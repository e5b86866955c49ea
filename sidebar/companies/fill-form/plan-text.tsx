import type { FillPlan } from "../../../src/runs/companies/views";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";

/** What a fill would do and cost, in the words of its dry run. */
export function PlanText({ plan }: { plan: FillPlan }) {
  const count = (number: number): string => writeCount(number, userLocale());
  const { rows, maxHalves, seconds, freePages, addedColumns, matchedColumns, rowsThere, problems, uncounted } = plan;
  const minutes = seconds === null ? 0 : Math.ceil(seconds / 60);
  const parts = [
    rows !== null && `Up to ${count(rows)} companies`,
    maxHalves !== null && `at most ${count(maxHalves / 2)} credits`,
    minutes > 0 && `about ${count(minutes)} min`,
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
      {freePages > 0 && <p>Pages bought here within 30 days, free now: {count(freePages)}.</p>}
      {rowsThere > 0 && (
        <p>
          The sheet has {count(rowsThere)} rows; matching columns: {matchedColumns.join(", ") || "none"}.
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
