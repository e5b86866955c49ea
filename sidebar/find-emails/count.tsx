import { useEffect, useRef, useState } from "preact/hooks";
import type { CountRequest } from "../../src/jobs/protocol";
import type { ColumnPlan, CountedEmails } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/notice";
import { many, write, writeDuration } from "../format";
import { useSession } from "../session";
import { useAnnounce } from "../shell/navigation";

/** The numbers so far. */
export type Counted = Pick<CountedEmails, "counted" | "emails" | "withoutEmails" | "halves">;

/** Counts the emails of a plan's domains, a few seconds a call, until all are counted or it is stopped. */
export interface Counting {
  isCounting: boolean;
  /** `null` before the first numbers. */
  counted: Counted | null;
  /** True if no domains are left. */
  isOver: boolean;
  refusal: Refusal | null;
  /** Begins, or goes on where it was stopped. */
  start(request: Omit<CountRequest, "offset">): Promise<void>;
  /** The numbers of the call under way still come. */
  stop(): void;
}

interface Count {
  counted: Counted | null;
  /** `null` when all are counted. */
  nextOffset: number | null;
  refusal: Refusal | null;
}

/** A count under way; a new object replaces it when its numbers no longer hold. */
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
 * @param about the choices that the numbers depend on: others forget them
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

interface CountFirstProps {
  plan: ColumnPlan;
  counting: Counting;
  onStart: () => void;
}

/** Counts the emails of the domains, which is free and gives a closer estimate of the price. */
export function CountFirst({ plan, counting, onStart }: CountFirstProps) {
  const { settings } = useSession();
  const { counted, isCounting, isOver, refusal } = counting;
  const domains = plan.find?.domains ?? 0;
  const announce = useAnnounce();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isOver) return;
    announce(text.current?.textContent ?? "");
    // The pressed button is gone, and with it the focus.
    if (document.activeElement === document.body) text.current?.focus();
  }, [isOver, announce]);
  if (domains === 0 || settings.state !== "here") return null;
  const { options, optionLimits } = settings.data;
  const callsPerMinute = options.callsPerMinute["email-count"] ?? optionLimits.usualCallsPerMinute["email-count"];
  const done = counted?.counted ?? 0;
  const time = writeDuration(((domains - done) * 60) / callsPerMinute);
  return (
    <div class="stack tight">
      {(isCounting || counted) && (
        <p ref={text} class="small" tabIndex={-1}>
          {isOver ? many(done, "domain") : `${write(done)} of ${many(domains, "domain")}`} counted
          {counted && `: ${many(counted.emails, "email")}, ${many(counted.withoutEmails, "domain")} without any`}.
        </p>
      )}
      {isCounting && <progress aria-label="Domains counted" max={domains} value={done} />}
      {refusal && <RefusalNotice refusal={refusal} />}
      {!isOver && (
        <div>
          <Button variant="quiet" onPress={isCounting ? counting.stop : onStart}>
            {isCounting ? "Stop counting" : counted ? "Continue counting" : "Count emails first (free)"}
          </Button>
          <p class="small soft">{isCounting ? `${time} left` : `Takes ${time}, and gives a closer estimate.`}</p>
        </div>
      )}
    </div>
  );
}
