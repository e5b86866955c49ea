import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../src/result";
import type { StartedRun } from "../../src/runs/slices";
import type { RunView, RunWish } from "../../src/runs/views";
import { createDriver, type Driver } from "../driver/driver";
import type { RunProgress } from "../driver/progress";
import { useSession } from "../state/session";
import type { BalanceFall, RunEnd } from "./kind";

/** What the tab shows: choices, a run under way, or how one has ended. */
export type RunPhase =
  | { phase: "choosing" }
  | { phase: "running"; run: RunView; toAsk: number; progress: RunProgress | null; isEnding: boolean }
  | {
      phase: "ended";
      /** As it was left. */
      run: RunView;
      end: RunEnd;
      /** Questions that were not asked yet; `null` when it is not known how many. */
      unasked: number | null;
      balanceFall: BalanceFall | null;
    };

/** The runs of a tab: one at a time is driven by this page. */
export interface Runs {
  state: RunPhase;
  /** Runs that were left unfinished, the youngest first. */
  unfinished: RunView[];
  /** The last one that is over. */
  last: RunView | null;
  refusal: Refusal | null;
  start(wish: RunWish, toAsk: number, askAtMost?: number): Promise<void>;
  /** @param capHalves what it may cost in all from now on; as before if it is left out */
  resume(run: RunView, withOwnKey: boolean, capHalves?: number | null): Promise<void>;
  pause(): void;
  stop(): void;
  /** Back to the choices, unless a run is under way. */
  leave(): void;
  /** Shows how one that is over has ended. */
  show(run: RunView): void;
  /** An unfinished run is not offered any more. */
  abandon(run: RunView): Promise<void>;
}

const isOpen = ({ state }: RunView): boolean => state === "running" || state === "paused";

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
  const [own, setOwn] = useState<RunView[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const driver = useRef<Driver | null>(null);

  const findOwn = useCallback(async () => {
    const result = await call("findRuns");
    if (result.ok) setOwn(result.data.filter(isOwn));
  }, [call, isOwn]);
  useEffect(() => void findOwn(), [findOwn]);

  async function drive(
    { run, look }: Pick<StartedRun, "run"> & { look?: StartedRun["look"] },
    all: number | null,
    most?: number,
  ) {
    const toAsk = all === null ? 0 : Math.min(all, most ?? all);
    let left: RunView | null = null;
    const before = account.state === "here" ? account.data.creditsLeft : null;
    setState({ phase: "running", run, toAsk, progress: null, isEnding: false });
    driver.current = createDriver({
      runId: run.id,
      driverId: newDriverId(),
      isPrepared: run.isPrepared,
      nowMs: () => Date.now(),
      sleep,
      isFinding: run.find !== null,
      ...(look ? { firstLook: look } : {}),
      ...(most === undefined ? {} : { askAtMost: most }),
      calls: {
        lookAhead: (request) => call("lookAhead", request),
        runSlice: (request) => call("runSlice", request),
        prepareRun: (runId) => call("prepareRun", runId),
        async endRun(request) {
          const result = await call("endRun", request);
          if (result.ok) left = { ...result.data, sheetName: run.sheetName };
          return result;
        },
      },
      onProgress: (progress) => setState((before) => (before.phase === "running" ? { ...before, progress } : before)),
    });
    const end = await driver.current.run();
    driver.current = null;
    const ended: RunView = left ?? run;
    const unasked = all === null ? null : Math.max(0, all - end.progress.answered);
    setState({ phase: "ended", run: ended, end, unasked, balanceFall: null });
    findOwn();
    const after = await readAccount();
    // With another key it is the balance of another account.
    if (!ended.isYourKey || end.stop?.code === "OTHER_KEY") return;
    if (!after.ok || after.data.creditsLeft === null || before === null) return;
    const balanceFall = { credits: before - after.data.creditsLeft, since: look ? "started" : "resumed" } as const;
    setState((now) => (now.phase === "ended" && now.end === end ? { ...now, balanceFall } : now));
  }

  function end(how: "pause" | "stop"): void {
    driver.current?.[how]();
    setState((before) => (before.phase === "running" ? { ...before, isEnding: true } : before));
  }

  return {
    state,
    refusal,
    unfinished: own.filter(isOpen),
    last: own.find((run) => !isOpen(run)) ?? null,
    async start(wish, toAsk, askAtMost) {
      setRefusal(null);
      const result = await call("startRun", wish);
      if (!result.ok) return setRefusal(result);
      await drive(result.data, toAsk, askAtMost);
    },
    async resume(run, withOwnKey, capHalves) {
      setRefusal(null);
      // Google carries no `undefined`.
      const changes = capHalves === undefined ? [] : ([capHalves] as const);
      const result = await call("resumeRun", run.id, withOwnKey, ...changes);
      if (!result.ok) return setRefusal(result);
      await drive({ run: { ...run, ...result.data, sheetName: run.sheetName } }, null);
    },
    pause: () => end("pause"),
    stop: () => end("stop"),
    async abandon({ id }) {
      const nothing = { reason: "", costs: [], freeAnswers: 0 };
      await call("endRun", { runId: id, driverId: newDriverId(), state: "stopped", ...nothing });
      await findOwn();
    },
    leave() {
      setRefusal(null);
      setState((before) => (before.phase === "running" ? before : { phase: "choosing" }));
      findOwn();
    },
    show(run) {
      setRefusal(null);
      const end = { state: run.state === "stopped" ? run.state : "finished", stop: null, progress: null } as const;
      setState({ phase: "ended", run, end, unasked: null, balanceFall: null });
    },
  };
}
