import type { ComponentChildren } from "preact";
import type { JobKind } from "./kind";
import { Progress } from "./progress";
import { type Leaving, Summary, type SummaryProps } from "./summary";
import type { Jobs } from "./use-jobs";
import "./style.css";

interface JobPageProps extends Pick<SummaryProps, "repeats"> {
  kind: JobKind;
  jobs: Jobs;
  onLeave(how: Leaving): void;
  children: ComponentChildren;
}

export function JobPage({ kind, jobs, repeats, onLeave, children }: JobPageProps) {
  const { driven, ended } = jobs;
  if (driven) return <Progress kind={kind} driven={driven} jobs={jobs} />;
  if (ended) return <Summary {...{ kind, ended, jobs, repeats, onLeave }} />;
  return <>{children}</>;
}
