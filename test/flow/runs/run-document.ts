import { createDriver, type DriverEnd, type DriverParts } from "../../../sidebar/driver/driver";
import type { RunCalls } from "../../../sidebar/driver/run-calls";
import type { Result } from "../../../src/result";
import type { StartedRun } from "../../../src/runs/slices";
import type { RunView, RunWish } from "../../../src/runs/views";
import { dataOf, type FlowDocument, type FlowWorld, type FlowWorldOptions, openFlowWorld } from "../support/flow-world";

export { dataOf, OWNER, SHEET } from "../support/flow-world";

/** A spreadsheet whose columns are run. */
export interface RunDocument extends FlowDocument {
  calls: RunCalls;
  start(wish?: Partial<RunWish>): Promise<StartedRun>;
  tryStart(wish?: Partial<RunWish>): Promise<Result<StartedRun>>;
  /** Drives a run that was started or is to be gone on with. */
  drive(started: StartedRun | RunView, parts?: Partial<DriverParts>): Promise<DriverEnd>;
  /** Starts and drives. */
  verify(wish?: Partial<RunWish>, parts?: Partial<DriverParts>): Promise<DriverEnd>;
  verifications(): { email: string; status: number }[];
}

/** One host and one service for any number of spreadsheets. */
export interface RunWorld extends FlowWorld {
  open(...args: Parameters<FlowWorld["open"]>): RunDocument;
}

export async function openRunWorld(options?: FlowWorldOptions): Promise<RunWorld> {
  const world = await openFlowWorld(options);
  return { ...world, open: (...args) => openRunDocument(world.open(...args)) };
}

function openRunDocument(document: FlowDocument): RunDocument {
  const { call, clock, sheetId, asked } = document;
  let drivers = 0;
  const calls: RunCalls = {
    lookAhead: (request) => call("lookAhead", request),
    runSlice: (request) => call("runSlice", request),
    prepareRun: (runId) => call("prepareRun", runId),
    endRun: (request) => call("endRun", request),
  };
  const tryStart = (wish: Partial<RunWish> = {}): Promise<Result<StartedRun>> =>
    call("startRun", {
      sheetId,
      column: 2,
      header: null,
      hasHeader: true,
      rows: { kind: "todo" },
      find: null,
      fields: ["email_status", "type"],
      capHalves: null,
      alsoFoundValid: false,
      ...wish,
    });
  const start = async (wish?: Partial<RunWish>): Promise<StartedRun> => dataOf(await tryStart(wish));

  function drive(started: StartedRun | RunView, parts: Partial<DriverParts> = {}): Promise<DriverEnd> {
    const { run, look } = "run" in started ? started : { run: started, look: undefined };
    return createDriver({
      calls,
      nowMs: () => clock.now(),
      sleep: clock.sleep,
      runId: run.id,
      driverId: `driver${drivers++}`,
      isPrepared: run.isPrepared,
      isFinding: run.find !== null,
      ...(look ? { firstLook: look } : {}),
      ...parts,
    }).run();
  }

  return {
    ...document,
    calls,
    tryStart,
    start,
    drive,
    verify: async (wish, parts) => drive(await start(wish), parts),
    verifications: () =>
      asked("email-verifier").map(({ request, status }) => ({ email: String(request.email), status })),
  };
}
