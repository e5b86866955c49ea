import type { Scenario } from "./scenario";
import { type Outcome, runScenario } from "./soak";

/** A failing scenario with fewer events and rows, and what comes of it. */
export interface Shrunk {
  scenario: Scenario;
  outcome: Outcome;
}

const MAX_RUNS = 40;

/** Leaves out events and rows as long as the same invariant still fails. */
export async function shrink(
  scenario: Scenario,
  invariant: string,
  run: (scenario: Scenario) => Promise<Outcome> = runScenario,
): Promise<Shrunk> {
  let best: Shrunk = { scenario, outcome: await run(scenario) };
  let runs = 0;

  async function tryOut(smaller: Scenario): Promise<boolean> {
    if (++runs > MAX_RUNS) return false;
    const outcome = await run(smaller);
    if (!outcome.violations.some((violation) => violation.invariant === invariant)) return false;
    best = { scenario: smaller, outcome };
    return true;
  }

  for (let index = scenario.happenings.length - 1; index >= 0; index--) {
    const { happenings } = best.scenario;
    await tryOut({ ...best.scenario, happenings: happenings.filter((_, each) => each !== index) });
  }
  for (let keep = Math.floor(best.scenario.sheet.rows.length / 2); keep >= 3; keep = Math.floor(keep / 2)) {
    const { sheet } = best.scenario;
    await tryOut({ ...best.scenario, sheet: { ...sheet, rows: sheet.rows.slice(0, keep) } });
  }
  await tryOut({ ...best.scenario, sheet: { ...best.scenario.sheet, features: [] } });
  await tryOut({ ...best.scenario, olderJob: null });
  await tryOut({ ...best.scenario, copies: null });
  await tryOut({ ...best.scenario, inPlace: null });
  await tryOut({ ...best.scenario, google: "instant" });
  await tryOut({ ...best.scenario, service: "instant" });
  return best;
}
