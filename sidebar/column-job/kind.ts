import type { ComponentChildren, ComponentType } from "preact";
import type { ColumnJobChoices, ColumnPlanRequest } from "../../src/jobs/protocol";
import type { ColumnPlan, JobView, ToldPrice } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/result";
import { capitalise, many, readCount } from "../format";
import { daysProblem } from "../job/job-view";
import type { JobKind, JobWords } from "../job/kind";
import type { ColumnDraft, RowKind } from "./draft";
import type { Asked } from "./time-texts";

export interface KindWords extends JobWords {
  title: string;
  /** In a list of figures: "to verify" */
  toDo: string;
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
  all: `All rows, even those ${done}`,
  selected: "Selected rows",
  visible: "Visible rows",
  older: `${capitalise(done)} some time ago`,
  failed: "Failed rows",
  notKnown: "Not known: no answer",
});

/** Returns `""` if there is something to do. */
export function nothingToDo(
  words: KindWords,
  draft: Pick<ColumnDraft, "rows" | "olderThanDays">,
  { toAsk, counts, selection }: Pick<ColumnPlan, "toAsk" | "counts" | "selection">,
): string {
  if (toAsk + counts.foundValid + counts.foundLongAgo > 0) return "";
  if (counts.leftOut > 0)
    return `Your column to leave out names every ${words.input} that is left here. Choose another column above, or untick the box.`;
  switch (draft.rows) {
    case "selected":
      return selection.length === 0
        ? "Select rows in the sheet, then come back here."
        : `No ${words.inputs} in the selected rows.`;
    case "visible":
      return `No ${words.inputs} left to do in the visible rows.`;
    case "older":
      if (daysProblem(draft.olderThanDays)) return "";
      return `Nothing here was ${words.done} over ${many(readCount(draft.olderThanDays), "day")} ago.`;
    case "failed":
      return "No row here has failed in a way that trying again can fix.";
    case "notKnown":
      return "No email here is marked “not known”. Choose other rows above.";
  }
  const { waiting } = counts;
  const formulas = waiting === 1 ? "formula is loading or shows" : "formulas are loading or show";
  const except = waiting > 0 ? `, except ${many(waiting, "row")} whose ${formulas} an error` : "";
  return counts.done > 0
    ? `Everything here is ${words.done}${except}. To do it again, choose “${rowTexts(words).all}”.`
    : `No ${words.inputs} in this column. Choose another column above, or open the sheet with your ${words.inputs}.`;
}

export interface FormProps<Draft> {
  draft: Draft;
  plan: ColumnPlan;
  onChange(changes: Partial<Draft>): void;
}

export interface DryRunProps<Draft> {
  words: KindWords;
  draft: Draft;
  plan: ColumnPlan;
  /** The credit limit pays for this part of the plan. */
  asked: Asked;
  isUndone: boolean;
  /** False while a number in the form cannot be used, and the plan belongs to an earlier one. */
  isPriced: boolean;
  /** The buttons take a price if there is a more exact one than the plan's. */
  children: (price?: ToldPrice) => ComponentChildren;
}

export interface ColumnKind<Draft extends ColumnDraft> extends JobKind {
  name: ColumnJobChoices["kind"];
  tab: SidebarTab;
  words: KindWords;
  firstDraft: Draft;
  /** Choices that do not change the dry run. */
  besidePlan: readonly (keyof Draft)[];
  halvesOfOne(draft: Draft): number;
  /** Like `toChoices`, it returns `null` when something typed cannot be used. Neither checks the credit limit. */
  toPlanRequest(draft: Draft): ColumnPlanRequest | null;
  toChoices(draft: Draft, plan: ColumnPlan): ColumnJobChoices | null;
  /** The next job begins with these choices of the last one. */
  columnChoices: readonly (keyof Draft)[];
  toRetry(job: JobView): Partial<Draft>;
  /** Returns `null` when there is no reason to do the rows again. */
  toRepeat?(job: JobView, byStatus: Record<string, number>): { label: string; choices: Partial<Draft> } | null;
  Advice?: ComponentType<FormProps<Draft>>;
  Form: ComponentType<FormProps<Draft>>;
  DryRun: ComponentType<DryRunProps<Draft>>;
  Help: ComponentType;
}
