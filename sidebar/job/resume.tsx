import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { JobView, LeftToAsk, StartedJob } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { Notice, RefusalNotice } from "../controls/notice";
import { many, write } from "../format";
import { type Action, useSession } from "../session";
import { focusPage } from "../shell/navigation";
import { allowanceProblem, capText, isGone, lostSheetText, readCap, restHalves } from "./job-view";
import { goOnText, type JobWords } from "./kind";
import type { Jobs } from "./use-jobs";

interface CapFieldProps {
  label?: string;
  value: string;
  onInput: (cap: string) => void;
  hint?: string;
  problem: string;
}

export const CapField = ({ label = "Credit limit", ...others }: CapFieldProps) => (
  <Field short placeholder="no limit" label={label} {...others} />
);

interface ResumeProps {
  job: JobView;
  resuming: Action<Parameters<Jobs["resume"]>, StartedJob>;
  left: LeftToAsk | null;
  /** Why the job stopped, which is shown elsewhere on the page. */
  stop?: Refusal | null;
  words: JobWords;
  isWaiting?: boolean;
  children: ComponentChildren;
}

export function Resume({ job, left, resuming, stop = null, words, isWaiting = false, children }: ResumeProps) {
  const [typed, setTyped] = useState<{ cap: string; before: number | null } | null>(null);
  // Until the user types, the field follows the limit as last read, because others may change it.
  const cap = typed?.before === job.capHalves ? typed.cap : capText(job);
  // A job with nothing left needs no credits, so no limit is asked for.
  const isAsked = left?.questions !== 0;
  const problem = isAsked ? allowanceProblem(cap, job, left) : "";
  const capHalves = isAsked ? readCap(cap) : job.capHalves;
  const { refusal } = resuming;
  const isTold = [stop, refusal].some((reason) => reason?.code === "OTHER_KEY");
  const isOthers = !job.isYourKey || isTold;
  const canGoOn = lostSheetText(job) === "" && !isGone([stop, refusal]);
  const creditsLeft = useSession().account.data?.creditsLeft ?? null;
  const most = problem === "" ? restHalves({ ...job, capHalves }, left) : null;
  const isShort = creditsLeft !== null && most !== null && most / 2 > creditsLeft;
  return (
    <>
      {canGoOn && isOthers && !isTold && (
        <p>It last ran with another API key. If you resume it, your credits are spent.</p>
      )}
      {/* The field is there even without a limit, since another person may have removed it. */}
      {canGoOn && isAsked && (
        <CapField
          label="Credit limit for the whole job"
          value={cap}
          onInput={(typedCap) => setTyped({ cap: typedCap, before: job.capHalves })}
          // If the field holds the limit that was reached, the user has typed nothing wrong.
          {...(cap === capText(job) ? { hint: problem, problem: "" } : { problem })}
        />
      )}
      {refusal?.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      {canGoOn && <Replaces cells={left?.filledCells ?? 0} />}
      {canGoOn && isShort && <p class="small problem">You have {many(creditsLeft, "credit")} left.</p>}
      <div class="row">
        {canGoOn && (
          <Button
            variant="primary"
            working={resuming.running || isWaiting}
            unready={problem !== ""}
            onPress={() => void resuming.start(job, isOthers, capHalves, left)}
          >
            {goOnText(words, left, problem === "" ? { ...job, capHalves } : null)}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

export function Replaces({ cells }: { cells: number }) {
  return cells > 0 ? <p class="small problem">Replaces {many(cells, "cell")} filled by hand.</p> : null;
}

export function MovedHeading({ row }: { row: number | null | undefined }) {
  if (!row) return null;
  return (
    <Notice tone="warning">
      The header is now in row {write(row)}: it was probably sorted with the other rows. It is left as it is. Move it
      back to the top first, or the row there may be taken for the header.
    </Notice>
  );
}

export function Brakes({ jobs }: { jobs: Jobs }) {
  const press = (brake: () => void) => (): void => {
    brake();
    focusPage();
  };
  if (jobs.driven?.isEnding) return <p class="soft">Finishing what is under way…</p>;
  return (
    <div class="row">
      <Button onPress={press(jobs.pause)}>Pause</Button>
      <Button variant="quiet" onPress={press(jobs.stop)}>
        Stop
      </Button>
    </div>
  );
}
