import { createDriver } from "../../sidebar/driver/driver";
import type { RunProgress } from "../../sidebar/driver/progress";
import type { Result } from "../../src/result";
import type { StartedRun } from "../../src/runs/slices";
import type { RunWish } from "../../src/runs/views";
import type { BenchWorld } from "./bench-world";

/** What a column run took. */
export interface ColumnRun {
  /** From *Start* pressed until the last result stood in the sheet. */
  ms: number;
  /** Of that until the first question was asked. */
  startMs: number;
  /** And after the last one was. */
  endMs: number;
  calls: number;
  refused: number;
  progress: RunProgress;
}

export interface ColumnRunOptions {
  wish?: Partial<RunWish>;
  /** Stops after so many questions. */
  askAtMost?: number;
}

const VERIFICATION = {
  column: 1,
  header: null,
  hasHeader: true,
  rows: { kind: "todo" },
  capHalves: null,
  alsoFoundValid: false,
  find: null,
  fields: ["email_status", "email_sub_status", "type", "disposable"],
};

/** Runs the world's first column, as the sidebar does; emails are verified unless wished otherwise. */
export async function runColumn(world: BenchWorld, { wish, askAtMost }: ColumnRunOptions = {}): Promise<ColumnRun> {
  const { clock, service, workbook } = world;
  const pressedMs = clock.now();
  const sheetId = workbook.sheets()[0]?.sheetId;
  const started = await world.call<Result<StartedRun>>("startRun", { sheetId, ...VERIFICATION, ...wish });
  if (!started.ok) throw new Error(started.message);
  const { run, look } = started.data;
  let lastWrittenMs = pressedMs;
  const end = await createDriver({
    nowMs: () => clock.now(),
    sleep: clock.sleep,
    runId: run.id,
    driverId: "bench",
    isPrepared: run.isPrepared,
    firstLook: look,
    isFinding: run.find !== null,
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
  const operation = run.find ? "domain-search" : "email-verifier";
  const calls = service.controls.calls().filter((each) => each.operation === operation);
  return {
    ms: lastWrittenMs - pressedMs,
    startMs: (calls[0]?.at ?? pressedMs) - pressedMs,
    endMs: lastWrittenMs - (calls[calls.length - 1]?.at ?? lastWrittenMs),
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 429).length,
    progress: end.progress,
  };
}
