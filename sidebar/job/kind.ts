import type { ComponentType } from "preact";
import type { JobProgress } from "../../src/driver/progress";
import type { KindName } from "../../src/jobs/protocol";
import type { JobSummary, JobView, LeftToAsk } from "../../src/jobs/views";
import { many, write } from "../format";
import { type Credits, restHalves, restPriceText, type StatusCount } from "./job-view";
import type { Jobs } from "./use-jobs";

/** The words for one kind of job. */
export interface JobWords {
  /** "verification" */
  job: string;
  /** "verifications" */
  jobs: string;
  /** What it asks for: "email" */
  input: string;
  /** "emails" */
  inputs: string;
  /** "verified" */
  done: string;
  /** Names a job in a heading: "“Email”" */
  nameOf(job: JobView): string;
  /** Names it where another sheet may be in front: "“Email” in “Leads”" */
  lineOf(job: JobView): string;
  running(job: JobView): string;
  /** "Verify the other 40" */
  goOn(count: number): string;
  /** "verifying the same emails again" */
  freeAgain: string;
  /** Says that inputs left the sheet before their results came. */
  lost(count: number): string;
}

/** "10 of 30 emails verified" */
export const doneText = ({ done, toAsk }: Pick<JobView, "done" | "toAsk">, words: JobWords): string =>
  `${toAsk === null ? "" : `${write(done)} of `}${manyInputs(Math.max(toAsk ?? 0, done), words)} ${words.done}`;

/** "40 emails" */
export const manyInputs = (count: number, { input, inputs }: JobWords): string => many(count, input, inputs);

/**
 * Labels the button that resumes a job with what is left and what that costs at most within a limit.
 * @param credits `null` if the limit as typed cannot be used
 */
export function goOnText(words: JobWords, left: LeftToAsk | null, credits: Credits | null): string {
  if (left?.questions === 0) return "Finish · free";
  if (!credits) return "Resume";
  const isWhole = left !== null && restHalves(credits, left) === left.halves;
  return (isWhole ? words.goOn(left.questions) : "Resume") + restPriceText(credits, left);
}

export interface FiguresProps {
  job: JobView;
  progress: JobProgress | null;
}

/** Props of the outcome of a job that has ended. */
export interface OutcomeProps {
  /** The job as it stands in the sheet now. */
  job: JobView;
  /** Counted in the sheet; `null` if that failed. */
  summary: JobSummary | null;
  /** Rows by what their status says. */
  byStatus: Record<string, number>;
  jobs: Jobs;
}

/** Props of the button for the step after a job. */
export interface NextStepProps {
  /** The job as it stands in the sheet now. */
  job: JobView;
  summary: JobSummary;
  /** True if it is the one thing to do now. */
  isMain: boolean;
}

/** All that a kind of job has of its own once it has begun; everything else is shared. */
export interface JobKind {
  name: KindName;
  words: JobWords;
  /** What a job that is not over has left, where the sheet does not have to be counted for it. */
  leftOf?(job: JobView): LeftToAsk | null;
  countStatuses(byStatus: Record<string, number>): StatusCount[];
  /** Counts what the summary shows instead of statuses, if the job has written verdicts. */
  countVerdicts?(byVerdict: Record<string, number>): StatusCount[];
  Figures: ComponentType<FiguresProps>;
  Outcome: ComponentType<OutcomeProps>;
  NextStep?: ComponentType<NextStepProps>;
}
