import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Result } from "../../../src/result";
import type { FillView, FillWish } from "../../../src/runs/companies/views";
import { createFillDriver, type FillDriver } from "../../driver/fill-driver";
import { useAnnounce } from "../../shell/announcer";
import { useSession } from "../../state/session";
import { pagesText } from "./fill-texts";

/** The fills of this spreadsheet, and the one that this page drives. */
export interface FillsState {
  fills: readonly FillView[];
  driven: { id: string; pagesPerMinute: number; failure: string | null } | null;
  /** It has been told to end, and ends with what is under way. */
  isEnding: boolean;
  start(wish: FillWish): Promise<Result<FillView>>;
  /**
   * @param withOwnKey the user agrees to spend the credits of another key than the one it was started with
   * @param capHalves what it may cost in all from now on; as before if it is left out
   */
  resume(id: string, withOwnKey: boolean, capHalves?: number | null): Promise<Result<FillView>>;
  end(state: "paused" | "stopped"): void;
  /** Ends one that this page does not drive. */
  stop(id: string): Promise<Result<FillView>>;
  readAnew(): Promise<void>;
}

/** The fills of this spreadsheet; at most one of them is driven by this page, and pauses with it. */
export function useFills(): FillsState {
  const { call, readAccount } = useSession();
  const announce = useAnnounce();
  const [fills, setFills] = useState<readonly FillView[]>([]);
  const [driven, setDriven] = useState<FillsState["driven"]>(null);
  const [isEnding, setEnding] = useState(false);
  const driver = useRef<FillDriver | null>(null);
  const driverId = useMemo(() => `fill${Math.random().toString(36).slice(2)}`, []);

  const take = (fill: FillView): void =>
    setFills((before) =>
      [fill, ...before.filter(({ id }) => id !== fill.id)].sort((a, b) => b.startedMs - a.startedMs),
    );
  const readAnew = async (): Promise<void> => {
    const result = await call("findFills");
    if (result.ok) setFills(result.data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the tab opens.
  useEffect(() => {
    void readAnew();
  }, []);

  const drive = async (fill: FillView): Promise<void> => {
    take(fill);
    setDriven({ id: fill.id, pagesPerMinute: 0, failure: null });
    driver.current = createFillDriver({
      fillId: fill.id,
      driverId,
      nowMs: Date.now,
      calls: {
        fillPages: (request) => call("fillPages", request),
        endFill: (request) => call("endFill", request),
      },
      onProgress({ fill: now, pagesPerMinute, failure }) {
        // A slice does not spend a call on the sheet's name.
        take({ ...now, sheetName: fill.sheetName });
        setDriven({ id: fill.id, pagesPerMinute, failure });
      },
    });
    const { state, stop, fill: left } = await driver.current.run();
    setDriven(null);
    setEnding(false);
    if (left) take(left);
    announce([`The fill is ${state}.`, left && pagesText(left), stop?.message, stop?.remedy].filter(Boolean).join(" "));
    void readAccount();
  };
  const begin = (result: Result<FillView>): Result<FillView> => {
    if (result.ok) void drive(result.data);
    return result;
  };

  return {
    fills,
    driven,
    isEnding,
    async start(wish) {
      const result = await call("startFill", wish);
      // Google may have failed after it had begun.
      if (!result.ok) await readAnew();
      return begin(result);
    },
    async resume(id, withOwnKey, capHalves) {
      // Google carries no `undefined`.
      const changes = capHalves === undefined ? [] : ([capHalves] as const);
      return begin(await call("resumeFill", id, withOwnKey, ...changes));
    },
    end(state) {
      if (state === "paused") driver.current?.pause();
      else driver.current?.stop();
      setEnding(true);
    },
    async stop(fillId) {
      const request = { fillId, driverId, state: "stopped", reason: "", unspentHalves: 0, freeAnswers: 0 } as const;
      const result = await call("endFill", request);
      if (result.ok) take(result.data);
      return result;
    },
    readAnew,
  };
}
