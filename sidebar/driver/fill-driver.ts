import type { Refusal, Result } from "../../src/result";
import type {
  FillEndRequest,
  FillSliceReport,
  FillSliceRequest,
  FillView,
  HeldPage,
} from "../../src/runs/companies/views";
import { createFailures, createSilence } from "./failures";

/** The driver's way to the server: `google.script.run` in the page, the host in tests and the bench. */
export interface FillCalls {
  fillPages(request: FillSliceRequest): Promise<Result<FillSliceReport>>;
  endFill(request: FillEndRequest): Promise<Result<FillView>>;
}

/** What a fill's driver is given. */
export interface FillDriverParts {
  calls: FillCalls;
  nowMs(): number;
  fillId: string;
  /** A name that no other driver has, of small letters and digits. */
  driverId: string;
  onProgress?(progress: FillProgress): void;
}

/** What the user sees of a fill while it goes on. */
export interface FillProgress {
  fill: FillView;
  /** Over the last minute. */
  pagesPerMinute: number;
  /** Why the next page is asked again; `null` when it is not. */
  failure: string | null;
}

/** How a fill's driver ended. */
export interface FillEnd {
  state: "paused" | "stopped" | "finished";
  /** Why it ended early; `null` when it was the user's wish or all is done. */
  stop: Refusal | null;
  /** As it was left; `null` when the server could not be told. */
  fill: FillView | null;
}

/** Drives one fill from this page. */
export interface FillDriver {
  /** Resolves when the slice under way has ended. Never rejects. */
  run(): Promise<FillEnd>;
  pause(): void;
  stop(): void;
}

const MINUTE_MS = 60_000;

/**
 * Chains slices of a fill: each asks up to 4 pages and writes them, because pages are written in their order and no more
 * than 4 may be bought ahead (design 3.9). No timers, which hidden pages throttle.
 */
export function createFillDriver({ calls, nowMs, fillId, driverId, onProgress }: FillDriverParts): FillDriver {
  const failures = createFailures();
  const silences = createSilence();
  let ending: Pick<FillEnd, "state" | "stop"> | null = null;
  let held: HeldPage[] = [];
  let unspent = { unspentHalves: 0, freeAnswers: 0 };
  let next = { attempts: 0, isAlone: false, waitMs: 0 };
  let isFirst = true;
  let recent: { atMs: number; pages: number }[] = [];

  function end(state: FillEnd["state"], stop: Refusal | null): void {
    ending ??= { state, stop };
  }

  async function slice(): Promise<void> {
    const request: FillSliceRequest = { fillId, driverId, isFirst, held, ...next, ...unspent };
    unspent = { unspentHalves: 0, freeAnswers: 0 };
    const result = await calls.fillPages(request);
    if (!result.ok) {
      // Whether its pages were written is not known: the sheet is read anew, and what was bought is free again.
      isFirst = true;
      held = [];
      if (result.code === "RUN_STOPPED") end("stopped", null);
      else if (result.code === "RUN_PAUSED") end("paused", null);
      else if (failures.isHopeless(result)) end("paused", result);
      return;
    }
    failures.arrived();
    // What others write meanwhile is read anew.
    isFirst = result.data.failure?.code === "FILL_BUSY";
    take(result.data);
  }

  function take(report: FillSliceReport): void {
    held = report.held;
    unspent = { unspentHalves: report.unspentHalves, freeAnswers: report.freeAnswers };
    const { failure } = report;
    next = {
      attempts: failure === null || report.writtenPages > 0 ? Number(failure !== null) : next.attempts + 1,
      isAlone: failure?.code === "NO_ANSWER",
      waitMs: failure?.retryMs ?? 0,
    };
    const atMs = nowMs();
    recent = [...recent.filter((each) => each.atMs > atMs - MINUTE_MS), { atMs, pages: report.writtenPages }];
    const pagesPerMinute = recent.reduce((sum, { pages }) => sum + pages, 0);
    onProgress?.({ fill: report.fill, pagesPerMinute, failure: failure?.code ?? null });
    const stop = report.stop ?? silences.note(report.silence, true, atMs);
    if (stop) end("paused", stop);
    else if (report.isOver) end("finished", null);
  }

  return {
    async run() {
      while (!ending) await slice();
      const { state, stop } = ending;
      const request: FillEndRequest = { fillId, driverId, state, reason: stop?.message ?? "", ...unspent };
      const ended = await calls.endFill(request);
      return { state, stop, fill: ended.ok ? ended.data : null };
    },
    pause: () => end("paused", null),
    stop: () => end("stopped", null),
  };
}
