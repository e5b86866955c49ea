import type { Look } from "../../src/runs/slices";
import type { EndingOf } from "./ending";
import type { Passes } from "./passes";
import type { Questions } from "./questions";
import type { RunCalls } from "./run-calls";

/** Chunks held for others to see: what is being asked, and what was looked at ahead. */
const HELD_CHUNKS = 5;

interface LookParts {
  calls: Pick<RunCalls, "lookAhead">;
  runId: string;
  driverId: string;
  passes: Passes;
  questions: Questions;
  ending: EndingOf;
}

/** Looks at the rows ahead, and knows which of them are held. */
export function createLooks({ calls, runId, driverId, passes, questions, ending }: LookParts) {
  const failures = ending.watch();
  let held: number[] = [];

  function take(wanted: number[], seen: Look): void {
    held = [...held.filter((chunk) => !seen.taken.includes(chunk)), ...seen.taken].slice(-HELD_CHUNKS);
    passes.take(wanted, seen, questions.add(seen));
  }

  return {
    take,
    held: () => held,
    /** @returns whether it has come to something */
    async look({ wanted, count }: { wanted: number[]; count: number }, waitMs: number): Promise<boolean> {
      const result = await calls.lookAhead({ runId, driverId, wanted, count, held, waitMs });
      if (!result.ok) {
        passes.fail(wanted.slice(0, count));
        await failures.waitOrEnd(result);
        return false;
      }
      failures.arrived();
      take(wanted.slice(0, count), result.data);
      return true;
    },
  };
}

export type Looks = ReturnType<typeof createLooks>;
