import type { HostSettings } from "../../local/apps-script/settings";
import type { Result } from "../../src/result";
import { atLeast, exactly, type Measured, noted } from "./figures";
import type { Google } from "./google";
import { driveFor, startColumnJob } from "./jobs";
import { emailList, openBenchWorld } from "./world";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The page is closed after the first minute. */
const OPEN_MS = MINUTE_MS;

/** Overlapping executions are all at work by then, and have work until then. */
const FULL_FROM_MS = 4 * MINUTE_MS;
const FULL_UNTIL_MS = 8 * MINUTE_MS;

/** Verifies a list in a script that is bound to its sheet and in an add-on, both closed after the first minute. */
export async function verifyWhileClosed(google: Google, rows: number): Promise<Measured[]> {
  const bound = await closeJob(google, rows, { installation: "bound" });
  const addon = await closeJob(google, rows, { installation: "published", addonTriggersFind: "everything" });
  const inFull = bound.paidMs.filter(
    (at) => at >= bound.closedMs + FULL_FROM_MS && at < bound.closedMs + FULL_UNTIL_MS,
  ).length;
  // An hour lies between two executions there: each is alone.
  const [first] = addon.runs;
  const alone = first ? addon.paidMs.filter((at) => at >= first.startedMs && at <= first.endedMs).length : 0;
  return [
    atLeast(
      "bound script, overlapping executions: emails a minute",
      inFull / ((FULL_UNTIL_MS - FULL_FROM_MS) / MINUTE_MS),
      300,
    ),
    noted("bound script: from closing to the last result", bound.ms / MINUTE_MS, "min"),
    noted("bound script: run time of Google's 90 minutes a day", bound.runMs / MINUTE_MS, "min"),
    exactly("bound script: credits", bound.paidMs.length / 2, rows / 2),
    atLeast("one execution: emails a minute", first ? alone / ((first.endedMs - first.startedMs) / MINUTE_MS) : 0, 90),
    noted("add-on: from closing to the last result", addon.ms / DAY_MS, "days"),
    noted("add-on: run time of Google's 90 minutes a day", addon.runMs / MINUTE_MS, "min"),
    exactly("add-on: credits", addon.paidMs.length / 2, rows / 2),
  ];
}

async function closeJob(google: Google, rows: number, settings: Partial<HostSettings>) {
  const world = await openBenchWorld(google, { rows: emailList(rows) });
  const { clock, host, service } = world;
  Object.assign(host.settings, settings);
  try {
    const started = await startColumnJob(world, "verify", { kind: "todo" }, rows);
    const added = await world.call<Result<unknown>>("unattendedJobs", { do: "add", jobId: started.job.id });
    if (!added.ok) throw new Error(added.message);
    driveFor(world, started, OPEN_MS);
    await clock.sleep(OPEN_MS);
    const closedMs = clock.now();
    const runs = new Map<number, { startedMs: number; endedMs: number }>();
    while (host.triggers().length > 0 && clock.now() - closedMs < DAY_MS) {
      for (const { startedMs, endedMs } of host.triggers()[0]?.runs ?? [])
        if (endedMs !== null) runs.set(startedMs, { startedMs, endedMs });
      await clock.sleep(MINUTE_MS);
    }
    const paidMs = service.controls.ledger().map(({ at }) => at);
    const all = [...runs.values()];
    const runMs = all.reduce((sum, { startedMs, endedMs }) => sum + endedMs - startedMs, 0);
    return { ms: clock.now() - closedMs, closedMs, paidMs, runs: all, runMs };
  } finally {
    await world.close();
  }
}
