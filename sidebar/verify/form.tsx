import { ColumnForm } from "../column-job/column-form";
import { FieldsChoice } from "../column-job/column-form/fields-choice";
import type { FormProps } from "../column-job/kind";
import { Choice } from "../controls/choice";
import type { VerifyDraft } from "./draft";

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
