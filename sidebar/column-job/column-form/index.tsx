import type { ComponentChildren } from "preact";
import type { RowChoice } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import { CapField } from "../../controls/cap-field";
import { Choice } from "../../controls/choice";
import { Field } from "../../controls/field";
import { Select } from "../../controls/select";
import type { ColumnDraft } from "../draft";
import "./style.css";

interface ColumnFormProps {
  /** What the column holds: "Emails". */
  holds: string;
  draft: ColumnDraft;
  plan: ColumnPlan;
  onChange: (changes: Partial<ColumnDraft>) => void;
  /** The choices of one kind of job. */
  children: ComponentChildren;
}

const ROWS: readonly (readonly [RowChoice["kind"], string])[] = [
  ["todo", "Not yet done"],
  ["all", "All, again"],
  ["selected", "Selected"],
  ["visible", "Visible"],
  ["older", "Done some time ago"],
  ["failed", "Failed"],
];

/** Which column, which rows, what the kind of job adds, and the most to spend. */
export function ColumnForm({ holds, draft, plan, onChange, children }: ColumnFormProps) {
  const columns = plan.columns.map(({ column, letter, header }): [string, string] => [
    String(column),
    header ? `${letter}: ${header}` : `Column ${letter}`,
  ]);
  const rows = ROWS.filter(
    ([kind]) =>
      (kind !== "selected" || plan.selection.length > 0) &&
      (kind !== "failed" || plan.failedRows > 0 || draft.rows === kind),
  );
  const choose = (column: string): void => onChange({ sheetId: plan.sheetId, column: Number(column), hasHeader: null });
  return (
    <div class="column-form">
      <Select
        label={`${holds} in “${plan.sheetName}”`}
        value={String(plan.column)}
        options={columns}
        onChange={choose}
      />
      <Choice checked={plan.hasHeader} onChange={(hasHeader) => onChange({ hasHeader })}>
        The first row is a header
      </Choice>
      <Select
        label="Rows"
        value={draft.rows}
        options={rows}
        onChange={(kind) => onChange({ rows: kind as RowChoice["kind"], selection: plan.selection })}
      />
      {draft.rows === "visible" && (
        <p class="small soft">
          Leaves out rows that a filter or a person hides. A filter view does not count: use a filter.
        </p>
      )}
      {draft.rows === "older" && (
        <Field
          short
          label="Older than … days"
          value={draft.olderThanDays}
          onInput={(olderThanDays) => onChange({ olderThanDays })}
        />
      )}
      {children}
      <CapField value={draft.cap} onInput={(cap) => onChange({ cap })} />
    </div>
  );
}
