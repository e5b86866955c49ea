import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createDriver, type DriverEnd, type DriverOptions } from "../../../src/driver/driver";
import type { AskRequest, EndRequest, KindName, StepRequest, WriteRequest } from "../../../src/jobs/protocol";
import type { Answer, AskReport, JobView, Scan, StepReport, ToldPrice, WriteReport } from "../../../src/jobs/views";
import type { Refusal, Result } from "../../../src/result";

const ROWS_PER_STRETCH = 100;

/** An ask as it arrived. */
export interface Asked {
  atMs: number;
  lane: number;
  keys: string[];
}

export interface ServerOptions {
  kind?: KindName;
  /** The texts of the column, from row 2 on. */
  inputs?: string[];
  askMs?: number | ((request: AskRequest) => number);
  writeMs?: number;
  batchCalls?: number;
  lanes?: number;
  askAtMost?: number;
  price?: ToldPrice;
  hasCredits?: boolean;
  isUnwatched?: boolean;
  /** True if a write ends the job that the driver tells to be the last one. */
  endsWithLastWrite?: boolean;
  onProgress?: DriverOptions["onProgress"];
  /** As the dry run has counted. */
  toAsk?: number;
  /** The fate of a question; answered if it says nothing. */
  answer?(key: string, request: AskRequest): Answer | undefined;
  /** Takes the place of a call's answer. */
  instead?(request: StepRequest): Refusal | Partial<AskReport> | Partial<WriteReport> | undefined;
  /** Looks at each call as it arrives. */
  onCall?(request: StepRequest | EndRequest): void;
}

export const LOST: Refusal = { ok: false, code: "GOOGLE_FAILED", message: "Lost.", remedy: "" };

const FINISHED: Refusal = { ok: false, code: "JOB_FINISHED", message: "Over.", remedy: "" };

export const answered = (key: string): Answer => ({
  key,
  state: "answered",
  entry: { cells: [`status of ${key}`] },
});

export const failed = (key: string, code: string, retryMs: number | null): Answer => ({
  key,
  state: "failed",
  code,
  entry: { cells: [`error: ${code}`] },
  retryMs,
});

const OPERATIONS: Record<KindName, JobView["operation"]> = {
  verify: "email-verifier",
  find: "domain-search",
  enrich: "domain-search",
  companies: "search-company",
};

const JOB: JobView = {
  id: "job1",
  kind: "verify",
  operation: "email-verifier",
  epoch: 1,
  state: "running",
  reason: "",
  startedMs: 0,
  title: "Email",
  sheetId: 1,
  sheetName: "Leads",
  list: null,
  fields: ["email_status"],
  find: null,
  capHalves: null,
  halvesPerQuestion: 1,
  spent: { halves: 0, heldHalves: 0, isExact: true, isSettledExact: true, freeAnswers: 0 },
  isActive: false,
  isYourKey: true,
  isWatch: false,
  toAsk: null,
  done: 0,
  written: null,
};

/** A server without a service or a sheet of its own: what a driver asks and writes, and when. */
export function createFakeServer(options: ServerOptions = {}) {
  const {
    kind = "verify",
    inputs = [],
    askMs = 1_500,
    writeMs = 300,
    batchCalls = 10,
    answer,
    instead,
    onCall,
  } = options;
  const clock = createVirtualClock();
  const startMs = clock.now();
  const sheet = new Map<number, string>();
  const asks: Asked[] = [];
  const writes: WriteRequest[] = [];
  const ends: EndRequest[] = [];
  const underWay = { lanes: [] as number[], most: 0 };
  let isOver = false;

  function scan(stretch: number, stretches: number): Scan {
    const from = stretch * ROWS_PER_STRETCH;
    const ask = inputs.flatMap((key, i) =>
      i >= from && i < from + stretches * ROWS_PER_STRETCH && key !== "" && !sheet.has(i + 2)
        ? [{ key, text: key, anonId: "", row: i + 2 }]
        : [],
    );
    const all = Math.max(1, Math.ceil(inputs.length / ROWS_PER_STRETCH));
    const first = kind === "companies" && sheet.size === 0 ? [{ key: "0.1", text: "", anonId: "", row: 0 }] : [];
    return { stretch, stretches: all, ask: [...ask, ...first], write: [], mostQuestions: null };
  }

  async function ask(request: AskRequest): Promise<AskReport> {
    const { lane, questions, waitMs } = request;
    underWay.lanes.push(lane);
    underWay.most = Math.max(underWay.most, underWay.lanes.length);
    if (new Set(underWay.lanes).size < underWay.lanes.length) throw new Error(`Lane ${lane} asks twice at a time.`);
    if (waitMs > 0) await clock.sleep(waitMs);
    asks.push({ atMs: clock.now() - startMs, lane, keys: questions.map(({ key }) => key) });
    const answers = questions.map(({ key }) => answer?.(key, request) ?? answered(key));
    await clock.sleep(typeof askMs === "number" ? askMs : askMs(request));
    underWay.lanes.splice(underWay.lanes.indexOf(lane), 1);
    const spent = { halves: asks.length, heldHalves: 0, isExact: true, isSettledExact: true, freeAnswers: 0 };
    return { do: "ask", answers, batchCalls, isShared: false, spent, askNumber: asks.length, words: "", stop: null };
  }

  function write(request: WriteRequest): WriteReport {
    writes.push(request);
    for (const { cells, rows, page } of request.entries) {
      for (const row of page ? [sheet.size + 2] : rows) sheet.set(row, String(cells[0]));
    }
    const writtenKeys = request.entries.map(({ key }) => key);
    const writtenRows = request.entries.reduce((sum, { rows }) => sum + rows.length, 0);
    const nothing = {
      leftKeys: [],
      lostKeys: [],
      refusedCells: 0,
      coveredKeys: [],
      isDisturbed: false,
      words: "",
      written: null,
      isBusy: false,
      stop: null,
    };
    return { do: "write", writtenKeys, writtenRows, ...nothing };
  }

  async function step(request: StepRequest): Promise<Result<StepReport>> {
    onCall?.(request);
    const other = instead?.(request) ?? (isOver ? FINISHED : undefined);
    if (other && "ok" in other) {
      await clock.sleep(300);
      return other as Refusal;
    }
    if (request.do === "ask") return { ok: true, data: { ...(await ask(request)), ...(other as Partial<AskReport>) } };
    await clock.sleep((request.do === "write" ? writeMs : 300) + request.waitMs);
    if (request.do === "look") return { ok: true, data: { do: "look" } };
    if (request.do === "scan") return { ok: true, data: { do: "scan", ...scan(request.stretch, request.stretches) } };
    isOver = options.endsWithLastWrite === true && !other && writeMs <= (request.end?.withinMs ?? -1);
    const ended = isOver && { ended: { ...JOB, kind, state: "finished" as const } };
    return { ok: true, data: { ...write(request), ...(other as Partial<WriteReport>), ...ended } };
  }

  const driver = createDriver({
    calls: {
      step: (request) => step(structuredClone(request)),
      async end(request) {
        onCall?.(request);
        ends.push(request);
        await clock.sleep(300);
        return { ok: true, data: { ...JOB, kind, state: request.state, reason: request.reason } };
      },
    },
    job: { ...JOB, kind, operation: OPERATIONS[kind], toAsk: options.toAsk ?? null },
    scan: scan(0, 1),
    nowMs: () => clock.now(),
    sleep: clock.sleep,
    ...pick(options, "lanes"),
    ...pick(options, "askAtMost"),
    ...pick(options, "price"),
    ...pick(options, "hasCredits"),
    ...pick(options, "isUnwatched"),
    ...pick(options, "onProgress"),
  });

  return {
    clock,
    driver,
    inputs,
    sheet,
    asks,
    writes,
    ends,
    underWay,
    passedMs: () => clock.now() - startMs,
    run: (): Promise<DriverEnd> => clock.task(() => driver.run()),
  };
}

const pick = <Name extends "lanes" | "askAtMost" | "price" | "hasCredits" | "isUnwatched" | "onProgress">(
  options: ServerOptions,
  name: Name,
): Partial<Pick<DriverOptions, Name>> =>
  options[name] === undefined ? {} : ({ [name]: options[name] } as Partial<Pick<DriverOptions, Name>>);
