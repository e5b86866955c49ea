import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import {
  createDriver,
  type Driver,
  type DriverEnd,
  type DriverOptions,
  type JobCalls,
} from "../../../src/driver/driver";
import type { ChoicesOf, ColumnPlanRequest, JobChoices, RowChoice, UndoRequest } from "../../../src/jobs/protocol";
import type { ColumnPlan, JobView, StartedJob, UndoView } from "../../../src/jobs/views";
import type { Result } from "../../../src/result";
import { dataOf, type FlowDocument, type FlowWorld, type FlowWorldOptions, openFlowWorld } from "../support/flow-world";
import { press } from "../support/kill-execution";

export { dataOf, OWNER, SHEET } from "../support/flow-world";

/** All choices, or what is not usual of verifying column B. */
export type ChoicesPart = Exclude<JobChoices, ChoicesOf<"verify">> | Partial<ChoicesOf<"verify">>;

const isVerify = (choices: ChoicesPart): choices is Partial<ChoicesOf<"verify">> =>
  (choices.kind ?? "verify") === "verify";

/** A spreadsheet in which jobs are done. */
export interface JobDocument extends FlowDocument {
  calls: JobCalls;
  copy(): JobDocument;
  copyByHand(): JobDocument;
  /** Starts a job; verifies column B of the list where nothing else is said. */
  tryStart(choices?: ChoicesPart): Promise<Result<StartedJob>>;
  start(choices?: ChoicesPart): Promise<StartedJob>;
  driver(started: StartedJob, options?: Partial<DriverOptions>): Driver;
  /** Drives a job that was started or resumed. */
  drive(started: StartedJob, options?: Partial<DriverOptions>): Promise<DriverEnd>;
  /** Starts and drives. */
  verify(choices?: ChoicesPart, options?: Partial<DriverOptions>): Promise<DriverEnd>;
  resume(jobId: string, withOwnKey?: boolean, capHalves?: number | null): Promise<StartedJob>;
  /** The dry run of verifying. */
  plan(rows?: RowChoice, request?: Partial<ColumnPlanRequest>): Promise<Result<ColumnPlan>>;
  /** The youngest job. */
  last(): Promise<JobView>;
  /** Undoes a job, or only looks at what would go. */
  undo(jobId: string, how?: UndoRequest["do"], others?: UndoRequest["others"]): Promise<UndoView>;
  verifications(): { email: string; status: number }[];
}

/** One host and one service for any number of spreadsheets. */
export interface JobWorld extends FlowWorld {
  open(...args: Parameters<FlowWorld["open"]>): JobDocument;
}

export async function openJobWorld(options?: FlowWorldOptions): Promise<JobWorld> {
  const world = await openFlowWorld(options);
  return { ...world, open: (...args) => openJobDocument(world.open(...args)) };
}

/**
 * One world for all tests of a file, open while they run. After each test `service.fetch` is what it was before.
 */
export function jobWorld(options?: FlowWorldOptions): JobWorld {
  const world = {} as JobWorld;
  let fetchBefore: JobWorld["fetchOfService"];
  beforeAll(async () => {
    Object.assign(world, await openJobWorld(options));
  });
  beforeEach(() => {
    fetchBefore = world.service.fetch;
  });
  afterEach(() => {
    world.service.fetch = fetchBefore;
  });
  afterAll(() => world.close());
  return world;
}

function openJobDocument(document: FlowDocument): JobDocument {
  const { call, clock, sheetId, asked } = document;
  const calls: JobCalls = {
    step: (request) => call("stepJob", request),
    end: (request) => call("endJob", request),
  };
  const tryStart = (choices: ChoicesPart = {}): Promise<Result<StartedJob>> =>
    call("startJob", isVerify(choices) ? verifyChoices(sheetId, choices) : choices);
  const start = async (choices?: ChoicesPart): Promise<StartedJob> => dataOf(await tryStart(choices));
  const driver: JobDocument["driver"] = (started, options = {}) =>
    createDriver({ calls, nowMs: () => clock.now(), sleep: clock.sleep, ...started, ...options });
  const drive: JobDocument["drive"] = (started, options) => driver(started, options).run();
  const plan: JobDocument["plan"] = (rows = { kind: "todo" }, request = {}) => {
    const usual = { sheetId: null, column: null, headerRow: null, fields: [], alsoFoundValid: false };
    return call("planJob", { kind: "verify", ...usual, rows, ...request } as never) as Promise<Result<ColumnPlan>>;
  };
  const last = async (): Promise<JobView> => {
    const [job] = await press<JobView[]>(() => call("listJobs"));
    if (!job) throw new Error("No job is known here.");
    return job;
  };
  return {
    ...document,
    calls,
    copy: () => openJobDocument(document.copy()),
    copyByHand: () => openJobDocument(document.copyByHand()),
    tryStart,
    start,
    driver,
    drive,
    plan,
    last,
    verify: async (choices, options) => drive(await start(choices), options),
    resume: async (jobId, withOwnKey = false, capHalves) =>
      dataOf(await call("resumeJob", { jobId, withOwnKey, ...(capHalves === undefined ? {} : { capHalves }) })),
    undo: async (jobId, how = "undo", others = "keep") => dataOf(await call("undoJob", { jobId, do: how, others })),
    verifications: () =>
      asked("email-verifier").map(({ request, status }) => ({ email: String(request.email), status })),
  };
}

/** The choices of a job that verifies `contacts`. */
export const verifyChoices = (sheetId: number, choices: Partial<ChoicesOf<"verify">>): ChoicesOf<"verify"> => ({
  kind: "verify",
  sheetId,
  column: 2,
  header: null,
  sample: [],
  headerRow: 1,
  rows: { kind: "todo" },
  fields: ["email_status", "type"],
  alsoFoundValid: false,
  toAsk: null,
  capHalves: null,
  ...choices,
});
