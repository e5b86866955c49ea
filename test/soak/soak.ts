import type { Violation } from "./invariants";
import { liveWithManyJobs } from "./leftovers";
import { live } from "./life";
import type { SoakOptions, WorldSort } from "./options";
import { closeOracle } from "./oracle";
import { inProtected, PROTECTED_KINDS } from "./protected";
import { drawScenario, inPeace, KINDS, type Kind, type Scenario } from "./scenario";
import { shrink } from "./shrink";
import { WATCHED_KINDS, watched } from "./watched";
import { openWorld } from "./world";

/** The outcome of one scenario. */
export interface Outcome {
  violations: Violation[];
  traceHash: string;
  log: string[];
  counts: { calls: number; crashes: number; faults: number; acts: number; undecided: number };
}

/** @param jobs the number of jobs in one document, instead of one and what happens to it */
export async function runScenario(scenario: Scenario, jobs: number | null = null): Promise<Outcome> {
  const world = await openWorld(jobs === null ? scenario : inPeace(scenario));
  try {
    const violations = jobs === null ? await live(world) : await liveWithManyJobs(world, jobs);
    return { violations, traceHash: world.traceHash(), log: world.log, counts: world.counts };
  } finally {
    await world.close();
  }
}

/** The kinds that have worlds of a sort, and what makes one of any world of these. */
const SORTS: Record<WorldSort, { kinds: readonly Kind[]; of(scenario: Scenario): Scenario }> = {
  ordinary: { kinds: KINDS, of: (scenario) => scenario },
  watched: { kinds: WATCHED_KINDS, of: watched },
  protected: { kinds: PROTECTED_KINDS, of: inProtected },
};

export const runSeed = (
  kind: Kind,
  seed: number,
  jobs: number | null = null,
  sort: WorldSort = "ordinary",
): Promise<Outcome> => runScenario(SORTS[sort].of(drawScenario(kind, seed)), jobs);

const LAST_EVENTS = 12;

interface Report {
  kind: Kind;
  worlds: number;
  events: number;
  crashes: number;
  faults: number;
  acts: number;
  /** Moments that nobody could tell from others. */
  undecided: number;
  failures: { seed: number; invariant: string; command: string }[];
}

/** The last events before an invariant broke. */
function lastEvents({ log }: Outcome, invariant: string): string[] {
  const broke = log.findIndex((line) => line.includes(`VIOLATED ${invariant}`));
  const end = broke < 0 ? log.length : broke + 1;
  return log.slice(Math.max(0, end - LAST_EVENTS), end);
}

/** Runs the seeds that were asked for. @returns the exit code */
export async function soak({
  kinds,
  seeds,
  from,
  minutes,
  jobs,
  json,
  verbose,
  shrinks,
  sort,
}: SoakOptions): Promise<number> {
  const reports: Report[] = [];
  const untilMs = minutes === null ? Infinity : Date.now() + minutes * 60_000;
  const say = (text: string): void => void (json || process.stdout.write(`${text}\n`));
  // Formulas are no jobs.
  for (const kind of jobs === null ? kinds : kinds.filter((each) => each !== "formulas")) {
    if (!SORTS[sort].kinds.includes(kind)) continue;
    const report: Report = { kind, worlds: 0, events: 0, crashes: 0, faults: 0, acts: 0, undecided: 0, failures: [] };
    reports.push(report);
    for (let seed = from; seed < from + seeds && Date.now() < untilMs; seed++) {
      const scenario = SORTS[sort].of(drawScenario(kind, seed));
      const outcome = await runScenario(scenario, jobs);
      const { calls, crashes, faults, acts, undecided } = outcome.counts;
      report.worlds++;
      report.events += calls;
      report.crashes += crashes;
      report.faults += faults;
      report.acts += acts;
      report.undecided += undecided;
      if (verbose) say(outcome.log.join("\n"));
      if (verbose) say(`seed ${seed}: ${calls} calls, trace ${outcome.traceHash}`);
      const command = `npm run soak -- --kind ${kind} --from ${seed} --seeds 1${jobs === null ? "" : ` --jobs ${jobs}`}${sort === "ordinary" ? "" : ` --${sort}`}`;
      for (const { invariant, text } of outcome.violations) {
        report.failures.push({ seed, invariant, command });
        say(`${kind} ${seed}: ${invariant}: ${text}`);
      }
      const [first] = outcome.violations;
      if (!first) continue;
      say(`  ${command}`);
      if (!shrinks || jobs !== null) {
        for (const line of lastEvents(outcome, first.invariant)) say(`    ${line}`);
        continue;
      }
      const small = await shrink(scenario, first.invariant);
      const { happenings, sheet } = small.scenario;
      say(
        `  ${happenings.length} of ${scenario.happenings.length} events and ${sheet.rows.length} of ${scenario.sheet.rows.length} rows are enough:`,
      );
      for (const line of lastEvents(small.outcome, first.invariant)) say(`    ${line}`);
    }
    say(
      `${kind}: ${report.worlds} worlds, ${new Set(report.failures.map(({ seed }) => seed)).size} fail, ${report.undecided} undecided`,
    );
  }
  if (json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  closeOracle();
  return reports.some(({ failures }) => failures.length > 0) ? 1 : 0;
}
