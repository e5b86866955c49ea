import { createDriver } from "../../sidebar/driver/driver";
import { createFillDriver } from "../../sidebar/driver/fill-driver";
import { runCalls } from "../../sidebar/driver/run-calls";
import type { Result } from "../../src/result";
import type { FillView } from "../../src/runs/companies/views";
import type { StartedRun } from "../../src/runs/slices";
import type { RowChoice } from "../../src/runs/views";
import type { BenchWorld } from "./world";

export type { RowChoice };

// All that the bench knows of the job engine: how a job is started and driven.

/** What a job over a column took. */
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
  /** Stops after so many questions. */
  askAtMost?: number;
}

const VERIFY = {
  fields: ["email_status", "email_sub_status", "type", "disposable"],
  find: null,
};

const FIND = {
  fields: ["emails_found", "total_emails", "domain"],
  find: { limit: 50, emailType: "all", enrichment: [], target: { kind: "new", sheetName: "Emails" } },
};

/** Presses *Start* for the world's first column. */
export async function startColumnJob(
  world: BenchWorld,
  kind: ColumnJobOptions["kind"],
  rows: RowChoice = { kind: "todo" },
): Promise<StartedRun> {
  const started = await world.call<Result<StartedRun>>("startRun", {
    sheetId: world.workbook.sheets()[0]?.sheetId,
    column: 1,
    header: null,
    hasHeader: true,
    rows,
    capHalves: null,
    alsoFoundValid: false,
    ...(kind === "find" ? FIND : VERIFY),
  });
  if (!started.ok) throw new Error(started.message);
  return started.data;
}

/** Does the world's first column, as the sidebar does. */
export async function runColumnJob(world: BenchWorld, { kind, askAtMost }: ColumnJobOptions): Promise<ColumnJob> {
  const { clock, service } = world;
  const pressedMs = clock.now();
  const { run, look } = await startColumnJob(world, kind);
  let lastWrittenMs = pressedMs;
  const end = await createDriver({
    nowMs: () => clock.now(),
    sleep: clock.sleep,
    runId: run.id,
    driverId: "bench",
    isPrepared: run.isPrepared,
    firstLook: look,
    isFinding: kind === "find",
    ...(askAtMost === undefined ? {} : { askAtMost }),
    calls: runCalls((name, args) => world.call(name, ...args)),
    onProgress: () => {
      lastWrittenMs = clock.now();
    },
  }).run();
  if (end.stop || end.state === "stopped") throw new Error(end.stop?.message ?? end.state);
  const operation = kind === "find" ? "domain-search" : "email-verifier";
  const calls = service.controls.calls().filter((each) => each.operation === operation);
  return {
    ms: lastWrittenMs - pressedMs,
    startMs: (calls[0]?.at ?? pressedMs) - pressedMs,
    endMs: lastWrittenMs - (calls[calls.length - 1]?.at ?? lastWrittenMs),
    calls: calls.length,
    refused: calls.filter(({ status }) => status === 429).length,
    emails: end.progress.emails,
    emailsWritten: end.progress.emailsWritten,
  };
}

/** What a job that fills a list took. */
export interface FillJob {
  ms: number;
  rows: number;
  duplicates: number;
  /** In credits, as the user is told. */
  spentAtMost: number;
  /** When so many pages were in the sheet. */
  marks: { pages: number; atMs: number }[];
}

/** A driver of a service that fails all the time pauses now and then; so often it is resumed. */
const MOST_RESUMES = 20;

/** Fills a new sheet with so many pages of a search, as the sidebar does. */
export async function runFillJob(
  world: BenchWorld,
  search: { filters: unknown; columns: string[]; pages: number },
): Promise<FillJob> {
  const { clock } = world;
  const started = await world.call<Result<FillView>>("startFill", {
    ...search,
    totals: null,
    capHalves: null,
    target: { kind: "new", sheetName: "Companies" },
  });
  if (!started.ok) throw new Error(started.message);
  const startMs = clock.now();
  const marks: FillJob["marks"] = [];
  for (let driver = 0; ; driver++) {
    const { state, stop, fill } = await createFillDriver({
      nowMs: () => clock.now(),
      fillId: started.data.id,
      driverId: `bench${driver}`,
      calls: {
        fillPages: (request) => world.call("fillPages", request),
        endFill: (request) => world.call("endFill", request),
      },
      onProgress: ({ fill: { pagesDone } }) => marks.push({ pages: pagesDone, atMs: clock.now() }),
    }).run();
    if (state === "finished" && fill) {
      const { rows, duplicates, spentHalves } = fill;
      return { ms: clock.now() - startMs, rows, duplicates, spentAtMost: spentHalves / 2, marks };
    }
    if (driver >= MOST_RESUMES) throw new Error(stop?.message ?? state);
    await world.call("resumeFill", started.data.id, false);
  }
}
