import type { ComponentChildren, ComponentType } from "preact";
import type { ColumnJobChoices, ColumnPlanRequest } from "../../src/jobs/protocol";
import type { ColumnPlan, JobView, ToldPrice } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/result";
import { capitalise } from "../format";
import type { JobKind, JobWords } from "../job/kind";
import type { ColumnDraft, RowKind } from "./draft";
import type { Asked } from "./time-texts";

export interface KindWords extends JobWords {
  title: string;
  /** What is left to do, in a list of figures: "to verify" */
  toDo: string;
  /** Names cells with other content: "not an email address" */
  malformed: string;
  /** "Verify 40 emails" */
  start(count: number): string;
}

export const COLUMN_NAMES: Pick<JobWords, "nameOf" | "lineOf"> = {
  nameOf: ({ title }) => `“${title}”`,
  lineOf: ({ title, sheetName }) => `“${title}”${sheetName && ` in “${sheetName}”`}`,
};

export const rowTexts = ({ done }: KindWords): Record<RowKind, string> => ({
  todo: `Not ${done} yet`,
  all: `All rows, even ${done} ones`,
  selected: "Selected rows",
  visible: "Visible rows",
  older: `${capitalise(done)} some time ago`,
  failed: "Failed rows",
  notKnown: "Not known: no answer",
});

export interface FormProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  onChange(changes: Partial<Draft>): void;
}

export interface DryRunProps<Draft> {
  words: KindWords;
  draft: Draft;
  plan: ColumnPlan;
  /** What of the plan the credit limit pays for. */
  asked: Asked;
  isUndone: boolean;
  /** False while a number in the form cannot be used, so that the plan belongs to an earlier number. */
  isPriced: boolean;
  /** The buttons that begin. They take a price if there is a more exact one than the plan's. */
  children: (price?: ToldPrice) => ComponentChildren;
}

export interface ColumnKind<Draft extends ColumnDraft> extends JobKind {
  name: ColumnJobChoices["kind"];
  tab: SidebarTab;
  words: KindWords;
  firstDraft: Draft;
  /** Choices that do not change the dry run. */
  besidePlan: readonly (keyof Draft)[];
  /** The most that one call can cost, in half credits. */
  halvesOfOne(draft: Draft): number;
  /** `null` when something typed cannot be used. */
  toPlanRequest(draft: Draft): ColumnPlanRequest | null;
  /** `null` when something typed cannot be used. */
  toChoices(draft: Draft, plan: ColumnPlan): ColumnJobChoices | null;
  /** The names of choices of columns. The next job begins with those of the last one. */
  columnChoices: readonly (keyof Draft)[];
  toRetry(job: JobView): Partial<Draft>;
  /** A button that does the job's rows again, and the choices for it; `null` when there is no reason to. */
  toRepeat?(job: JobView, byStatus: Record<string, number>): { label: string; choices: Partial<Draft> } | null;
  Advice?: ComponentType<FormProps<Draft>>;
  Form: ComponentType<FormProps<Draft>>;
  DryRun: ComponentType<DryRunProps<Draft>>;
  Help: ComponentType;
}
