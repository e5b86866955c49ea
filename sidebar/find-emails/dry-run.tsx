import type { ColumnPlan } from "../../src/jobs/views";
import { halvesForEmails } from "../../src/service/limits";
import { DryRun } from "../column-job/dry-run";
import { AllDone } from "../column-job/dry-run/all-done";
import { CountFirst } from "./count-first";
import { type FindDraft, toPlanRequest } from "./draft";
import { useCount } from "./use-count";

/** What the rows of companies are, and what their emails can cost: the more are counted, the nearer. */
export function FindDryRun({ draft, plan }: { draft: FindDraft; plan: ColumnPlan }) {
  const { counts, duplicates, sheetId, column, hasHeader, toAsk } = plan;
  const request = toPlanRequest({ ...draft, sheetId, column, hasHeader });
  const about = JSON.stringify([{ ...request, fields: [], enrichment: [] }, toAsk]);
  const counting = useCount(about);
  const { counted, halves } = counting.counted ?? { counted: 0, halves: 0 };
  const halvesEach = halvesForEmails(request?.limit ?? 0);
  const lines: [string, number][] = [
    ["rows", counts.rows],
    ["blank", counts.blank],
    ["not a company", counts.malformed],
    ["formulas at work or in error", counts.waiting],
    ["already done", counts.done],
    ["repetitions", duplicates],
  ];
  return (
    <>
      <DryRun
        draft={draft}
        plan={plan}
        lines={lines}
        toDo="companies to ask"
        maxHalves={plan.maxHalves - counted * halvesEach + halves}
      />
      <AllDone draft={draft} plan={plan}>
        To ask them again, for more emails of each for example, choose “All, again”.
      </AllDone>
      {request && <CountFirst plan={plan} counting={counting} onStart={() => void counting.start(request)} />}
    </>
  );
}
