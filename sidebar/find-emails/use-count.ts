import { useEffect, useRef, useState } from "preact/hooks";
import type { CountRequest } from "../../src/jobs/protocol";
import type { CountedEmails } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { useSession } from "../state/session";

/** What has been counted so far. */
export type Counted = Pick<CountedEmails, "counted" | "emails" | "withoutEmails" | "halves">;

/** Counting the emails of a plan's domains, a few seconds a call, until it is over or stopped. */
export interface Counting {
  isCounting: boolean;
  /** `null` before the first numbers. */
  counted: Counted | null;
  /** True if no domains are left. */
  isOver: boolean;
  refusal: Refusal | null;
  /** Begins, or goes on where it was stopped. */
  start(request: Omit<CountRequest, "offset">): Promise<void>;
  /** What is under way still counts. */
  stop(): void;
}

interface Count {
  counted: Counted | null;
  /** `null` when all are counted. */
  nextOffset: number | null;
  refusal: Refusal | null;
}

/** Counting that goes on slice by slice while it is wanted; another one takes its place when it holds no longer. */
interface Loop {
  isWanted: boolean;
  isUnderWay: boolean;
}

const NOTHING: Count = { counted: null, nextOffset: 0, refusal: null };

const add = (before: Counted | null, more: Counted): Counted => ({
  counted: (before?.counted ?? 0) + more.counted,
  emails: (before?.emails ?? 0) + more.emails,
  withoutEmails: (before?.withoutEmails ?? 0) + more.withoutEmails,
  halves: (before?.halves ?? 0) + more.halves,
});

/**
 * Counts emails slice by slice.
 * @param about what the numbers hold for: with another one they are forgotten
 */
export function useCount(about: string): Counting {
  const { call } = useSession();
  const [count, setCount] = useState(NOTHING);
  const [isCounting, setIsCounting] = useState(false);
  const loop = useRef<Loop>({ isWanted: false, isUnderWay: false });
  const want = (isWanted: boolean): void => {
    loop.current.isWanted = isWanted;
    setIsCounting(isWanted);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is counted holds for this only.
  useEffect(() => {
    setCount(NOTHING);
    return () => {
      want(false);
      loop.current = { isWanted: false, isUnderWay: false };
    };
  }, [about]);
  return {
    isCounting,
    stop: () => want(false),
    counted: count.counted,
    refusal: count.refusal,
    isOver: count.nextOffset === null,
    async start(request) {
      want(true);
      const mine = loop.current;
      if (mine.isUnderWay) return;
      mine.isUnderWay = true;
      let now: Count = { ...count, refusal: null };
      while (mine.isWanted && now.nextOffset !== null && now.refusal === null) {
        const result = await call("countColumnEmails", { ...request, offset: now.nextOffset });
        if (mine !== loop.current) return;
        now = result.ok
          ? { counted: add(now.counted, result.data), nextOffset: result.data.nextOffset, refusal: null }
          : { ...now, refusal: result };
        setCount(now);
      }
      mine.isUnderWay = false;
      want(false);
    },
  };
}
