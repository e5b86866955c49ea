import type { ComponentChildren } from "preact";
import type { RowChoice } from "../../src/jobs/protocol";
import type { ColumnPlan } from "../../src/jobs/views";
import { Choice, Field, Select } from "../controls/field";
import { capProblem } from "../job/credits";
import type { ColumnDraft } from "./draft";

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
      <Field
        short
        label="Spend at most … credits"
        value={draft.cap}
        placeholder="no limit"
        onInput={(cap) => onChange({ cap })}
        problem={capProblem(draft.cap)}
      />
    </div>
  );
}

interface FieldsChoiceProps {
  /** "Columns to write" */
  label: string;
  /** Always written: it says of each row that it is done. */
  always?: string;
  available: readonly string[];
  chosen: string[];
  onChange: (fields: string[]) => void;
}

/** Which columns are written. Folded: the usual ones suffice for most. */
export function FieldsChoice({ label, always, available, chosen, onChange }: FieldsChoiceProps) {
  const others = available.filter((field) => field !== always);
  const toggle = (field: string, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, field] : chosen.filter((each) => each !== field));
  return (
    <details>
      <summary>
        {label} ({chosen.length})
      </summary>
      <div>
        {always && <p class="small soft">{always} is always written.</p>}
        {others.map((field) => (
          <Choice key={field} checked={chosen.includes(field)} onChange={(isChosen) => toggle(field, isChosen)}>
            {field}
          </Choice>
        ))}
      </div>
    </details>
  );
}
