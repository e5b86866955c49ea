import type { ComponentChildren } from "preact";
import type { JobView, StartedJob } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { AllowanceField, useAllowance } from "../controls/cap-field";
import { RefusalNotice } from "../controls/refusal-notice";
import type { Action } from "../state/use-action";
import { budgetOf, isGone, lostSheetText } from "./end-of-job";
import type { Jobs } from "./use-jobs";

/** Going on with a job, as a button's work. */
export type Resuming = Action<Parameters<Jobs["resume"]>, StartedJob>;

interface ResumeProps {
  job: JobView;
  resuming: Resuming;
  /** Why it ended, which is told elsewhere. */
  stop?: Refusal | null;
  look?: "primary" | "quiet";
  /** Another job is under way. */
  isWaiting?: boolean;
  /** Beside the button. */
  children: ComponentChildren;
}

/** The way to go on with a job that is not over: whose key pays, and what it may cost in all. */
export function Resume({ job, resuming, stop = null, look = "quiet", isWaiting = false, children }: ResumeProps) {
  const budget = budgetOf(job);
  const allowance = useAllowance(budget);
  const { refusal } = resuming;
  const isTold = [stop, refusal].some((reason) => reason?.code === "OTHER_KEY");
  const isOthers = !job.isYourKey || isTold;
  const canGoOn = lostSheetText(job) === "" && !isGone([stop, refusal]);
  return (
    <>
      {canGoOn && isOthers && !isTold && (
        <p>It was started with another API key. Going on spends the credits of yours.</p>
      )}
      {canGoOn && <AllowanceField budget={budget} allowance={allowance} />}
      {refusal && refusal.code !== stop?.code && <RefusalNotice refusal={refusal} />}
      <div class="row">
        {canGoOn && (
          <Button
            look={look}
            working={resuming.running || isWaiting}
            unready={allowance.problem !== ""}
            onPress={() => void resuming.start(job, isOthers, allowance.capHalves)}
          >
            Resume
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
