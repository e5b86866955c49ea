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

/** Between these shares of all emails the executions that overlap are all at work. */
const FULL = { from: 0.3, to: 0.7 };

/** Verifies a list in a script that is bound to its sheet and in an add-on, both closed after the first minute. */
export async function verifyWhileClosed(google: Google, rows: number): Promise<Measured[]> {
  const bound = await closeJob(google, rows, { installation: "bound" });
  const addon = await closeJob(google, rows, { installation: "published", addonTriggersFind: "everything" });
  const at = (share: number): number => bound.paidMs[Math.floor(share * bound.paidMs.length)] ?? 0;
  const together = ((FULL.to - FULL.from) * rows * MINUTE_MS) / (at(FULL.to) - at(FULL.from));
  // An hour lies between two executions there: each is alone.
  const alone = (addon.paidMs.filter((at) => at > addon.closedMs).length * MINUTE_MS) / addon.runMs;
  return [
    atLeast("bound script, executions that overlap: emails a minute", together, 300),
    noted("bound script: from closing to the last result", bound.ms / MINUTE_MS, "min"),
    noted("bound script: run time of Google's 90 minutes a day", bound.runMs / MINUTE_MS, "min"),
    exactly("bound script: credits", bound.paidMs.length / 2, rows / 2),
    atLeast("one execution: emails a minute", alone, 90),
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
    const runs = new Map<number, number>();
    while (host.triggers().length > 0 && clock.now() - closedMs < DAY_MS) {
      for (const { startedMs, endedMs } of host.triggers()[0]?.runs ?? [])
        if (endedMs !== null) runs.set(startedMs, endedMs - startedMs);
      await clock.sleep(MINUTE_MS);
    }
    const paidMs = service.controls.ledger().map(({ at }) => at);
    const runMs = [...runs.values()].reduce((sum, ms) => sum + ms, 0);
    return { ms: clock.now() - closedMs, closedMs, paidMs, runMs };
  } finally {
    await world.close();
  }
}
