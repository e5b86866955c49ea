import { resultWords } from "../../src/service/field-words";
import { ENRICHMENT_PREFIX, STATUS_FIELDS, USUAL_COMPANY_FIELDS } from "../../src/service/fields";
import { halvesForEmails } from "../../src/service/limits";
import { ColumnJob } from "../column-job";
import { CompanyOutcome, EmailsAdvice, LeaveOutCompanies } from "../column-job/company-parts";
import { DETAIL_STATUSES } from "../column-job/company-statuses";
import { type ColumnDraft, choicesFrom, chosenColumn, FIRST_COLUMN } from "../column-job/draft";
import { DryRun } from "../column-job/dry-run";
import { FieldsChoice } from "../column-job/form";
import { COLUMN_NAMES, type ColumnKind, type KindWords } from "../column-job/kind";
import { HowItWorks } from "../controls/fold";
import { capitalise, many, write } from "../format";
import { spentText } from "../job/job-view";

const WORDS: KindWords = {
  ...COLUMN_NAMES,
  title: "Add company details",
  job: "look-up",
  jobs: "look-ups",
  input: "company",
  inputs: "companies",
  done: "looked up",
  toDo: "companies to look up",
  malformed: "not a company",
  start: (count) => `Add details of ${many(count, "company", "companies")}`,
  goOn: (count) => `Look up the remaining ${count === 1 ? "one" : write(count)}`,
  running: ({ title }) => `Adding details of “${title}”`,
  freeAgain: "looking up the same companies again",
  lost: (count) =>
    `${many(count, "company got no details: it is", "companies got no details: they are")} in merged cells, or no longer in the sheet. Unmerge cells before you go on.`,
};

/** The status holds the domain. */
const USUAL_DETAILS = USUAL_COMPANY_FIELDS.filter((field) => field !== "domain");

/** The service sends details with one email. */
const HALVES_OF_ONE = halvesForEmails(1);

const FIRST_DRAFT: ColumnDraft = {
  ...FIRST_COLUMN,
  fields: [STATUS_FIELDS.enrich, ...USUAL_DETAILS.map((field) => ENRICHMENT_PREFIX + field)],
};

function toPlanRequest(draft: ColumnDraft) {
  const column = chosenColumn(draft);
  return column && { kind: "enrich" as const, ...column, leaveOut: draft.leaveOut, alsoFoundValid: false };
}

const Help = () => (
  <HowItWorks>
    <p>
      The chosen details stand beside each company: its domain, name, industry, size, founding year, head office,
      LinkedIn page and more.
    </p>
    <p>
      A company costs at most 1 credit. Companies without known emails, duplicates and companies searched before are
      free. Domains are faster and more reliable than names.
    </p>
    <p>
      In a cell: <code>=COMPANY_INFO(A2, "name, industry, size")</code>.
    </p>
  </HowItWorks>
);

const ENRICH: ColumnKind<ColumnDraft> = {
  name: "enrich",
  tab: "enrich",
  words: WORDS,
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap"],
  halvesOfOne: () => HALVES_OF_ONE,
  toPlanRequest,
  toChoices: (draft, plan) => choicesFrom(toPlanRequest(draft), draft, plan),
  columnChoices: ["fields"],
  toRetry: ({ fields }) => ({ fields, rows: "failed" }),
  countStatuses: DETAIL_STATUSES.countStatuses,
  Advice: EmailsAdvice,
  Form: ({ draft, plan, onChange }) => (
    <>
      <FieldsChoice
        label="Columns to add"
        always={STATUS_FIELDS.enrich}
        available={plan.availableFields}
        wordsOf={resultWords}
        chosen={draft.fields}
        onChange={(fields) => onChange({ fields })}
      />
      <LeaveOutCompanies draft={draft} plan={plan} onChange={onChange} />
    </>
  ),
  DryRun,
  Figures: ({ job }) => <p class="small soft">{capitalise(spentText(job.spent, true))}</p>,
  Outcome: ({ job, byStatus }) => <CompanyOutcome spent={job.spent} reasons={DETAIL_STATUSES.reasonsOf(byStatus)} />,
  Help,
};

export const Page = () => <ColumnJob kind={ENRICH} />;
