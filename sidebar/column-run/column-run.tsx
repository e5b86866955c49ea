import { useEffect, useRef } from "preact/hooks";
import type { RunView } from "../../src/runs/views";
import { useNavigation } from "../shell/navigation";
import { Choosing } from "./choosing";
import type { ColumnDraft } from "./draft";
import type { ColumnRunKind } from "./kind";
import { Progress } from "./progress";
import "./style.css";
import { Summary } from "./summary";
import type { Leaving } from "./summary/next-steps";
import { usePlan } from "./use-plan";
import { useRun } from "./use-run";

/** The page of a kind of column run: choices, a run under way, or how it has ended. */
export function ColumnRun<Draft extends ColumnDraft>({ kind }: { kind: ColumnRunKind<Draft> }) {
  const navigation = useNavigation();
  const given = navigation.given[kind.tab];
  const planning = usePlan(kind, given);
  const runs = useRun(kind.isOwn);
  const { state } = runs;
  const leave = useRef(runs.leave);
  leave.current = runs.leave;
  // Another tab hands over a column: what has ended gives way to the choices.
  useEffect(() => {
    if (given) leave.current();
  }, [given]);
  const retry = (run: RunView): void => {
    const { plan } = planning;
    const { sheetId } = run;
    const column = plan.state === "here" && plan.data.sheetId === sheetId ? plan.data.column : null;
    runs.leave();
    // Another sheet may have come to the front meanwhile.
    planning.change({ ...kind.toRetry(run), sheetId, column });
    navigation.focusPage();
  };
  const chooseAgain = ({ find, sheetId }: RunView, { again = false, stays = false }: Leaving): void => {
    runs.leave();
    // The sheet that a run has made is in front, and is not what to go on with.
    planning.readAgain(find || stays ? sheetId : undefined, again ? "all" : undefined);
    navigation.focusPage();
  };
  if (state.phase === "running") {
    return <Progress {...state} kind={kind} onPause={runs.pause} onStop={runs.stop} />;
  }
  if (state.phase === "choosing") return <Choosing kind={kind} planning={planning} runs={runs} />;
  return (
    <Summary
      kind={kind}
      {...{ run: state.run, end: state.end, unasked: state.unasked, balanceFall: state.balanceFall }}
      refusal={runs.refusal}
      onResume={(withOwnKey, capHalves) => runs.resume(state.run, withOwnKey, capHalves)}
      onRetry={() => retry(state.run)}
      onLeave={(how) => chooseAgain(state.run, how)}
    />
  );
}
