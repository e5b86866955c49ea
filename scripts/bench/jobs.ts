import { createDriver, type DriverEnd, type JobCalls } from "../../src/driver/driver";
import type { JobChoices, RowChoice } from "../../src/jobs/protocol";
import type { ColumnPlan, StartedJob } from "../../src/jobs/views";
import type { Result } from "../../src/result";
import { type BenchWorld, SHEET } from "./world";

export type { RowChoice };

// All that the bench knows of the job engine: how a job is started and driven.

/** The figures of a job over a column. */
export interface ColumnJob {
  /** From *Start* pressed until the last result stood in the sheet. */
  ms: number;
  id: string;
  /** Of that until the first question was asked. */
  startMs: number;
  /** And until the first result stood in the sheet. */
  firstResultMs: number;
  /** And after the last one was. */
  endMs: number;
  /** From the last answer until the job was told to be done. */
  doneMs: number;
  calls: number;
  refused: number;
  emails: number;
  emailsWritten: number;
}

export interface ColumnJobOptions {
  kind: "verify" | "find";
  /** Stops after this many questions. */
  askAtMost?: number;
}

const VERIFY = {
  kind: "verify" as const,
  fields: ["email_status", "email_sub_status", "type", "disposable"],
};

const FIND = {
  kind: "find" as const,
  fields: ["emails_found", "total_emails", "domain"],
  limit: 50,
  emailType: "all" as const,
  enrichment: [],
};
const FIND_TARGET = { kind: "new" as const, sheetName: "Emails" };

/** Presses *Start* for the world's first column. */
export function startColumnJob(
  world: BenchWorld,
  kind: ColumnJobOptions["kind"],
  rows: RowChoice = { kind: "todo" },
  toAsk: number | null = null,
): Promise<StartedJob> {
  const choices = { ...columnOf(world, kind, rows), ...(kind === "find" ? { target: FIND_TARGET } : {}) };
  return startJob(world, { ...choices, header: null, sample: [], toAsk, capHalves: null } as JobChoices);
}

/** The world's first column, as a dry run is asked for it. */
function columnOf(world: BenchWorld, kind: ColumnJobOptions["kind"], rows: RowChoice) {
  const sheetId = world.workbook.sheets()[0]?.sheetId ?? 0;
  return {
    ...(kind === "find" ? FIND : VERIFY),
    sheetId,
    sheetName: SHEET,
    column: 1,
    headerRow: 1,
    rows,
    alsoFoundValid: false,
  };
}

/** Looks at the world's first column before a job. */
export async function planColumnJob(
  world: BenchWorld,
  kind: ColumnJobOptions["kind"],
  rows: RowChoice = { kind: "todo" },
  before?: ColumnPlan,
): Promise<ColumnPlan> {
  const told = before && { ...before, newSheetName: before.find?.newSheetName };
  return dataOf(await world.call<Result<ColumnPlan>>("planJob", { ...columnOf(world, kind, rows), told }));
}

async function startJob(world: BenchWorld, choices: JobChoices): Promise<StartedJob> {
  return dataOf(await world.call<Result<StartedJob>>("startJob", choices));
}

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.message);
  return result.data;
}

const callsOf = (world: BenchWorld): JobCalls => ({
  step: (request) => world.call("stepJob", request),
  end: (request) => world.call("endJob", request),
});

/** A page that drives a job and is closed after some time: no call of it comes back or is made any more. */
export function driveFor(world: BenchWorld, started: StartedJob, ms: number): void {
  const { clock } = world;
  const untilMs = clock.now() + ms;
  const whileOpen = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const answer = clock.now() < untilMs ? await call() : null;
    return answer !== null && clock.now() < untilMs ? answer : new Promise<never>(() => {});
  };
  const { step, end } = callsOf(world);
  const calls: JobCalls = {
    step: (request) => whileOpen(() => step(request)),
    end: (request) => whileOpen(() => end(request)),
  };
  void createDriver({ nowMs: () => clock.now(), sleep: clock.sleep, ...started, calls }).run();
}

/** Does the world's first column, as the sidebar does. */
export async function runColumnJob(world: BenchWorld, { kind, askAtMost }: ColumnJobOptions): Promise<ColumnJob> {
  const { clock, service } = world;
  const pressedMs = clock.now();
  const started = await startColumnJob(world, kind);
  let rows = 0;
  let lastWrittenMs = pressedMs;
  const { state, stop, progress } = await createDriver({
    nowMs: () => clock.now(),
    sleep: clock.sleep,
    ...started,
    ...(askAtMost === undefined ? {} : { askAtMost }),
    calls: callsOf(world),
    onProgress(now) {
      if (now.rows > rows) lastWrittenMs = clock.now();
      rows = now.rows;
    },
  }).run();
  if (stop || state === "stopped") throw new Error(stop?.message ?? state);
  const operation = kind === "find" ? "domain-search" : "email-verifier";
  const calls = service.controls.calls().filter((each) => each.operation === operation);
  return {
    ms: lastWrittenMs - pressedMs,
    id: started.job.id,
    firstResultMs: (world.firstResultMs ?? lastWrittenMs) - pressedMs,
    startMs: (calls[0]?.at ?? pressedMs) - pressedMs,
    endMs: lastWrittenMs - (calls[calls.length - 1]?.at ?? lastWrittenMs),
    doneMs: clock.now() - Math.max(pressedMs, ...calls.map(({ endedAt }) => endedAt ?? 0)),
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 429).length,
    emails: progress.emails,
    emailsWritten: progress.written?.rows ?? 0,
  };
}

/** The figures of a job that fills a list. */
export interface FillJob {
  ms: number;
  id: string;
  /** From *Start* pressed until the first companies stood in the sheet. */
  firstResultMs: number;
  rows: number;
  duplicates: number;
  /** In credits, as the user is told. */
  spentAtMost: number;
  /** The times at which given numbers of pages were in the sheet. */
  marks: { pages: number; atMs: number }[];
}

/** The driver of a service that fails all the time pauses now and then; it is resumed this often. */
const MAX_RESUMES = 20;

interface Search {
  filters: Record<string, unknown>;
  columns: string[];
  pages: number;
}

/** A new sheet with the given number of pages of a search, as a dry run is asked for it. */
const fillOf = (search: Search) => ({
  kind: "companies" as const,
  ...search,
  totals: null,
  capHalves: null,
  target: { kind: "new" as const, sheetName: "Companies" },
});

/** Looks at what a list of companies will cost. */
export async function planFillJob(world: BenchWorld, search: Search): Promise<void> {
  dataOf(await world.call<Result<unknown>>("planJob", fillOf(search)));
}

/** What people ask for of a job that they see in the list. */
export async function callOfJob(
  world: BenchWorld,
  name: "resumeJob" | "insertJobChart" | "undoJob",
  request: { jobId: string; [more: string]: unknown },
): Promise<void> {
  dataOf(await world.call<Result<unknown>>(name, request));
}

/** Fills a new sheet with the given number of pages of a search, as the sidebar does. */
export async function runFillJob(world: BenchWorld, search: Search): Promise<FillJob> {
  const { clock } = world;
  const pressedMs = clock.now();
  let started = await startJob(world, { ...fillOf(search), toAsk: null });
  const startMs = clock.now();
  const marks: FillJob["marks"] = [];
  for (let driver = 0; ; driver++) {
    const { state, stop, job }: DriverEnd = await createDriver({
      nowMs: () => clock.now(),
      sleep: clock.sleep,
      ...started,
      calls: callsOf(world),
      onProgress: ({ written }) => marks.push({ pages: written?.pages ?? 0, atMs: clock.now() }),
    }).run();
    if (state === "finished" && job?.written) {
      const { rows, alreadyThere } = job.written;
      return {
        ms: clock.now() - startMs,
        id: started.job.id,
        firstResultMs: (world.firstResultMs ?? clock.now()) - pressedMs,
        rows,
        duplicates: alreadyThere,
        spentAtMost: job.spent.halves / 2,
        marks,
      };
    }
    if (driver >= MAX_RESUMES) throw new Error(stop?.message ?? state);
    const resumed = await world.call<Result<StartedJob>>("resumeJob", { jobId: started.job.id, withOwnKey: false });
    started = dataOf(resumed);
  }
}
