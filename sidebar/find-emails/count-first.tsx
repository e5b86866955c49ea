import { useEffect, useRef } from "preact/hooks";
import type { ColumnPlan } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/refusal-notice";
import { writeDuration } from "../format/duration";
import { many, write } from "../format/words";
import { useAnnounce } from "../shell/announcer";
import { useSession } from "../state/session";
import type { Counting } from "./use-count";

interface CountFirstProps {
  plan: ColumnPlan;
  counting: Counting;
  onStart: () => void;
}

/** Counts the emails that are known for the domains: free, and it narrows what finding them can cost. */
export function CountFirst({ plan, counting, onStart }: CountFirstProps) {
  const { settings } = useSession();
  const { counted, isCounting, isOver, refusal } = counting;
  const domains = plan.find?.domains ?? 0;
  const announce = useAnnounce();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isOver) return;
    announce(text.current?.textContent ?? "");
    // The button that was pressed last is gone.
    if (document.activeElement === document.body) text.current?.focus();
  }, [isOver, announce]);
  if (domains === 0 || settings.state !== "here") return null;
  const { options, optionLimits } = settings.data;
  const callsPerMinute = options.callsPerMinute["email-count"] ?? optionLimits.usualCallsPerMinute["email-count"];
  const done = counted?.counted ?? 0;
  const time = writeDuration(((domains - done) * 60) / callsPerMinute);
  return (
    <div class="count-first">
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
          <Button look="quiet" onPress={isCounting ? counting.stop : onStart}>
            {isCounting ? "Stop counting" : counted ? "Go on counting" : "Count emails first (free)"}
          </Button>
          <p class="small soft">
            {isCounting ? `${time} left` : `Takes ${time}, and tells nearer what finding costs.`}
          </p>
        </div>
      )}
    </div>
  );
}
