import { useEffect, useRef, useState } from "preact/hooks";
import type { JobView } from "../../src/jobs/views";
import { useJobs } from "../job/use-jobs";
import { useNavigation } from "../shell/navigation";
import { Choosing } from "./choosing";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";
import { Progress } from "./progress";
import { type Leaving, Summary } from "./summary";
import { usePlan } from "./use-plan";
import "./style.css";

/** The page of a kind of job over a column: its choices, its progress, or its summary. */
export function ColumnJob<Draft extends ColumnDraft>({ kind }: { kind: ColumnKind<Draft> }) {
  const navigation = useNavigation();
  const given = navigation.given[kind.tab];
  const planning = usePlan(kind, given);
  const jobs = useJobs(kind.name);
  const { driven, ended } = jobs;
  const [isUndone, setIsUndone] = useState(false);
  const leave = useRef(jobs.leave);
  leave.current = jobs.leave;
  // When another tab hands over a column, the summary gives way to the choices.
  useEffect(() => {
    if (given) leave.current();
  }, [given]);
  const doAgain = (job: JobView, choices: Partial<Draft>): void => {
    const { plan } = planning;
    const { sheetId } = job;
    const column = plan.state === "here" && plan.data.sheetId === sheetId ? plan.data.column : null;
    jobs.leave();
    // Another sheet may have come to the front meanwhile.
    planning.change({ ...choices, sheetId, column });
    navigation.focusPage();
  };
  const chooseAgain = ({ list, sheetId }: JobView, { again = false, stays = false, undone = false }: Leaving): void => {
    jobs.leave();
    setIsUndone(undone);
    // The sheet that the job has made is in front, but the user goes on with the inputs.
    planning.readAgain(list || stays ? sheetId : undefined, again ? "all" : undefined);
    navigation.focusPage();
  };
  if (driven) return <Progress kind={kind} driven={driven} jobs={jobs} />;
  if (!ended) return <Choosing kind={kind} planning={planning} jobs={jobs} isUndone={isUndone} />;
  return (
    <Summary
      kind={kind}
      ended={ended}
      jobs={jobs}
      onAgain={(choices) => doAgain(ended.job, choices)}
      onLeave={(how) => chooseAgain(ended.job, how)}
    />
  );
}
