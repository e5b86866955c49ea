import type { WishOf } from "../../src/jobs/protocol";
import type { ColumnPlan } from "../../src/jobs/views";
import { ColumnJob } from "../column-job";
import { type ColumnDraft, FIRST_COLUMN, plannedColumn, readColumn } from "../column-job/draft";
import { AllDone, DryRun } from "../column-job/dry-run";
import { ColumnForm, FieldsChoice } from "../column-job/form";
import type { ColumnKind, FiguresProps, FormProps, OutcomeProps } from "../column-job/kind";
import { Choice } from "../controls/field";
import { many, write } from "../format";
import { capProblem, creditsText } from "../job/credits";
import type { StatusCount } from "../job/job-view";

/** What the user has chosen so far. */
export interface VerifyDraft extends ColumnDraft {
  alsoFoundValid: boolean;
}

/** What is chosen before the first plan. */
export const FIRST_DRAFT: VerifyDraft = {
  ...FIRST_COLUMN,
  fields: ["email_status", "email_sub_status", "type", "disposable"],
  alsoFoundValid: false,
};

/** What the dry run is asked. */
export const toPlanRequest = (draft: VerifyDraft) => ({
  kind: "verify" as const,
  ...readColumn(draft),
  alsoFoundValid: draft.alsoFoundValid,
});

/** What the job is started with; `null` while the limit of credits is not valid. */
export const toWish = (draft: VerifyDraft, plan: ColumnPlan): WishOf<"verify"> | null =>
  capProblem(draft.cap) ? null : { ...toPlanRequest(draft), ...plannedColumn(draft, plan) };

/** The service's statuses in their order; whatever else stands in a status column is an error of its own. */
const TONES: [status: string, tone: StatusCount["tone"]][] = [
  ["VALID", "good"],
  ["CATCH_ALL", "middling"],
  ["INVALID", "bad"],
];

/** The known statuses in a fixed order, so that colours keep their places while it grows; then all others. */
export function countStatuses(byStatus: Record<string, number>): StatusCount[] {
  const known = TONES.map(([status, tone]) => ({ status, tone, count: byStatus[status] ?? 0 }));
  const others = Object.entries(byStatus).filter(([status]) => !TONES.some(([each]) => each === status));
  return [...known, ...others.map(([status, count]) => ({ status, tone: "other" as const, count }))];
}

interface FoundValidProps {
  count: number;
  /** In a plan or in a summary. */
  when: "before" | "after";
}

/** Why good addresses have no status beside them. */
export function FoundValid({ count, when }: FoundValidProps) {
  if (count === 0) return null;
  const [are, were] = count === 1 ? ["is", "was"] : ["are", "were"];
  return (
    <p class="small soft">
      {write(count)} {are} VALID by the domain search and {when === "before" ? are : were} not verified again: see
      verification.status.
    </p>
  );
}

/** Which addresses, and which columns are written beside them. */
export function VerifyForm({ draft, plan, onChange }: FormProps<VerifyDraft>) {
  return (
    <ColumnForm holds="Emails" draft={draft} plan={plan} onChange={onChange}>
      {(plan.counts.foundValid > 0 || draft.alsoFoundValid) && (
        <Choice checked={draft.alsoFoundValid} onChange={(alsoFoundValid) => onChange({ alsoFoundValid })}>
          Also verify what a domain search calls VALID
        </Choice>
      )}
      <FieldsChoice
        label="Columns to write"
        always="email_status"
        available={plan.availableFields}
        chosen={draft.fields}
        onChange={(fields) => onChange({ fields })}
      />
    </ColumnForm>
  );
}

/** What the rows of addresses are. */
export function VerifyDryRun({ draft, plan }: { draft: VerifyDraft; plan: ColumnPlan }) {
  const { counts, duplicates, maxHalves } = plan;
  const lines: [string, number][] = [
    ["rows", counts.rows],
    ["blank", counts.blank],
    ["not an address", counts.malformed],
    ["formulas at work or in error", counts.waiting],
    ["already done", counts.done],
    ["VALID by a domain search", counts.foundValid],
    ["repetitions", duplicates],
  ];
  return (
    <>
      <DryRun draft={draft} plan={plan} lines={lines} toDo="to verify" maxHalves={maxHalves} />
      <FoundValid count={counts.foundValid} when="before" />
      <AllDone draft={draft} plan={plan}>
        To verify them again choose “All, again”.
      </AllDone>
    </>
  );
}

/** How fast and how much, while it goes on. */
export function VerifyFigures({ job: { spent }, progress }: FiguresProps) {
  return (
    <p class="small soft">
      {write(progress?.perMinute ?? 0)} a minute · {creditsText(spent)} spent · {write(spent.freeAnswers)} served free
    </p>
  );
}

/** What it has led to. */
export function VerifyOutcome({ job: { spent }, summary, byStatus, lost }: OutcomeProps) {
  const verified = countStatuses(byStatus).reduce((sum, { tone, count }) => sum + (tone === "other" ? 0 : count), 0);
  return (
    <>
      <p class="small soft">
        {many(verified, "row")} verified, {creditsText(spent)} spent, {write(spent.freeAnswers)} served free.
      </p>
      <FoundValid count={summary?.foundValid ?? 0} when="after" />
      {lost > 0 && (
        <p class="small soft">
          {many(lost, "address was", "addresses were")} no longer in the sheet when the answer came.
        </p>
      )}
    </>
  );
}

/** Verifies the emails of a column. */
export const VERIFY: ColumnKind<VerifyDraft> = {
  name: "verify",
  tab: "verify",
  words: {
    title: "Verify emails",
    emptySheet: "Open the one with your emails, then look at the sheet again.",
    start: (count) => `Verify ${many(count, "email")}`,
    running: (columnName) => `Verifying “${columnName}”`,
    progress: "Emails verified",
    asked: "emails",
    freeAgain: "verifying the same emails again",
  },
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "fields"],
  toPlanRequest,
  toWish,
  countStatuses,
  toRetry: () => ({ rows: "failed" }),
  Form: VerifyForm,
  DryRun: VerifyDryRun,
  Figures: VerifyFigures,
  Outcome: VerifyOutcome,
};

/** Verifies the emails of a column. */
export const Page = () => <ColumnJob kind={VERIFY} />;
