import type { Driver, DriverEnd, DriverOptions } from "../../../src/driver/driver";
import type { ChoicesOf, CompaniesPlanRequest } from "../../../src/jobs/protocol";
import type { JobView, StartedJob, WrittenView } from "../../../src/jobs/views";
import type { Result } from "../../../src/result";
import type { JobDocument, JobWorld } from "../jobs/job-document";
import { press } from "../support/kill-execution";

export type FillChoices = ChoicesOf<"companies">;

/** The end of filling a list. */
export interface FillEnd extends DriverEnd {
  id: string;
  job: JobView;
  /** The rows and pages that are in the sheet. */
  written: WrittenView;
}

/** A spreadsheet that is filled with companies. */
export interface FillDocument extends JobDocument {
  copy(): FillDocument;
  copyByHand(): FillDocument;
  tryStartFill(choices?: Partial<FillChoices>): Promise<Result<StartedJob>>;
  startFill(choices?: Partial<FillChoices>): Promise<StartedJob>;
  driver(started: StartedJob, options?: Partial<DriverOptions>): Driver;
  driveFill(started: StartedJob, options?: Partial<DriverOptions>): Promise<FillEnd>;
  /** Pauses it when this many pages are in the sheet. */
  driveUntil(started: StartedJob, pages: number): Promise<FillEnd>;
  /** Starts and drives. */
  fill(choices?: Partial<FillChoices>, options?: Partial<DriverOptions>): Promise<FillEnd>;
  /** Resumes and drives. */
  goOn(jobId: string, options?: Partial<DriverOptions>): Promise<FillEnd>;
  /** Pages asked for, with what became of them. */
  pagesAsked(): { page: number; status: number }[];
  /** The names in the column `name`, from above, without blanks. */
  names(sheet?: string): string[];
}

/** After this nothing is free any more. */
export const MONTH_MS = 31 * 24 * 60 * 60 * 1_000;

/** Nothing is free any more, and these keys have credits and every filter. */
export function beginAnew({ service: { controls } }: JobWorld, keys: string[]): void {
  controls.moveClock(MONTH_MS);
  for (const key of keys) controls.setAccount(key, { credits: 1_000, plan: "ENTERPRISE" });
}

export const COLUMNS = ["name", "domain", "headcount", "location.country", "funding.last_funding_date"];
const PRIVATE_COMPANIES = { company_type: "Private" };

export const fillChoices = (choices: Partial<FillChoices> = {}): FillChoices => ({
  kind: "companies",
  filters: PRIVATE_COMPANIES,
  totals: null,
  pages: 5,
  columns: COLUMNS,
  toAsk: null,
  capHalves: null,
  target: { kind: "new", sheetName: "Companies" },
  ...choices,
});

/** The same for a dry run. */
export function planRequest(choices: Partial<FillChoices>): CompaniesPlanRequest {
  const { toAsk: _toAsk, ...request } = fillChoices(choices);
  return request;
}

export function openFillDocument(
  world: JobWorld,
  list: string[][] = [["Notes"]],
  options: Parameters<JobWorld["open"]>[1] = {},
): FillDocument {
  return asFillDocument(world.open(list, options));
}

function asFillDocument(document: JobDocument): FillDocument {
  const { call, asked, tryStart, start, resume, driver } = document;
  async function run(started: StartedJob, filler: Driver): Promise<FillEnd> {
    const end = await filler.run();
    const { id } = started.job;
    const left = (await press(() => call("listJobs"))).find((each) => each.id === id) ?? started.job;
    const { written } = left;
    if (!written) throw new Error("Nothing is known of what was written.");
    return { ...end, id, job: left, written };
  }
  const driveFill: FillDocument["driveFill"] = (started, options) => run(started, driver(started, options));
  const driveUntil: FillDocument["driveUntil"] = (started, pages) => {
    const filler: Driver = driver(started, {
      onProgress: ({ written }) => {
        if ((written?.pages ?? 0) >= pages) filler.pause();
      },
    });
    return run(started, filler);
  };
  return {
    ...document,
    copy: () => asFillDocument(document.copy()),
    copyByHand: () => asFillDocument(document.copyByHand()),
    tryStartFill: (choices) => tryStart(fillChoices(choices)),
    startFill: (choices) => start(fillChoices(choices)),
    driveFill,
    driveUntil,
    fill: async (choices, options) => driveFill(await start(fillChoices(choices)), options),
    goOn: async (jobId, options) => driveFill(await resume(jobId), options),
    pagesAsked: () => asked("search-company").map(({ request, status }) => ({ page: Number(request.page), status })),
    names: (sheet = "Companies") =>
      document
        .rows(sheet)
        .map(({ name }) => name ?? "")
        .filter((name) => name !== ""),
  };
}
