import { createDriver } from "../../sidebar/driver/driver";
import type { Result } from "../../src/result";
import type { StartedRun } from "../../src/runs/slices";
import type { BenchWorld } from "./bench-world";

/** What a column run took. */
export interface ColumnRun {
  /** From *Start* pressed until the last result stood in the sheet. */
  ms: number;
  calls: number;
  refused: number;
  lanes: number;
}

/**
 * Runs *Verify emails in this column* over the world's list, as the sidebar does.
 * @param askAtMost stops after so many addresses
 */
export async function runColumn(world: BenchWorld, askAtMost?: number): Promise<ColumnRun> {
  const { clock, service, workbook } = world;
  const startMs = clock.now();
  const started = await world.call<Result<StartedRun>>("startRun", {
    ...{ sheetId: workbook.sheets()[0]?.sheetId, column: 1, hasHeader: true, rows: { kind: "todo" } },
    ...{ fields: ["email_status", "email_sub_status", "type", "disposable"], capHalves: null, alsoFoundValid: false },
    find: null,
  });
  if (!started.ok) throw new Error(started.message);
  let lastWrittenMs = startMs;
  const end = await createDriver({
    ...{ nowMs: () => clock.now(), sleep: clock.sleep, runId: started.data.run.id, driverId: "bench" },
    ...{ isPrepared: started.data.run.isPrepared, firstLook: started.data.look },
    ...(askAtMost === undefined ? {} : { askAtMost }),
    calls: {
      lookAhead: (request) => world.call("lookAhead", request),
      runSlice: (request) => world.call("runSlice", request),
      prepareRun: (runId) => world.call("prepareRun", runId),
      endRun: (request) => world.call("endRun", request),
    },
    onProgress: () => {
      lastWrittenMs = clock.now();
    },
  }).run();
  if (end.stop || end.state === "stopped") throw new Error(end.stop?.message ?? end.state);
  const calls = service.controls.calls().filter(({ operation }) => operation === "email-verifier");
  return {
    ms: lastWrittenMs - startMs,
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 429).length,
    lanes: end.progress.lanes,
  };
}
