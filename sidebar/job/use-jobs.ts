import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { createDriver, type Driver } from "../../src/driver/driver";
import type { JobProgress } from "../../src/driver/progress";
import { priceOf } from "../../src/driver/queue";
import type { Spent } from "../../src/jobs/credits";
import type { JobChoices, KindName } from "../../src/jobs/protocol";
import type { Answer, ColumnPlan, JobSummary, JobView, LeftToAsk, StartedJob, ToldPrice } from "../../src/jobs/views";
import type { Refusal, Result } from "../../src/result";
import { sleep } from "../server";
import { type Loaded, useAnswer, useSession } from "../session";
import { countsOf, GONE_ON_ELSEWHERE, hasPaid, isOpen, mostInAll, STOPPED_ELSEWHERE, withinPrice } from "./job-view";
import { watchCalls } from "./watch-calls";

export interface DrivenJob {
  job: JobView;
  /** Includes the questions of earlier drivers; `null` if that is not known. */
  toAsk: number | null;
  /** Earlier drivers have put the results of these questions into the sheet. */
  doneBefore: number;
  /** `null` before the first answers. */
  progress: JobProgress | null;
  /** The job ends with what is under way. */
  isEnding: boolean;
  /** The code of the last lost call if none has reached Google for some seconds. */
  lost: string | null;
}

export interface EndedJob {
  job: JobView;
  state: "paused" | "stopped" | "finished";
  /** `null` if the user ended the job or everything is done. */
  stop: Refusal | null;
  /** `null` if the job had ended before the page was opened. */
  progress: JobProgress | null;
  /** The questions of a trial that has ended; `null` for other jobs. */
  tried: number | null;
}

/** The jobs of the spreadsheet. This page drives at most one of them. */
export type Jobs = ReturnType<typeof useJobs>;

interface DriveOptions {
  askAtMost?: number;
  /** The price that the user was told. For a resumed job `left` tells it. */
  price?: ToldPrice;
  left?: LeftToAsk | null;
  /** Counted together with `left`. */
  doneWhenCounted?: number;
}

/** The driver lives as long as the page. `onAnswers` gets the answers of each call. */
export function useJobs(kind: KindName, onAnswers?: (job: JobView, answers: readonly Answer[]) => void) {
  const { call, account, keyChanges, undoneJobs, noteEndedJob, readAccount } = useSession();
  const [all, setAll] = useState<readonly JobView[]>([]);
  const [isRead, setIsRead] = useState(false);
  const [driven, setDriven] = useState<DrivenJob | null>(null);
  const [ended, setEnded] = useState<EndedJob | null>(null);
  const [openedId, setOpenedId] = useState("");
  const driver = useRef<Driver | null>(null);
  const hasBraked = useRef(false);

  const take = (job: JobView): void =>
    setAll((before) => [job, ...before.filter(({ id }) => id !== job.id)].sort((a, b) => b.startedMs - a.startedMs));
  const takeAll = useCallback((now: JobView[]) => setAll(now.filter((job) => job.kind === kind)), [kind]);
  const readAnew = useCallback(async () => {
    const result = await call("listJobs");
    if (result.ok) takeAll(result.data);
    setIsRead(true);
    return result.ok ? result.data : [];
  }, [call, takeAll]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an undo elsewhere and another key change the list.
  useEffect(() => void readAnew(), [readAnew, undoneJobs, keyChanges]);

  async function drive(
    { job, scan }: StartedJob,
    { price, askAtMost, left = null, doneWhenCounted = 0 }: DriveOptions,
  ): Promise<void> {
    setEnded(null);
    hasBraked.current = false;
    const counts = countsOf(job, left, doneWhenCounted, askAtMost);
    setDriven({ job, ...counts, progress: null, isEnding: false, lost: null });
    take(job);
    let seemsEmpty = account.data !== null && (account.data.creditsLeft ?? 1) <= 0;
    const watched = watchCalls(
      {
        async step(request) {
          const result = await call("stepJob", request);
          if (result.ok && result.data.do === "ask") onAnswers?.(job, result.data.answers);
          return result;
        },
        end: (request) => call("endJob", request),
      },
      { job, sleep, onChange: () => setDriven((before) => before && { ...before, lost: watched.lost() }) },
    );
    const mostHalves = mostInAll(job, counts, (price ?? left)?.halves);
    const spentIn = (progress: JobProgress): Spent => {
      const spent = watched.spent(progress.spent);
      return spent ? withinPrice(spent, mostHalves) : job.spent;
    };
    driver.current = createDriver({
      job,
      scan,
      nowMs: () => Date.now(),
      sleep,
      ...(askAtMost === undefined ? {} : { askAtMost }),
      ...(left && { price: priceOf(job, left.questions) }),
      ...(price && { price }),
      calls: watched.calls,
      hasCredits: (account.data?.creditsLeft ?? 0) > 0,
      onProgress(progress) {
        const now = {
          ...job,
          spent: spentIn(progress),
          written: progress.written ?? job.written,
        };
        take(now);
        setDriven((before) => before && { ...before, job: now, progress });
        // Credits were added elsewhere.
        if (seemsEmpty && hasPaid(job.spent, now.spent)) {
          seemsEmpty = false;
          void readAccount();
        }
      },
    });
    const { state, stop: refused, progress, job: leftJob } = await driver.current.run();
    driver.current = null;
    const stop = refused ?? (state === "stopped" && !hasBraked.current ? STOPPED_ELSEWHERE : null);
    const last = leftJob ?? {
      ...job,
      state,
      reason: stop?.message ?? "",
      spent: spentIn(progress),
    };
    setDriven(null);
    const isTrial = askAtMost !== undefined && state === "paused" && stop === null && progress.answered >= askAtMost;
    setEnded({ job: last, state, stop, progress, tried: isTrial ? askAtMost : null });
    take(last);
    noteEndedJob();
    void readAccount();
  }

  /** After a refusal jobs are read again, because Google may have failed after starting the job. */
  function begin(result: Result<StartedJob>, options: DriveOptions): Result<StartedJob> {
    if (result.ok) void drive(result.data, options);
    else void readAnew();
    return result;
  }

  function show(job: JobView, stop: Refusal | null = null): void {
    const state = job.state === "stopped" ? job.state : "finished";
    setEnded({ job, state, stop, progress: null, tried: null });
  }

  function brake(how: "pause" | "stop"): void {
    hasBraked.current = true;
    driver.current?.[how]();
    setDriven((before) => before && { ...before, isEnding: true });
  }

  const leave = useCallback(() => {
    setEnded(null);
    void readAnew();
  }, [readAnew]);

  return {
    /** Newest first. */
    all,
    /** False until `all` has been read. */
    isRead,
    driven,
    ended,
    start: async (choices: JobChoices, options: Pick<DriveOptions, "askAtMost" | "price"> = {}) =>
      begin(await call("startJob", choices), options),
    /**
     * @param withOwnKey true if the user agrees to spend the credits of another key than the one that started the job
     * @param capHalves what the job may cost in all from now on; `null` for no limit
     * @param left `null` if it is not known
     * @param pages all pages that a list of companies will have; if left out, as many as before
     */
    async resume(
      { id, done, epoch, isActive }: JobView,
      withOwnKey: boolean,
      capHalves: number | null,
      left: LeftToAsk | null,
      pages?: number,
    ) {
      const choices = { capHalves, seen: { epoch, isActive }, ...(pages !== undefined && { pages }) };
      const result = await call("resumeJob", { jobId: id, withOwnKey, ...choices });
      if (result.ok || result.code !== "JOB_TAKEN_OVER") return begin(result, { left, doneWhenCounted: done });
      const now = (await readAnew()).find((job) => job.id === id);
      if (now && !isOpen(now)) show(now, GONE_ON_ELSEWHERE);
      return GONE_ON_ELSEWHERE;
    },
    pause: () => brake("pause"),
    stop: () => brake("stop"),
    async abandon({ id, epoch, done }: JobView) {
      const result = await call("endJob", { jobId: id, epoch, state: "stopped", reason: "", hasLanded: false, done });
      if (result.ok) take(result.data);
      else void readAnew();
      return result;
    },
    show,
    /** Empty for the newest job. */
    openedId,
    open: setOpenedId,
    leave,
    readAnew,
    takeAll,
  };
}

/** Counts again for each new reason, because rows may have changed, and for another key. The old count stays until then. */
export function useJobSummary(jobId: string, reason?: ColumnPlan | string, also = ""): Loaded<JobSummary> {
  const { call, keyChanges } = useSession();
  return useAnswer(() => call("summariseJob", { jobId }), [call, jobId, reason, also, keyChanges]);
}

export function unfinishedOf({ all, driven, openedId }: Jobs): JobView | null {
  const unfinished = all.filter((job) => isOpen(job) && job.id !== driven?.job.id);
  return unfinished.find(({ id }) => id === openedId) ?? unfinished[0] ?? null;
}
