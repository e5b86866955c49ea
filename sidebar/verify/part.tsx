import { Choosing } from "./choosing";
import { Progress } from "./progress";
import "./style.css";
import { Summary } from "./summary";
import { type Planning, usePlan } from "./use-plan";
import { type Runs, useRun } from "./use-run";

/** Choices, a run under way, or how it has ended. */
export function Page() {
  const planning = usePlan();
  const runs = useRun();
  return <VerifyPhase planning={planning} runs={runs} />;
}

function VerifyPhase({ planning, runs }: { planning: Planning; runs: Runs }) {
  const { state } = runs;
  const chooseAgain = (): void => {
    runs.leave();
    planning.readAgain();
  };
  if (state.phase === "running") return <Progress {...state} onPause={runs.pause} onStop={runs.stop} />;
  if (state.phase === "choosing") return <Choosing planning={planning} runs={runs} />;
  return (
    <Summary
      run={state.run}
      end={state.end}
      onResume={() => runs.resume(state.run, false)}
      onRetry={() => {
        runs.leave();
        planning.change({ rows: "failed" });
      }}
      onLeave={chooseAgain}
    />
  );
}
