import { halvesForEmails } from "../../src/service/limits";
import { ColumnJob } from "../column-job";
import { CompanyOutcome } from "../column-job/company-parts";
import { EMAIL_STATUSES } from "../column-job/company-statuses";
import { chosenRows } from "../column-job/draft";
import { DryRun } from "../column-job/dry-run";
import type { ColumnKind, DryRunProps } from "../column-job/kind";
import { Button } from "../controls/button";
import { HowItWorks } from "../controls/fold";
import { capitalise, many } from "../format";
import { spentText } from "../job/job-view";
import type { FiguresProps, NextStepProps, OutcomeProps } from "../job/kind";
import { useNavigation } from "../shell/navigation";
import { CountFirst, useCount } from "./count";
import { FIRST_DRAFT, type FindDraft, halvesOfOne, toChoices, toPlanRequest, toRepeat, toRetry } from "./draft";
import { Advice, FindForm, WORDS } from "./form";

function FindDryRun(props: DryRunProps<FindDraft>) {
  const { draft, plan } = props;
  const { sheetId, column, headerRow, counts: rows, find } = plan;
  const request = toPlanRequest({ ...draft, sheetId, column, headerRow });
  const inputs = JSON.stringify([sheetId, column, headerRow, chosenRows(draft), rows, find?.domains]);
  const counting = useCount(request, inputs);
  const limit = request?.limit ?? 0;
  // The typed limit counts, as the plan may still belong to another one.
  const halvesFor = (emails: number | null): number => halvesForEmails(Math.min(limit, emails ?? limit));
  const halvesPerQuestion = halvesFor(null);
  const cheaper = new Map([...counting.counts].map(([key, emails]) => [key, halvesFor(emails)]));
  const uncounted = Math.max(0, plan.toAsk - cheaper.size) * halvesPerQuestion;
  const halves = [...cheaper.values()].reduce((sum, each) => sum + each, uncounted);
  return (
    <DryRun
      {...props}
      {...(request && { price: { halves, halvesPerQuestion, cheaper } })}
      estimate={request && <CountFirst plan={plan} counting={counting} />}
    />
  );
}

function FindFigures({ job: { spent, written }, progress }: FiguresProps) {
  const emails = progress?.emails ?? written?.rows ?? 0;
  return (
    <>
      <p>
        <strong>{many(emails, "email")}</strong> found
      </p>
      <p class="small soft">{capitalise(spentText(spent, true))}</p>
    </>
  );
}

function FindOutcome({ job, summary, byStatus }: OutcomeProps) {
  const { rows: emails = 0, alreadyThere = 0, withoutDetails = 0 } = job.written ?? {};
  return (
    <>
      {summary && (
        <p>
          <strong>{many(emails, "email")}</strong> written{job.list?.sheetName && ` to “${job.list.sheetName}”`}
          {alreadyThere > 0 && `, ${many(alreadyThere, "duplicate")} skipped`}.
        </p>
      )}
      {withoutDetails > 0 && (
        <p class="small">
          Rows that were there already were left as they are, and{" "}
          {many(withoutDetails, "of them lacks", "of them lack")} the company details. Search again into a new sheet to
          have them for all emails: what was found before is free.
        </p>
      )}
      <CompanyOutcome spent={job.spent} reasons={EMAIL_STATUSES.reasonsOf(byStatus)} />
    </>
  );
}

function VerifyNext({ job: { list, written }, isMain }: NextStepProps) {
  const { handOver } = useNavigation();
  if (!list?.sheetName || !written || written.rows + written.alreadyThere === 0) return null;
  return (
    <Button
      variant={isMain ? "primary" : "plain"}
      onPress={() => handOver("verify", { sheetId: list.sheetId, column: null })}
    >
      Verify these emails
    </Button>
  );
}

const Help = () => (
  <HowItWorks>
    <p>
      The emails known for each company go into a sheet of their own, a row each. A column beside your companies says
      how many were found.
    </p>
    <p>
      50 emails of one company cost 1 credit. Companies without emails, duplicates and emails found before are free.
      Domains are faster and more reliable than names.
    </p>
    <p>
      In a cell: <code>=DOMAIN_EMAILS(A2)</code>, or <code>=EMAIL_COUNT(A2:A50)</code>, which is free.
    </p>
  </HowItWorks>
);

const FIND_EMAILS: ColumnKind<FindDraft> = {
  name: "find",
  tab: "find-emails",
  words: WORDS,
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "enrichment", "target", "sheetName"],
  halvesOfOne,
  toPlanRequest,
  toChoices,
  columnChoices: ["fields", "enrichment"],
  toRetry,
  toRepeat,
  countStatuses: EMAIL_STATUSES.countStatuses,
  Advice,
  Form: FindForm,
  DryRun: FindDryRun,
  Figures: FindFigures,
  Outcome: FindOutcome,
  NextStep: VerifyNext,
  Help,
};

export const Page = () => <ColumnJob kind={FIND_EMAILS} />;
