import { MAX_SHORT_TEXT } from "../../src/result";
import { listedWords, resultWords } from "../../src/service/field-words";
import { COMPANY_FIELDS, ENRICHMENT_PREFIX, STATUS_FIELDS } from "../../src/service/fields";
import type { EmailType } from "../../src/service/operations";
import { EmailsAdvice, LeaveOutCompanies } from "../column-job/company-parts";
import { FieldsChoice } from "../column-job/form";
import { COLUMN_NAMES, type FormProps, type KindWords, rowTexts } from "../column-job/kind";
import { Button } from "../controls/button";
import { Field, Select } from "../controls/field";
import { Fold } from "../controls/fold";
import { Notice } from "../controls/notice";
import { headerText, many, write } from "../format";
import {
  betterColumn,
  emailSheets,
  type FindDraft,
  isAmongEmails,
  limitProblem,
  newSheetName,
  targetOf,
} from "./draft";

export const WORDS: KindWords = {
  ...COLUMN_NAMES,
  title: "Find emails",
  job: "search",
  jobs: "searches",
  input: "company",
  inputs: "companies",
  done: "searched",
  toDo: "companies to search",
  malformed: "not a company",
  start: (count) => `Find emails for ${many(count, "company", "companies")}`,
  goOn: (count) => `Search the remaining ${count === 1 ? "one" : write(count)}`,
  running: ({ title }) => `Finding emails for “${title}”`,
  freeAgain: "finding the same emails again",
  lost: (count) =>
    `${many(count, "company has nothing beside it: it is", "companies have nothing beside them: they are")} in merged cells, or no longer in the sheet. Unmerge cells before you go on.`,
};

const TYPES: readonly (readonly [EmailType, string])[] = [
  ["all", "All"],
  ["professional", "People"],
  ["generic", "Role addresses such as info@"],
];

export function Advice(props: FormProps<FindDraft>) {
  const { plan, onChange } = props;
  if (isAmongEmails(plan)) {
    return (
      <Notice tone="warning">
        “{plan.sheetName}” holds emails that were found. Open the sheet with your companies.
      </Notice>
    );
  }
  if (plan.passedOver !== null) return <EmailsAdvice {...props} />;
  const better = betterColumn(plan);
  if (!better) return null;
  return (
    <Notice tone="info">
      <p>
        Most of these are company names: slower than domains, and not all are found. Choose a column of websites if you
        have one.
      </p>
      <Button variant="quiet" onPress={() => onChange({ sheetId: plan.sheetId, column: better.column })}>
        Use {headerText(better.header) || `column ${better.letter}`}
      </Button>
    </Notice>
  );
}

/** Beside an email, the details are those of its company. */
const detailWords = (field: string) => listedWords(ENRICHMENT_PREFIX + field);

export function FindForm({ draft, plan, onChange }: FormProps<FindDraft>) {
  const target = targetOf(draft, plan);
  const name = newSheetName(draft, plan);
  const sheets = emailSheets(plan);
  const lost = plan.find?.lostRows ?? 0;
  const targets = [
    ...sheets.map(({ sheetId, sheetName }): [string, string] => [
      String(sheetId),
      `“${sheetName}”, below its last row`,
    ]),
    ["new", "A new sheet"] as const,
  ];
  return (
    <>
      <Field
        short
        label="Emails per company, at most"
        value={draft.limit}
        onInput={(limit) => onChange({ limit })}
        problem={limitProblem(draft)}
      />
      {sheets.length > 0 && (
        <Select
          label="Put the emails in"
          value={String(target)}
          options={targets}
          onChange={(chosen) => onChange({ target: chosen === "new" ? chosen : Number(chosen) })}
        />
      )}
      {target === "new" && (
        <Field
          label={sheets.length > 0 ? "Name of the new sheet" : "Put the emails in a new sheet"}
          value={name}
          maxLength={MAX_SHORT_TEXT}
          onInput={(sheetName) => onChange({ sheetName })}
          problem={name.trim() === "" ? "Give the new sheet a name." : ""}
        />
      )}
      {lost > 0 && (
        <Notice tone="info">
          The emails of {many(lost, "company", "companies")} were in a sheet that is deleted. “{rowTexts(WORDS).all}”
          finds them again: that is free with the key that has paid.
        </Notice>
      )}
      <LeaveOutCompanies draft={draft} plan={plan} onChange={onChange} />
      <Fold label="More options">
        <Select
          label="Which emails"
          value={draft.emailType}
          options={TYPES}
          onChange={(emailType) => onChange({ emailType: emailType as EmailType })}
        />
        <FieldsChoice
          label="Columns to add beside the company"
          always={STATUS_FIELDS.find}
          available={plan.availableFields}
          wordsOf={resultWords}
          chosen={draft.fields}
          onChange={(fields) => onChange({ fields })}
        />
        <FieldsChoice
          label="Company details to add to each email"
          available={COMPANY_FIELDS}
          wordsOf={detailWords}
          chosen={draft.enrichment}
          onChange={(chosen) => onChange({ enrichment: COMPANY_FIELDS.filter((field) => chosen.includes(field)) })}
        />
      </Fold>
    </>
  );
}
