import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { JobView, StartedJob } from "../../src/jobs/views";
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

/** The limit of a job, which can be changed before it goes on. */
export interface Allowance {
  typed: string;
  type: (cap: string) => void;
  /** Says why the job cannot go on with it; empty when it can. */
  problem: string;
  /** In halves; `null` for no limit. */
  capHalves: number | null;
}

/** @param budget as it is known now: the field follows it until something is typed for the limit that holds */
function useAllowance(budget: Budget): Allowance {
  const [own, setOwn] = useState<{ typed: string; before: number | null } | null>(null);
  const typed = own?.before === budget.capHalves ? own.typed : firstAllowance(budget);
  const problem = allowanceProblem(typed, budget);
  return {
    typed,
    problem,
    // Always told: others may have changed it since this page has read it.
    capHalves: readCap(typed),
    type: (cap) => setOwn({ typed: cap, before: budget.capHalves }),
  };
}

interface CapFieldProps {
  label?: string;
  value: string;
  onInput: (cap: string) => void;
  /** Of the credits as typed, if it is left out. */
  problem?: string;
}

/** The most that a job may spend. */
export function CapField({ label = "Credit limit", value, onInput, problem = capProblem(value) }: CapFieldProps) {
  return <Field short placeholder="no limit" {...{ label, value, onInput, problem }} />;
}

/** Going on with a job, as a button's work. */
export type Resuming = Action<Parameters<Jobs["resume"]>, StartedJob>;

interface ResumeProps {
  job: JobView;
  resuming: Resuming;
  /** The reason for its end, which is told elsewhere. */
  stop?: Refusal | null;
  look?: "primary" | "quiet";
  /** "Resume" if it is left out. */
  label?: string;
  /** Another job is under way. */
  isWaiting?: boolean;
  /** Beside the button. */
  children: ComponentChildren;
}

/** The way to go on with a job that is not over: whose key pays, and what it may cost in all. */
export function Resume({
  job,
  resuming,
  stop = null,
  look = "quiet",
  label = "Resume",
  isWaiting = false,
  children,
}: ResumeProps) {
  const budget = budgetOf(job);
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
      {/* Also where there is none: another person may have taken it away. */}
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
            look={look}
            working={resuming.running || isWaiting}
            unready={allowance.problem !== ""}
            onPress={() => void resuming.start(job, isOthers, allowance.capHalves)}
          >
            {label}
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
      <Button look="quiet" onPress={press(jobs.stop)}>
        Stop
      </Button>
    </div>
  );
}
