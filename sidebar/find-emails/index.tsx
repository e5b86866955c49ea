import { halvesForEmails } from "../../src/service/limits";
import { ColumnJob } from "../column-job";
import { DryRun } from "../column-job/dry-run";
import type { ColumnKind, DryRunProps } from "../column-job/kind";
import { HowItWorks } from "../controls/fold";
import { CountFirst, useCount } from "./count";
import { FIRST_DRAFT, type FindDraft, toPlanRequest, toRepeat, toRetry, toWish } from "./draft";
import { Advice, FindForm, WORDS } from "./form";
import { FindFigures, FindOutcome, VerifyNext } from "./outcome";
import { countStatuses } from "./statuses";

/** The dry run: its estimate gets closer as emails are counted. */
function FindDryRun(props: DryRunProps<FindDraft>) {
  const { draft, plan } = props;
  const { sheetId, column, headerRow, counts: rows, find } = plan;
  const request = toPlanRequest({ ...draft, sheetId, column, headerRow });
  const inputs = JSON.stringify([sheetId, column, headerRow, request?.rows, rows, find?.domains]);
  const counting = useCount(request, inputs);
  const limit = request?.limit ?? 0;
  const saved = counting.counts.map(
    (emails) => halvesForEmails(limit) - halvesForEmails(Math.min(limit, emails ?? limit)),
  );
  return (
    <DryRun
      {...props}
      maxHalves={saved.reduce((rest, halves) => rest - halves, plan.maxHalves)}
      estimate={request && <CountFirst plan={plan} counting={counting} />}
    />
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
      Domains are faster and surer than names.
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
  besidePlan: ["cap", "fields", "enrichment", "target", "sheetName"],
  toPlanRequest,
  toWish,
  toRetry,
  toRepeat,
  countStatuses,
  Advice,
  Form: FindForm,
  DryRun: FindDryRun,
  Figures: FindFigures,
  Outcome: FindOutcome,
  NextStep: VerifyNext,
  Help,
};

/** Finds the emails of a column of companies. */
export const Page = () => <ColumnJob kind={FIND_EMAILS} />;
