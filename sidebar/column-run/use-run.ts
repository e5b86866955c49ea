import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../src/result";
import type { StartedRun } from "../../src/runs/slices";
import type { RunView, RunWish } from "../../src/runs/views";
import { createDriver, type Driver, type DriverEnd } from "../driver/driver";
import type { RunProgress } from "../driver/progress";
import { useSession } from "../state/session";
import type { BalanceFall } from "./kind";

/** What the tab shows: choices, a run under way, or how one has ended. */
export type RunPhase =
  | { phase: "choosing" }
  | { phase: "running"; run: RunView; toAsk: number; progress: RunProgress | null; isEnding: boolean }
  | {
      phase: "ended";
      run: RunView;
      end: DriverEnd;
      balanceFall: BalanceFall | null;
    };

export interface Runs {
  state: RunPhase;
  /** Runs that were left unfinished, the youngest first. */
  unfinished: RunView[];
  refusal: Refusal | null;
  start(wish: RunWish, toAsk: number, askAtMost?: number): Promise<void>;
  /** @param capHalves what it may cost in all from now on; as before if it is left out */
  resume(run: RunView, withOwnKey: boolean, capHalves?: number | null): Promise<void>;
  pause(): void;
  stop(): void;
  /** Back to the choices, unless a run is under way. */
  leave(): void;
  /** An unfinished run is not offered any more. */
  abandon(run: RunView): Promise<void>;
}

/** A name that no other page has. */
const newDriverId = (): string => crypto.randomUUID().replace(/-/g, "").slice(0, 12);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts, drives and ends runs; the driver lives as long as the page.
 * @param isOwn whether a run is of the kind that the page shows
 */
export function useRun(isOwn: (run: RunView) => boolean): Runs {
  const { call, account, readAccount } = useSession();
  const [state, setState] = useState<RunPhase>({ phase: "choosing" });
  const [unfinished, setUnfinished] = useState<RunView[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const driver = useRef<Driver | null>(null);

  const findUnfinished = useCallback(async () => {
    const result = await call("findRuns");
    const isOpen = (run: RunView) => (run.state === "running" || run.state === "paused") && isOwn(run);
    if (result.ok) setUnfinished(result.data.filter(isOpen));
  }, [call, isOwn]);
  useEffect(() => void findUnfinished(), [findUnfinished]);

  async function drive(
    { run, look }: Pick<StartedRun, "run"> & { look?: StartedRun["look"] },
    toAsk: number,
    most?: number,
  ) {
    const before = account.state === "here" ? account.data.creditsLeft : null;
    setState({ phase: "running", run, toAsk, progress: null, isEnding: false });
    driver.current = createDriver({
      ...{ runId: run.id, driverId: newDriverId(), isPrepared: run.isPrepared, nowMs: () => Date.now(), sleep },
      isFinding: run.find !== null,
      ...(look ? { firstLook: look } : {}),
      ...(most === undefined ? {} : { askAtMost: most }),
      calls: {
        lookAhead: (request) => call("lookAhead", request),
        runSlice: (request) => call("runSlice", request),
        prepareRun: (runId) => call("prepareRun", runId),
        endRun: (request) => call("endRun", request),
      },
      onProgress: (progress) => setState((before) => (before.phase === "running" ? { ...before, progress } : before)),
    });
    const end = await driver.current.run();
    driver.current = null;
    setState({ phase: "ended", run, end, balanceFall: null });
    findUnfinished();
    const after = await readAccount();
    if (!after.ok || after.data.creditsLeft === null || before === null) return;
    const balanceFall = { credits: before - after.data.creditsLeft, since: look ? "started" : "resumed" } as const;
    setState((now) => (now.phase === "ended" && now.end === end ? { ...now, balanceFall } : now));
  }

  function end(how: "pause" | "stop"): void {
    driver.current?.[how]();
    setState((before) => (before.phase === "running" ? { ...before, isEnding: true } : before));
  }

  return {
    ...{ state, unfinished, refusal },
    async start(wish, toAsk, askAtMost) {
      setRefusal(null);
      const result = await call("startRun", wish);
      if (!result.ok) return setRefusal(result);
      await drive(result.data, askAtMost === undefined ? toAsk : Math.min(toAsk, askAtMost), askAtMost);
    },
    async resume(run, withOwnKey, capHalves) {
      setRefusal(null);
      // Google carries no `undefined`.
      const changes = capHalves === undefined ? [] : ([capHalves] as const);
      const result = await call("resumeRun", run.id, withOwnKey, ...changes);
      if (!result.ok) return setRefusal(result);
      await drive({ run: { ...run, ...result.data, sheetName: run.sheetName } }, 0);
    },
    pause: () => end("pause"),
    stop: () => end("stop"),
    async abandon({ id }) {
      const nothing = { reason: "", costs: [], freeAnswers: 0 };
      await call("endRun", { runId: id, driverId: newDriverId(), state: "stopped", ...nothing });
      await findUnfinished();
    },
    leave() {
      setState((before) => (before.phase === "running" ? before : { phase: "choosing" }));
      findUnfinished();
    },
  };
}
