import type { ColumnPlan } from "../../src/jobs/views";
import { DryRun } from "../column-job/dry-run";
import { AllDone } from "../column-job/dry-run/all-done";
import type { VerifyDraft } from "./draft";
import { FoundValid } from "./found-valid";

/** What the rows of addresses are. */
export function VerifyDryRun({ draft, plan }: { draft: VerifyDraft; plan: ColumnPlan }) {
  const { counts, duplicates, maxHalves } = plan;
  const lines: [string, number][] = [
    ["rows", counts.rows],
    ["blank", counts.blank],
    ["not an address", counts.malformed],
    ["formulas at work or in error", counts.waiting],
    ["already done", counts.done],
    ["VALID by a domain search", counts.foundValid],
    ["repetitions", duplicates],
  ];
  return (
    <>
      <DryRun draft={draft} plan={plan} lines={lines} toDo="to verify" maxHalves={maxHalves} />
      <FoundValid count={counts.foundValid} when="before" />
      <AllDone draft={draft} plan={plan}>
        To verify them again choose “All, again”.
      </AllDone>
    </>
  );
}
