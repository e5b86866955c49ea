import type { RunPlan } from "../../src/runs/views";
import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/refusal-notice";
import { writeDuration } from "../format/duration";
import { userLocale } from "../format/locale";
import { writeCount } from "../format/numbers";
import { useSession } from "../state/session";
import type { Counting } from "./use-count";

const write = (count: number): string => writeCount(count, userLocale());

interface CountFirstProps {
  plan: RunPlan;
  counting: Counting;
  onStart: () => void;
}

/** Counts the emails that are known for the domains: free, and it narrows what finding them can cost. */
export function CountFirst({ plan, counting, onStart }: CountFirstProps) {
  const { settings } = useSession();
  const { counted, isCounting, isOver, refusal } = counting;
  const domains = plan.find?.domains ?? 0;
  if (domains === 0 || settings.state !== "here") return null;
  const { options, optionLimits } = settings.data;
  const callsPerMinute = options.callsPerMinute["email-count"] ?? optionLimits.usualCallsPerMinute["email-count"];
  const done = counted?.counted ?? 0;
  const time = writeDuration(((domains - done) * 60) / callsPerMinute);
  return (
    <div class="count-first">
      {(isCounting || counted) && (
        <p class="small">
          {isOver ? `${write(done)} ` : `${write(done)} of ${write(domains)} `}
          domains have <strong>{write(counted?.emails ?? 0)}</strong> emails, {write(counted?.withoutEmails ?? 0)} have
          none.
        </p>
      )}
      {isCounting && <progress aria-label="Domains counted" max={domains} value={done} />}
      {refusal && <RefusalNotice refusal={refusal} />}
      {!isOver && (
        <div class="row">
          <Button look="quiet" onPress={isCounting ? counting.stop : onStart}>
            {isCounting ? "Stop counting" : counted ? "Go on counting" : "Count emails first (free)"}
          </Button>
          <span class="small soft">{isCounting ? `${time} left` : `takes ${time}`}</span>
        </div>
      )}
    </div>
  );
}
