import { useRef } from "preact/hooks";
import type { ChoicesOf } from "../../src/jobs/protocol";
import type { ColumnPlan } from "../../src/jobs/views";
import { resultWords } from "../../src/service/field-words";
import { ASKED_ADDRESS, STATUS_FIELDS } from "../../src/service/fields";
import { HALVES_PER_VERIFICATION } from "../../src/service/limits";
import { NOT_KNOWN, STATUS_TONES, VERDICT_TONES, VERDICTS } from "../../src/service/result-words";
import { CleanList } from "../clean-list";
import { ColumnJob } from "../column-job";
import { type ColumnDraft, chosenColumn, FIRST_COLUMN, plannedColumn } from "../column-job/draft";
import { DryRun } from "../column-job/dry-run";
import { FieldsChoice } from "../column-job/form";
import { COLUMN_NAMES, type ColumnKind, type FormProps, type KindWords } from "../column-job/kind";
import { Button } from "../controls/button";
import { Choice, toggled } from "../controls/field";
import { HowItWorks } from "../controls/fold";
import { many, write } from "../format";
import { type StatusCount, spentText } from "../job/job-view";
import type { FiguresProps, NextStepProps, OutcomeProps } from "../job/kind";
import { useNavigation } from "../shell/navigation";

const WORDS: KindWords = {
  ...COLUMN_NAMES,
  title: "Verify emails",
  job: "verification",
  jobs: "verifications",
  input: "email",
  inputs: "emails",
  done: "verified",
  toDo: "to verify",
  malformed: "not an email address",
  start: (count) => (count === 0 ? "Add the known statuses" : `Verify ${many(count, "email")}`),
  goOn: (count) => `Verify the remaining ${count === 1 ? "one" : write(count)}`,
  running: ({ title }) => `Verifying “${title}”`,
  freeAgain: "verifying the same emails again",
  lost: (count) =>
    `${many(count, "email got no result: it is", "emails got no results: they are")} in merged cells, or no longer in the sheet. Unmerge cells before you go on.`,
};

interface VerifyDraft extends ColumnDraft {
  /** The meant domains replace these misspelt ones before their addresses are asked. */
  mended: string[];
  alsoFoundValid: boolean;
}

const FIRST_DRAFT: VerifyDraft = {
  ...FIRST_COLUMN,
  fields: [STATUS_FIELDS.verify, "verdict", "verdict_reason", "email_sub_status", "type", "disposable"],
  mended: [],
  alsoFoundValid: false,
};

/** A past job may have needed the column of addresses, which is nobody's choice. */
const chosenFields = ({ fields }: VerifyDraft): string[] => fields.filter((field) => field !== ASKED_ADDRESS);

/** The rows whose cells may hold something else than the address that is asked. */
const oddRowsOf = ({ oddRows }: ColumnPlan): number =>
  oddRows.reduce((sum, { isAsked, rows }) => sum + (isAsked ? rows : 0), 0);

const neededFields = (plan: ColumnPlan): string[] => (oddRowsOf(plan) > 0 ? [ASKED_ADDRESS] : []);

function toPlanRequest(draft: VerifyDraft) {
  const { mended, alsoFoundValid } = draft;
  const column = chosenColumn({ ...draft, fields: chosenFields(draft) });
  return column && { kind: "verify" as const, ...column, mended, alsoFoundValid };
}

function toChoices(draft: VerifyDraft, plan: ColumnPlan): ChoicesOf<"verify"> | null {
  const request = toPlanRequest(draft);
  return request && { ...request, fields: [...request.fields, ...neededFields(plan)], ...plannedColumn(draft, plan) };
}

/** The fixed order keeps the colours in their places. */
function countStatuses(byStatus: Record<string, number>): StatusCount[] {
  const known = STATUS_TONES.map(([status, tone]) => ({
    status: status === NOT_KNOWN ? "not known" : status,
    tone,
    count: byStatus[status] ?? 0,
  }));
  const others = Object.entries(byStatus).filter(([status]) => !STATUS_TONES.some(([each]) => each === status));
  const withoutCode = (status: string): string => status.replace(/ \([A-Z\d_]+\)$/, "");
  return [
    ...known,
    ...others.map(([status, count]) => ({ status: withoutCode(status), tone: "other" as const, count })),
  ];
}

const countVerdicts = (byVerdict: Record<string, number>): StatusCount[] =>
  VERDICTS.map((status) => ({ status, tone: VERDICT_TONES[status], count: byVerdict[status] ?? 0 }));

function VerifyForm({ draft, plan, onChange }: FormProps<VerifyDraft>) {
  return (
    <>
      {plan.foundValidRows > 0 && (
        <Choice checked={draft.alsoFoundValid} onChange={(alsoFoundValid) => onChange({ alsoFoundValid })}>
          Re-verify emails already marked VALID
        </Choice>
      )}
      <FieldsChoice
        label="Columns to add"
        always={STATUS_FIELDS.verify}
        needed={{
          fields: neededFields(plan),
          why: `because ${many(oddRowsOf(plan), "row")} of “Cells to look at” will be asked`,
        }}
        available={plan.availableFields.filter((field) => field !== ASKED_ADDRESS)}
        wordsOf={resultWords}
        chosen={chosenFields(draft)}
        onChange={(fields) => onChange({ fields })}
      />
      <Misspelt draft={draft} plan={plan} onChange={onChange} />
    </>
  );
}

function Misspelt({ draft: { mended }, plan, onChange }: FormProps<VerifyDraft>) {
  const groups = plan.oddRows.flatMap(({ misspelt, rows }) => (misspelt ? [{ ...misspelt, rows }] : []));
  if (groups.length === 0) return null;
  return (
    <fieldset>
      <legend>Probably misspelt: ask as</legend>
      {groups.map(({ domain, meant, rows }) => (
        <Choice
          key={domain}
          checked={mended.includes(domain)}
          onChange={(isMended) => onChange({ mended: toggled(mended, domain, isMended) })}
        >
          {meant} instead of {domain} · {many(rows, "row")}
        </Choice>
      ))}
    </fieldset>
  );
}

/** "12 credits spent · 3 emails were free" */
const costText = (spent: FiguresProps["job"]["spent"], isDriven: boolean): string =>
  `${spentText(spent, isDriven)}${spent.freeAnswers > 0 ? ` · ${many(spent.freeAnswers, "email was", "emails were")} free` : ""}`;

/** Answers that were on their way when the sidebar was closed are paid for as well. */
const WhyFree = ({ job: { spent } }: Pick<FiguresProps, "job">) =>
  spent.freeAnswers === 0 ? null : (
    <p class="small soft">
      What was paid for before, here or elsewhere, is free; so is a found email that is not VALID.
    </p>
  );

const VerifyFigures = ({ job }: FiguresProps) => (
  <>
    <p class="small soft">{costText(job.spent, true)}</p>
    <WhyFree job={job} />
  </>
);

function VerifyOutcome({ job, summary, byStatus }: OutcomeProps) {
  const withStatus = countStatuses(byStatus).reduce((sum, { tone, count }) => sum + (tone === "other" ? 0 : count), 0);
  const notKnown = byStatus[NOT_KNOWN] ?? 0;
  const isJudged = Object.keys(summary?.byVerdict ?? {}).length > 0;
  const statuses = countStatuses(byStatus).flatMap(({ status, count }) =>
    // A line must not break between a number and its noun.
    isJudged && count > 0 ? [`${write(count)}\u00a0${status}`] : [],
  );
  return (
    <>
      <p class="small soft">
        {many(withStatus, summary ? "row" : "email")} verified · {costText(job.spent, false)}
      </p>
      <WhyFree job={job} />
      {statuses.length > 0 && <p class="small">{statuses.join(" · ")}</p>}
      {notKnown > 0 && (
        <p class="small">
          {summary ? many(notKnown, "row is", "rows are") : many(notKnown, "email is", "emails are")} “not known”
          because the mail server did not answer. Try again in a few hours.
        </p>
      )}
    </>
  );
}

function CleanNext({ job: { sheetId }, summary: { results }, isMain }: NextStepProps) {
  const { clean } = useNavigation();
  return (
    <Button variant={isMain ? "primary" : "plain"} onPress={() => clean({ sheetId, column: results?.column ?? null })}>
      Make a clean list
    </Button>
  );
}

const Help = () => (
  <HowItWorks>
    <p>
      Each email gets a status in a new column beside it: <strong>VALID</strong> can be mailed, <strong>INVALID</strong>{" "}
      bounces, <strong>CATCH_ALL</strong> may do either, because its server accepts everything.
    </p>
    <p>
      <strong>Not known</strong> stands where the mail server did not answer. Try these again a few hours later: it is
      free with the key that has paid. Formulas show them as INVALID, with the reason in <code>email_sub_status</code>,
      which is the column Status reason here.
    </p>
    <p>
      An email that was never verified costs 0.5 credits. Blanks, duplicates and emails verified before with your key
      are free. One in the sheet of Find emails costs only if it is VALID.
    </p>
    <p>
      In a cell: <code>=VERIFY_EMAIL(A2)</code> or <code>=VERIFY_EMAIL(A2:A50)</code>.
    </p>
  </HowItWorks>
);

const VERIFY: ColumnKind<VerifyDraft> = {
  name: "verify",
  tab: "verify",
  words: WORDS,
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "mended"],
  halvesOfOne: () => HALVES_PER_VERIFICATION,
  toPlanRequest,
  toChoices,
  countStatuses,
  countVerdicts,
  columnChoices: ["fields"],
  toRetry: () => ({ rows: "failed" }),
  NextStep: CleanNext,
  toRepeat: (_, { [NOT_KNOWN]: count = 0 }) =>
    count > 0 ? { label: `Try ${write(count)} not known again`, choices: { rows: "notKnown" } } : null,
  Form: VerifyForm,
  DryRun,
  Figures: VerifyFigures,
  Outcome: VerifyOutcome,
  Help,
};

export function Page() {
  const { toClean } = useNavigation();
  // A job goes on below a clean list, and its summary is still there afterwards. A page that nobody has seen yet makes
  // no plan.
  const isSeen = useRef(false);
  isSeen.current ||= toClean === null;
  return (
    <>
      {isSeen.current && (
        <div class="kept" hidden={toClean !== null}>
          <ColumnJob kind={VERIFY} />
        </div>
      )}
      {toClean && <CleanList key={`${toClean.sheetId} ${toClean.column}`} list={toClean} />}
    </>
  );
}
