import { useEffect, useRef, useState } from "preact/hooks";
import type { PlanRequestOf } from "../../src/jobs/protocol";
import type { ColumnPlan } from "../../src/jobs/views";
import { MAX_COUNTED_DOMAINS, type Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { announce, RefusalNotice } from "../controls/notice";
import { many, write, writeDuration } from "../format";
import { useSession } from "../session";

/** Numbers last as long as the page. `null` stands for a domain that cannot be counted. */
const known = new Map<string, number | null>();

/**
 * Each call counts for a few seconds, until all domains are counted or the user stops it.
 * @param inputs names the rows that would be asked about; other rows have other domains
 */
export function useCount(request: PlanRequestOf<"find"> | null, inputs: string) {
  const { call } = useSession();
  const [domains, setDomains] = useState<ReadonlyMap<string, string> | null>(null);
  const [isCounting, setIsCounting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [, setKnown] = useState(known.size);
  /** Other inputs get a new object, so that the old loop ends. */
  const loop = useRef({ isWanted: false, isUnderWay: false });
  const want = (isWanted: boolean): void => {
    loop.current.isWanted = isWanted;
    setIsCounting(isWanted);
  };
  const list = async (): Promise<ReadonlyMap<string, string>> => {
    const mine = loop.current;
    const result = request && (await call("listDomains", request));
    const listed = new Map(result?.ok ? result.data : []);
    if (!result || mine !== loop.current) return new Map();
    if (result.ok) setDomains(listed);
    else setRefusal(result);
    return listed;
  };
  // Visible rows are read only when the user asks for it.
  const isListed = known.size > 0 && request?.rows.kind !== "visible";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the domains are those of these inputs.
  useEffect(() => {
    setDomains(null);
    setRefusal(null);
    if (isListed) void list();
    return () => {
      want(false);
      loop.current = { isWanted: false, isUnderWay: false };
    };
  }, [inputs]);
  const counts = new Map(
    [...(domains ?? [])].flatMap(([key, domain]) => (known.has(domain) ? [[key, known.get(domain) ?? null]] : [])),
  );
  return {
    /** By the keys of the questions. */
    counts,
    isCounting,
    isListing: domains === null && isListed && refusal === null,
    isOver: domains !== null && counts.size === domains.size,
    refusal,
    /** The numbers of the current call still come. */
    stop: () => want(false),
    async start() {
      want(true);
      const mine = loop.current;
      if (mine.isUnderWay) return;
      mine.isUnderWay = true;
      setRefusal(null);
      const wanted = domains ?? (await list());
      while (mine.isWanted) {
        const uncounted = new Set([...wanted.values()].filter((domain) => !known.has(domain)));
        const next = [...uncounted].slice(0, MAX_COUNTED_DOMAINS);
        if (next.length === 0) break;
        const result = await call("countEmails", next);
        if (!result.ok) {
          if (mine === loop.current) setRefusal(result);
          break;
        }
        for (const [at, emails] of result.data.entries()) known.set(next[at] ?? "", emails);
        setKnown(known.size);
      }
      mine.isUnderWay = false;
      if (mine === loop.current) want(false);
    },
  };
}

export function CountFirst({ plan, counting }: { plan: ColumnPlan; counting: ReturnType<typeof useCount> }) {
  const { settings } = useSession();
  const { counts, isCounting, isListing, isOver, refusal } = counting;
  const domains = plan.find?.domains ?? 0;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isOver) return;
    announce(text.current?.textContent ?? "");
    // The pressed button has vanished, and with it the focus.
    if (document.activeElement === document.body) text.current?.focus();
  }, [isOver]);
  if (domains === 0 || !settings.data) return null;
  const { options, optionLimits } = settings.data;
  const callsPerMinute = options.callsPerMinute["email-count"] ?? optionLimits.usualCallsPerMinute["email-count"];
  const done = counts.size;
  const numbers = [...counts.values()];
  const emails = numbers.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const time = writeDuration(((domains - done) * 60) / callsPerMinute);
  return (
    <div class="stack tight">
      {(isCounting || done > 0) && (
        <p ref={text} class="small" tabIndex={-1}>
          {isOver ? many(done, "domain") : `${write(done)} of ${many(domains, "domain")}`} counted
          {done > 0 &&
            `: ${many(emails, "email")}, ${many(numbers.filter((count) => count === 0).length, "domain")} without any`}
          .
        </p>
      )}
      {isCounting && <progress aria-label="Domains counted" max={domains} value={done} />}
      <RefusalNotice refusal={refusal} />
      {!isOver && (
        <div>
          <Button
            variant="quiet"
            working={isListing}
            onPress={isCounting ? counting.stop : () => void counting.start()}
          >
            {isCounting ? "Stop counting" : done > 0 ? "Continue counting" : "Count emails first (free)"}
          </Button>
          <p class="small soft">
            {isCounting
              ? `${time} left`
              : `At ${write(callsPerMinute)} a minute it takes ${time}, and gives a closer estimate.`}
          </p>
        </div>
      )}
    </div>
  );
}
