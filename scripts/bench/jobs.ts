import { createDriver, type DriverEnd, type JobCalls } from "../../sidebar/driver/driver";
import type { JobWish, RowChoice } from "../../src/jobs/protocol";
import type { StartedJob } from "../../src/jobs/views";
import type { Result } from "../../src/result";
import type { BenchWorld } from "./world";

export type { RowChoice };

// All that the bench knows of the job engine: how a job is started and driven.

/** The figures of a job over a column. */
export interface ColumnJob {
  /** From *Start* pressed until the last result stood in the sheet. */
  ms: number;
  /** Of that until the first question was asked. */
  startMs: number;
  /** And after the last one was. */
  endMs: number;
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
  target: { kind: "new" as const, sheetName: "Emails" },
};

/** Presses *Start* for the world's first column. */
export function startColumnJob(
  world: BenchWorld,
  kind: ColumnJobOptions["kind"],
  rows: RowChoice = { kind: "todo" },
): Promise<StartedJob> {
  return startJob(world, {
    ...(kind === "find" ? FIND : VERIFY),
    sheetId: world.workbook.sheets()[0]?.sheetId ?? 0,
    column: 1,
    header: null,
    sample: [],
    headerRow: 1,
    rows,
    toAsk: null,
    capHalves: null,
    alsoFoundValid: false,
  });
}

async function startJob(world: BenchWorld, wish: JobWish): Promise<StartedJob> {
  return dataOf(await world.call<Result<StartedJob>>("startJob", wish));
}

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.message);
  return result.data;
}

const callsOf = (world: BenchWorld): JobCalls => ({
  step: (request) => world.call("stepJob", request),
  end: (request) => world.call("endJob", request),
});

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
    startMs: (calls[0]?.at ?? pressedMs) - pressedMs,
    endMs: lastWrittenMs - (calls[calls.length - 1]?.at ?? lastWrittenMs),
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 429).length,
    emails: progress.emails,
    emailsWritten: progress.written?.rows ?? 0,
  };
}

/** The figures of a job that fills a list. */
export interface FillJob {
  ms: number;
  rows: number;
  duplicates: number;
  /** In credits, as the user is told. */
  spentAtMost: number;
  /** The times at which given numbers of pages were in the sheet. */
  marks: { pages: number; atMs: number }[];
}

/** The driver of a service that fails all the time pauses now and then; it is resumed this often. */
const MOST_RESUMES = 20;

/** Fills a new sheet with the given number of pages of a search, as the sidebar does. */
export async function runFillJob(
  world: BenchWorld,
  search: { filters: Record<string, unknown>; columns: string[]; pages: number },
): Promise<FillJob> {
  const { clock } = world;
  let started = await startJob(world, {
    kind: "companies",
    ...search,
    totals: null,
    toAsk: null,
    capHalves: null,
    target: { kind: "new", sheetName: "Companies" },
  });
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
      return { ms: clock.now() - startMs, rows, duplicates: alreadyThere, spentAtMost: job.spent.halves / 2, marks };
    }
    if (driver >= MOST_RESUMES) throw new Error(stop?.message ?? state);
    const resumed = await world.call<Result<StartedJob>>("resumeJob", { jobId: started.job.id, withOwnKey: false });
    started = dataOf(resumed);
  }
}
