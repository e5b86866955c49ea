import type { RunPlan } from "../../src/runs/views";
import { DryRun } from "../column-run/dry-run";

/** What the rows of addresses are. */
export function VerifyDryRun({ plan }: { plan: RunPlan }) {
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
  return <DryRun plan={plan} lines={lines} toDo="to verify" maxHalves={maxHalves} />;
}
