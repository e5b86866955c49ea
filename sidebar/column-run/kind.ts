import type { ComponentType } from "preact";
import type { PlanRequest, RunPlan, RunSummary, RunView, RunWish } from "../../src/runs/views";
import type { SidebarTab } from "../../src/settings/sidebar-tab";
import type { Ending } from "../driver/ending";
import type { RunProgress } from "../driver/progress";
import type { ColumnDraft } from "./draft";
import type { StatusPart } from "./status-part";

/** What is said of one kind of run. */
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

/** What a kind of run may be told in its own part of the form. */
export interface FormProps<Draft> {
  draft: Draft;
  plan: RunPlan;
  onChange: (changes: Partial<Draft>) => void;
}

/** A run whose own figures are shown while it goes on. */
export interface FiguresProps {
  run: RunView;
  progress: RunProgress | null;
}

/** By how many credits the account's balance has fallen, other use included. */
export interface BalanceFall {
  credits: number;
  since: "started" | "resumed";
}

/** How a run has ended. */
export interface RunEnd extends Ending {
  /** What this page has driven of it; `null` when it was over before the page was opened. */
  progress: RunProgress | null;
}

/** A run that has ended, for what its kind says of it. */
export interface OutcomeProps {
  run: RunView;
  state: RunEnd["state"];
  /** Counted in the sheet; `null` until it is here. */
  summary: RunSummary | null;
  /** Rows by what their status says: as counted, or what is known until then. */
  byStatus: Record<string, number>;
  /** Questions whose rows have left the sheet. */
  lost: number;
  /** `null` while it is not known. */
  balanceFall: BalanceFall | null;
}

/** A run that is over, for what its kind leads on to. */
export interface NextStepProps {
  /** As the sheet has it now. */
  run: RunView;
  /** Whether it is the one thing to do now. */
  isMain: boolean;
}

/** One kind of column run, as its tab shows it. Everything else is the same for all. */
export interface ColumnRunKind<Draft extends ColumnDraft> {
  tab: SidebarTab;
  words: KindWords;
  /** Whether a run of this spreadsheet is of this kind. */
  isOwn(run: RunView): boolean;
  firstDraft: Draft;
  /** Choices that leave the dry run as it is. */
  besidePlan: readonly (keyof Draft)[];
  /** `null` when something typed cannot be used. */
  toPlanRequest(draft: Draft): PlanRequest | null;
  /** `null` when something typed cannot be used. */
  toWish(draft: Draft, plan: RunPlan): RunWish | null;
  /** The choices that repeat a run's failed rows. */
  toRetry(run: RunView): Partial<Draft>;
  statusParts(byStatus: Record<string, number>): StatusPart[];
  Form: ComponentType<FormProps<Draft>>;
  DryRun: ComponentType<{ draft: Draft; plan: RunPlan }>;
  /** How fast and how much, while it goes on. */
  Figures: ComponentType<FiguresProps>;
  /** What it has led to, below the bar of statuses. */
  Outcome: ComponentType<OutcomeProps>;
  /** A button for what comes after it. */
  NextStep?: ComponentType<NextStepProps>;
}
