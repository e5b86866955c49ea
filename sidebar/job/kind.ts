import type { ComponentType } from "preact";
import type { JobProgress } from "../../src/driver/progress";
import type { KindName } from "../../src/jobs/protocol";
import type { JobSummary, JobView, LeftToAsk } from "../../src/jobs/views";
import { many, write } from "../format";
import { type CountedList, type Credits, restHalves, restPriceText, type StatusCount } from "./job-view";
import type { Jobs } from "./use-jobs";

export interface JobWords {
  job: string;
  jobs: string;
  /** "email" */
  input: string;
  inputs: string;
  /** "verified" */
  done: string;
  /** In a heading: "“Email”" */
  nameOf(job: JobView): string;
  /** Where another sheet may be active: "“Email” in “Leads”" */
  lineOf(job: JobView): string;
  running(job: JobView): string;
  /** "Verify the remaining 40" */
  goOn(count: number): string;
  /** "verifying the same emails again" */
  freeAgain: string;
  /** Inputs may leave the sheet before their results come. */
  lost(count: number): string;
}

/** "10 of 30 emails verified" */
export function unfinishedText({ done, toAsk }: Pick<JobView, "done" | "toAsk">, words: JobWords): string {
  const all = `${manyInputs(Math.max(toAsk ?? 0, done), words)} ${words.done}`;
  if (toAsk === null) return all;
  // People who change inputs meanwhile add questions.
  return done < toAsk ? `${write(done)} of ${all}` : `${all}, some rows may be left`;
}

/** Inputs that have come since the dry run count as well. */
export const inAll = ({ done, toAsk }: Pick<JobView, "done" | "toAsk">, { questions }: LeftToAsk): number =>
  Math.max(toAsk ?? 0, done + questions);

/** "20 of 30 emails are left." */
export function leftText(left: LeftToAsk, job: Pick<JobView, "done" | "toAsk">, words: JobWords): string {
  const { questions } = left;
  if (questions === 0) return `No ${words.inputs} are left.`;
  return `${write(questions)} of ${manyInputs(inAll(job, left), words)} ${questions === 1 ? "is" : "are"} left.`;
}

export const manyInputs = (count: number, { input, inputs }: JobWords): string => many(count, input, inputs);

/** `credits` is `null` if the typed limit cannot be used. */
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

export interface OutcomeProps {
  job: JobView;
  /** `null` if the results could not be counted. */
  summary: JobSummary | null;
  byStatus: Record<string, number>;
  jobs: Jobs;
}

export interface NextStepProps {
  job: JobView;
  summary: JobSummary;
  /** True if this is the main button. */
  isMain: boolean;
}

export interface JobKind {
  name: KindName;
  words: JobWords;
  /** Kinds with this function need not count the sheet. */
  leftOf?(job: JobView, counted?: CountedList | null): LeftToAsk | null;
  countStatuses(byStatus: Record<string, number>): StatusCount[];
  /** Verdicts take the place of statuses if the job has written them. */
  countVerdicts?(byVerdict: Record<string, number>): StatusCount[];
  Figures: ComponentType<FiguresProps>;
  Outcome: ComponentType<OutcomeProps>;
  NextStep?: ComponentType<NextStepProps>;
}
