import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { JobView, LeftToAsk, StartedJob } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { Notice, RefusalNotice } from "../controls/notice";
import { write } from "../format";
import type { Action } from "../session";
import { allowanceProblem, type Credits, capProblem, capText, isGone, lostSheetText, readCap } from "./job-view";
import type { Jobs } from "./use-jobs";

interface CapFieldProps {
  label?: string;
  value: string;
  onInput: (cap: string) => void;
  hint?: string;
  /** If left out, that of the credits as typed. */
  problem?: string;
}

/** The most that a job may spend. */
export function CapField({ label = "Credit limit", problem, ...others }: CapFieldProps) {
  return <Field short placeholder="no limit" {...others} label={label} problem={problem ?? capProblem(others.value)} />;
}

interface ResumeProps {
  job: JobView;
  resuming: Action<Parameters<Jobs["resume"]>, StartedJob>;
  /** `null` if it is not known. */
  left: LeftToAsk | null;
  /** The reason for its end, which stands elsewhere on the page. */
  stop?: Refusal | null;
  /** Labels the button, with the limit as it is typed; `null` if that cannot be used. */
  label(credits: Credits | null): string;
  /** Another job is under way, or what is left is being counted. */
  isWaiting?: boolean;
  /** Beside the button. */
  children: ComponentChildren;
}

/** Resumes a job that is not over: says whose key pays, and asks what it may cost in all. */
export function Resume({ job, left, resuming, stop = null, label, isWaiting = false, children }: ResumeProps) {
  const [typed, setTyped] = useState<{ cap: string; before: number | null } | null>(null);
  // Until the user types, the field follows the limit as last read: others may change it.
  const cap = typed?.before === job.capHalves ? typed.cap : capText(job);
  // It needs no credits, so that none have to be allowed.
  const isAsked = left?.questions !== 0;
  const problem = isAsked ? allowanceProblem(cap, job, left) : "";
  const capHalves = isAsked ? readCap(cap) : job.capHalves;
  const { refusal } = resuming;
  const isTold = [stop, refusal].some((reason) => reason?.code === "OTHER_KEY");
  const isOthers = !job.isYourKey || isTold;
  const canGoOn = lostSheetText(job) === "" && !isGone([stop, refusal]);
  return (
    <>
      {canGoOn && isOthers && !isTold && (
        <p>It was started with another API key. If you resume it, your credits are spent.</p>
      )}
      {/* Shown even without a limit: another person may have removed it. */}
      {canGoOn && isAsked && (
        <CapField
          label="Credit limit for the whole job"
          value={cap}
          onInput={(typedCap) => setTyped({ cap: typedCap, before: job.capHalves })}
          // Nobody has typed anything wrong as long as it is the limit that was reached.
          {...(cap === capText(job) ? { hint: problem, problem: "" } : { problem })}
        />
      )}
      {refusal && refusal.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      <div class="row">
        {canGoOn && (
          <Button
            variant="primary"
            working={resuming.running || isWaiting}
            unready={problem !== ""}
            onPress={() => void resuming.start(job, isOthers, capHalves, left)}
          >
            {label(problem === "" ? { ...job, capHalves } : null)}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

/** Warns of a header that stands among the rows. */
export function MovedHeading({ row }: { row: number | null | undefined }) {
  if (!row) return null;
  return (
    <Notice tone="warning">
      <p>
        The header stands in row {write(row)}, among the others: it was probably sorted with them. It is left as it is.
        Put it back on top first, or the row there may be taken for the header.
      </p>
    </Notice>
  );
}

/** Pauses or stops the job that this page drives. */
export function Brakes({ jobs, onPressed = () => {} }: { jobs: Jobs; onPressed?: () => void }) {
  const press = (brake: () => void) => (): void => {
    brake();
    onPressed();
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
