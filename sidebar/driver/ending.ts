import type { Refusal } from "../../src/result";
import { createFailures } from "./failures";

/** How a driver ends. */
export interface Ending {
  state: "paused" | "stopped" | "finished";
  /** Why it ended early; `null` when it was the user's wish or all is done. */
  stop: Refusal | null;
}

/** Refusals that only say that the run has ended, here or elsewhere. */
const ENDED: Record<string, Ending["state"]> = {
  RUN_STOPPED: "stopped",
  RUN_FINISHED: "finished",
  RUN_PAUSED: "paused",
};

/** Decides when a driver ends: the first reason counts. */
export function createEnding({ nowMs, sleep }: { nowMs(): number; sleep(ms: number): Promise<void> }) {
  let ending: Ending | null = null;

  function end(state: Ending["state"], stop: Refusal | null = null): void {
    ending ??= { state, stop };
  }

  return {
    end,
    /** `null` while the driver goes on. */
    how: () => ending,
    /** Calls of one sort: one that arrives says nothing about those of another. */
    watch() {
      const failures = createFailures();
      return {
        ...failures,
        note: (report: Parameters<typeof failures.note>[0]): Refusal | null => failures.note(report, nowMs()),
        /** @returns false when it is no use to call again; the driver ends then */
        async waitOrEnd(refusal: Refusal): Promise<boolean> {
          const ended = ENDED[refusal.code];
          const waitMs = ended ? null : failures.waitMs(refusal, nowMs());
          if (ended) end(ended);
          else if (waitMs === null) end("paused", refusal);
          else await sleep(waitMs);
          return waitMs !== null;
        },
      };
    },
  };
}

export type EndingOf = ReturnType<typeof createEnding>;
