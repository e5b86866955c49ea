import type { ComponentChildren, ComponentType } from "preact";
import type { JobProgress } from "../../src/driver/progress";
import type { ColumnPlanRequest, ColumnWish } from "../../src/jobs/protocol";
import type { ColumnPlan, JobSummary, JobView, LeftToAsk, ToldPrice } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/result";
import { capitalise, many } from "../format";
import { type Credits, restHalves, restPriceText, type StatusCount } from "../job/job-view";
import type { ColumnDraft, RowKind } from "./draft";

/** The words for one kind of job over a column. */
export interface KindWords {
  /** "Verify emails" */
  title: string;
  /** "verification" */
  job: string;
  /** "email" */
  input: string;
  /** "emails" */
  inputs: string;
  /** "verified" */
  done: string;
  /** Of what is left: "to verify" */
  toDo: string;
  /** For other content: "not an email address" */
  malformed: string;
  /** "Verify 40 emails" */
  start(count: number): string;
  /** "Verify the other 40" */
  goOn(count: number): string;
  /** "Verifying “Email”" */
  running(columnName: string): string;
  /** "verifying the same emails again" */
  freeAgain: string;
  /** Says that inputs left the sheet before their results came. */
  lost(count: number): string;
}

/** "40 emails" */
export const manyInputs = (count: number, { input, inputs }: KindWords): string => many(count, input, inputs);

/** The choices of rows in the words of one kind of job. */
export const rowTexts = ({ done }: KindWords): Record<RowKind, string> => ({
  todo: `Not ${done} yet`,
  all: `All rows, even ${done} ones`,
  selected: "Selected rows",
  visible: "Visible rows",
  older: `${capitalise(done)} some time ago`,
  failed: "Failed rows",
  notKnown: "Not known: no answer",
});

/** Labels the button that resumes a job with what is left and what that costs at most within a limit. */
export function goOnText(words: KindWords, left: LeftToAsk | null, credits: Credits): string {
  if (left?.questions === 0) return "Finish · free";
  const isWhole = left !== null && restHalves(credits, left) === left.halves;
  return (isWhole ? words.goOn(left.questions) : "Resume") + restPriceText(credits, left);
}

/** Props of a kind's own choices. */
export interface FormProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  onChange(changes: Partial<Draft>): void;
}

/** Props of a kind's dry run. */
export interface DryRunProps<Draft> {
  words: KindWords;
  draft: Draft;
  plan: ColumnPlan;
  /** A job was undone just now. */
  isUndone: boolean;
  /** The buttons that begin, for a price that is closer than the plan's. */
  children: (price?: ToldPrice) => ComponentChildren;
}

/** Props of a running job's figures. */
export interface FiguresProps {
  job: JobView;
  progress: JobProgress | null;
}

/** Props of the outcome of a job that has ended. */
export interface OutcomeProps {
  job: JobView;
  /** Counted in the sheet; `null` if that failed. */
  summary: JobSummary | null;
  /** Rows by what their status says. */
  byStatus: Record<string, number>;
}

/** Props of the button for the step after a job. */
export interface NextStepProps {
  /** As it stands in the sheet now. */
  job: JobView;
  summary: JobSummary;
  /** True if it is the one thing to do now. */
  isMain: boolean;
}

/** All that a kind of job over a column has of its own in its tab; everything else is shared. */
export interface ColumnKind<Draft extends ColumnDraft> {
  name: ColumnWish["kind"];
  tab: SidebarTab;
  words: KindWords;
  firstDraft: Draft;
  /** Choices that do not change the dry run. */
  besidePlan: readonly (keyof Draft)[];
  /** `null` when something typed cannot be used. */
  toPlanRequest(draft: Draft): ColumnPlanRequest | null;
  /** `null` when something typed cannot be used. */
  toWish(draft: Draft, plan: ColumnPlan): ColumnWish | null;
  /** The choices of columns: the next job begins with those of the last one. */
  columnChoices: readonly (keyof Draft)[];
  /** The choices for trying a job's failed rows again. */
  toRetry(job: JobView): Partial<Draft>;
  /** A button for doing its rows again, and the choices for it; `null` when there is no reason. */
  toRepeat?(job: JobView, byStatus: Record<string, number>): { label: string; choices: Partial<Draft> } | null;
  countStatuses(byStatus: Record<string, number>): StatusCount[];
  /** Counts what the summary shows instead of statuses, if the job has written verdicts. */
  countVerdicts?(byVerdict: Record<string, number>): StatusCount[];
  /** Warns of a column that is not a good choice. */
  Advice?: ComponentType<FormProps<Draft>>;
  /** The choices besides column, rows and limit. */
  Form: ComponentType<FormProps<Draft>>;
  DryRun: ComponentType<DryRunProps<Draft>>;
  /** Credits and results, while it runs. */
  Figures: ComponentType<FiguresProps>;
  /** Its results, below the bar of statuses. */
  Outcome: ComponentType<OutcomeProps>;
  /** A button for the next step. */
  NextStep?: ComponentType<NextStepProps>;
  /** *How this works* */
  Help: ComponentType;
}
