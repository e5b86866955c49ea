import type { ComponentChildren, ComponentType } from "preact";
import type { ColumnPlanRequest, ColumnWish, RowChoice } from "../../src/jobs/protocol";
import type { ColumnPlan, JobSummary, JobView } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/settings/views";
import type { JobProgress } from "../driver/progress";
import { many } from "../format";
import { budgetOf, leftOf, restHalves, type StatusCount } from "../job/job-view";
import type { EndedJob } from "../job/use-jobs";
import type { ColumnDraft } from "./draft";

/** The words for one kind of job over a column. */
export interface KindWords {
  /** "Verify emails" */
  title: string;
  /** "verification" */
  job: string;
  /** "emails" */
  inputs: string;
  /** "verified" */
  done: string;
  /** Said of other content: "not an email address" */
  malformed: string;
  /** The advice for an empty sheet. */
  emptySheet: string;
  /** "Verify 40 emails" */
  start(count: number): string;
  /** "Verify the other 40" */
  goOn(count: number): string;
  /** "Verifying “Email”" */
  running(columnName: string): string;
  /** Names the bar of progress. */
  progress: string;
  /** "40 emails" */
  asked(count: number): string;
  /** "verifying the same emails again" */
  freeAgain: string;
}

/** The choices of rows, as a kind of job calls them. */
export const rowTexts = ({ done }: KindWords): Record<RowChoice["kind"], string> => ({
  todo: `Not ${done} yet`,
  all: `All rows, even ${done} ones`,
  selected: "Selected rows",
  visible: "Visible rows",
  older: `${done[0]?.toUpperCase()}${done.slice(1)} some time ago`,
  failed: "Failed rows",
});

/** For the button that goes on with a job: what is left, and what that costs at most. */
export function goOnText(words: KindWords, job: JobView): string {
  const left = leftOf(job);
  const budget = budgetOf(job);
  const halves = restHalves(budget);
  if (left === null || left === 0 || halves === null) return "Resume";
  // The limit does not suffice for all that is left.
  const isEnough = halves === budget.leftHalves;
  if (halves === 0) return isEnough ? `${words.goOn(left)} · free` : "Resume";
  return `${isEnough ? words.goOn(left) : "Resume"} · ${many(halves / 2, "credit")} at most`;
}

/** For the part of the form that belongs to one kind of job. */
export interface FormProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  onChange: (changes: Partial<Draft>) => void;
}

/** For the dry run of one kind of job. */
export interface DryRunProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  /** The buttons that begin. */
  children: ComponentChildren;
}

/** For the figures of a job that goes on. */
export interface FiguresProps {
  job: JobView;
  progress: JobProgress | null;
}

/** For the outcome of a job that has ended. */
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

/** For the button that leads on from a job that is over. */
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
  DryRun: ComponentType<DryRunProps<Draft>>;
  /** Speed and credits, while it goes on. */
  Figures: ComponentType<FiguresProps>;
  /** Its results, below the bar of statuses. */
  Outcome: ComponentType<OutcomeProps>;
  /** A button for the next step. */
  NextStep?: ComponentType<NextStepProps>;
  /** *How this works* */
  Help: ComponentType;
}
