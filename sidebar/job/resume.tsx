import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { JobView, LeftToAsk, StartedJob } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { RefusalNotice } from "../controls/notice";
import type { Action } from "../session";
import {
  allowanceProblem,
  type Budget,
  budgetOf,
  capProblem,
  firstAllowance,
  isGone,
  lostSheetText,
  readCap,
} from "./job-view";
import type { Jobs } from "./use-jobs";

/** The credit limit of a job, which can be changed before it is resumed. */
export interface Allowance {
  typed: string;
  type: (cap: string) => void;
  /** Says why the job cannot be resumed with it; empty when it can. */
  problem: string;
  /** In halves; `null` for no limit. */
  capHalves: number | null;
}

/** @param budget as last read: the field follows it until the user types */
function useAllowance(budget: Budget): Allowance {
  const [own, setOwn] = useState<{ typed: string; before: number | null } | null>(null);
  const typed = own?.before === budget.capHalves ? own.typed : firstAllowance(budget);
  const problem = allowanceProblem(typed, budget);
  return {
    typed,
    problem,
    // Always sent: others may have changed the limit since this page read it.
    capHalves: readCap(typed),
    type: (cap) => setOwn({ typed: cap, before: budget.capHalves }),
  };
}

interface CapFieldProps {
  label?: string;
  value: string;
  onInput: (cap: string) => void;
  /** If left out, that of the credits as typed. */
  problem?: string;
}

/** The most that a job may spend. */
export function CapField({ label = "Credit limit", value, onInput, problem = capProblem(value) }: CapFieldProps) {
  return <Field short placeholder="no limit" {...{ label, value, onInput, problem }} />;
}

/** The action of a button that resumes a job. */
export type Resuming = Action<Parameters<Jobs["resume"]>, StartedJob>;

interface ResumeProps {
  job: JobView;
  resuming: Resuming;
  /** `null` if it is not known. */
  left: LeftToAsk | null;
  /** The reason for its end, which stands elsewhere on the page. */
  stop?: Refusal | null;
  /** Labels the button, with the limit as it is typed. */
  label(budget: Budget): string;
  /** Another job is under way, or what is left is being counted. */
  isWaiting?: boolean;
  /** Beside the button. */
  children: ComponentChildren;
}

/** Resumes a job that is not over: says whose key pays, and asks what it may cost in all. */
export function Resume({ job, left, resuming, stop = null, label, isWaiting = false, children }: ResumeProps) {
  const budget = budgetOf(job, left);
  const allowance = useAllowance(budget);
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
      {canGoOn && (
        <CapField
          label="Credit limit for the whole job"
          value={allowance.typed}
          onInput={allowance.type}
          problem={allowance.problem}
        />
      )}
      {refusal && refusal.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      <div class="row">
        {canGoOn && (
          <Button
            variant="primary"
            working={resuming.running || isWaiting}
            unready={allowance.problem !== ""}
            onPress={() => void resuming.start(job, isOthers, allowance.capHalves, left)}
          >
            {label({ ...budget, capHalves: allowance.capHalves })}
          </Button>
        )}
        {children}
      </div>
    </>
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
