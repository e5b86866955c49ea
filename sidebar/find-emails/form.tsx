import type { ColumnPlan } from "../../src/jobs/views";
import { COMPANY_FIELDS } from "../../src/service/fields";
import type { EmailType } from "../../src/service/responses";
import { ColumnForm, FieldsChoice } from "../column-job/form";
import type { FormProps } from "../column-job/kind";
import { Field, Select } from "../controls/field";
import { Notice } from "../controls/notice";
import {
  areNames,
  emailSheets,
  type FindDraft,
  isAmongEmails,
  limitProblem,
  newSheetName,
  STATUS_FIELD,
  targetOf,
} from "./draft";

/** In the service's own words. */
const TYPES: readonly (readonly [EmailType, string])[] = [
  ["all", "All"],
  ["professional", "Of people (professional)"],
  ["generic", "Of roles, as info@ (generic)"],
];

/** What speaks against the chosen column. */
function Advice({ plan }: { plan: ColumnPlan }) {
  if (isAmongEmails(plan)) {
    return (
      <Notice tone="warning">
        <p>
          “{plan.sheetName}” holds emails that were found. Open the sheet with your companies, then look at the sheet
          again.
        </p>
      </Notice>
    );
  }
  if (!areNames(plan)) return null;
  return (
    <Notice tone="info">
      <p>
        Most of these are names: they take longer than domains, and not all are found. If there is a column of websites,
        choose it.
      </p>
    </Notice>
  );
}

/** Which companies, how many of their emails, and where these go. */
export function FindForm({ draft, plan, onChange }: FormProps<FindDraft>) {
  const target = targetOf(draft, plan);
  const name = newSheetName(draft, plan);
  const sheets = emailSheets(plan);
  const targets = [
    ...sheets.map(({ sheetId, sheetName }): [string, string] => [
      String(sheetId),
      `“${sheetName}”, below what is there`,
    ]),
    ["new", "A new sheet"] as const,
  ];
  return (
    <>
      <Advice plan={plan} />
      <ColumnForm holds="Companies" draft={draft} plan={plan} onChange={onChange}>
        <Field
          short
          label="Most emails per company"
          value={draft.limit}
          onInput={(limit) => onChange({ limit })}
          problem={limitProblem(draft)}
        />
        {sheets.length > 0 && (
          <Select
            label="Emails go to"
            value={String(target)}
            options={targets}
            onChange={(chosen) => onChange({ target: chosen === "new" ? chosen : Number(chosen) })}
          />
        )}
        {target === "new" && (
          <Field
            label={sheets.length > 0 ? "Its name" : "Emails go to the new sheet"}
            value={name}
            onInput={(sheetName) => onChange({ sheetName })}
            problem={name.trim() === "" ? "Give the new sheet a name." : ""}
          />
        )}
        <details>
          <summary>More choices</summary>
          <div class="more">
            <Select
              label="Which emails"
              value={draft.emailType}
              options={TYPES}
              onChange={(emailType) => onChange({ emailType: emailType as EmailType })}
            />
            <FieldsChoice
              label="Columns beside the company"
              always={STATUS_FIELD}
              available={plan.availableFields}
              chosen={draft.fields}
              onChange={(fields) => onChange({ fields })}
            />
            <FieldsChoice
              label="Company details beside each email"
              available={COMPANY_FIELDS}
              chosen={draft.enrichment}
              onChange={(chosen) => onChange({ enrichment: COMPANY_FIELDS.filter((field) => chosen.includes(field)) })}
            />
          </div>
        </details>
      </ColumnForm>
    </>
  );
}
