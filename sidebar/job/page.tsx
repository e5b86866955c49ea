import type { ComponentChildren } from "preact";
import { Progress } from "./progress";
import { Summary, type SummaryProps } from "./summary";
import "./style.css";

interface JobPageProps extends Omit<SummaryProps, "ended"> {
  children: ComponentChildren;
}

export function JobPage({ children, ...props }: JobPageProps) {
  const { driven, ended } = props.jobs;
  if (driven) return <Progress kind={props.kind} driven={driven} jobs={props.jobs} />;
  if (ended) return <Summary {...props} ended={ended} />;
  return <>{children}</>;
}
