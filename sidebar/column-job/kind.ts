import type { ComponentType } from "preact";
import type { ColumnPlanRequest, ColumnWish } from "../../src/jobs/protocol";
import type { ColumnPlan, JobSummary, JobView } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/settings/views";
import type { JobProgress } from "../driver/progress";
import type { StatusCount } from "../job/job-view";
import type { EndedJob } from "../job/use-jobs";
import type { ColumnDraft } from "./draft";
/** What is said of one kind of job over a column. */
export interface KindWords {
  /** "Verify emails" */
  title: string;
  /** What to open when the sheet in front is empty. */
  emptySheet: string;
  /** "Verify 40 emails" */
  start(count: number): string;
  /** "Verifying “Email”" */
  running(columnName: string): string;
  /** What the bar of progress counts. */
  progress: string;
  /** "emails" */
  asked: string;
  /** What is free once it was paid for. */
  freeAgain: string;
}

/** What a kind of job may be told in its own part of the form. */
export interface FormProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  onChange: (changes: Partial<Draft>) => void;
}

/** A job whose own figures are shown while it goes on. */
export interface FiguresProps {
  job: JobView;
  progress: JobProgress | null;
}

/** A job that has ended, for what its kind says of it. */
export interface OutcomeProps {
  job: JobView;
  state: EndedJob["state"];
  /** Counted in the sheet; `null` if it cannot be had. */
  summary: JobSummary | null;
  /** Rows by what their status says. */
  byStatus: Record<string, number>;
  /** Questions whose rows have left the sheet. */
  lost: number;
}

/** A job that is over, for what its kind leads on to. */
export interface NextStepProps {
  /** As the sheet has it now. */
  job: JobView;
  /** True if it is the one thing to do now. */
  isMain: boolean;
}

/** One kind of job over a column, as its tab shows it. Everything else is the same for all. */
export interface ColumnKind<Draft extends ColumnDraft> {
  name: ColumnWish["kind"];
  tab: SidebarTab;
  words: KindWords;
  firstDraft: Draft;
  /** Choices that leave the dry run as it is. */
  besidePlan: readonly (keyof Draft)[];
  /** `null` when something typed cannot be used. */
  toPlanRequest(draft: Draft): ColumnPlanRequest | null;
  /** `null` when something typed cannot be used. */
  toWish(draft: Draft, plan: ColumnPlan): ColumnWish | null;
  /** The choices that repeat a job's failed rows. */
  toRetry(job: JobView): Partial<Draft>;
  /** A button for doing its rows again, and the choices for it; `null` when there is no reason. */
  toRepeat?(job: JobView): { label: string; choices: Partial<Draft> } | null;
  countStatuses(byStatus: Record<string, number>): StatusCount[];
  Form: ComponentType<FormProps<Draft>>;
  DryRun: ComponentType<{ draft: Draft; plan: ColumnPlan }>;
  /** How fast and how much, while it goes on. */
  Figures: ComponentType<FiguresProps>;
  /** What it has led to, below the bar of statuses. */
  Outcome: ComponentType<OutcomeProps>;
  /** A button for what comes after it. */
  NextStep?: ComponentType<NextStepProps>;
}
