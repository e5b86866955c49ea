import type { ColumnPlan } from "../../src/jobs/views";
import { halvesForEmails } from "../../src/service/limits";
import { ColumnJob } from "../column-job";
import { AllDone, DryRun } from "../column-job/dry-run";
import type { ColumnKind } from "../column-job/kind";
import { many } from "../format";
import { CountFirst, useCount } from "./count";
import { FIRST_DRAFT, type FindDraft, toPlanRequest, toRepeat, toRetry, toWish } from "./draft";
import { FindForm } from "./form";
import { FindFigures, FindOutcome, VerifyNext } from "./outcome";
import { countStatuses } from "./statuses";
import "./style.css";

/** What the rows of companies are, and what their emails can cost: the more are counted, the nearer. */
export function FindDryRun({ draft, plan }: { draft: FindDraft; plan: ColumnPlan }) {
  const { counts, duplicates, sheetId, column, hasHeader, toAsk } = plan;
  const request = toPlanRequest({ ...draft, sheetId, column, hasHeader });
  const about = JSON.stringify([{ ...request, fields: [], enrichment: [] }, toAsk]);
  const counting = useCount(about);
  const { counted, halves } = counting.counted ?? { counted: 0, halves: 0 };
  const halvesEach = halvesForEmails(request?.limit ?? 0);
  const lines: [string, number][] = [
    ["rows", counts.rows],
    ["blank", counts.blank],
    ["not a company", counts.malformed],
    ["formulas at work or in error", counts.waiting],
    ["already done", counts.done],
    ["repetitions", duplicates],
  ];
  return (
    <>
      <DryRun
        draft={draft}
        plan={plan}
        lines={lines}
        toDo="companies to ask"
        maxHalves={plan.maxHalves - counted * halvesEach + halves}
      />
      <AllDone draft={draft} plan={plan}>
        To ask them again, for more emails of each for example, choose “All, again”.
      </AllDone>
      {request && <CountFirst plan={plan} counting={counting} onStart={() => void counting.start(request)} />}
    </>
  );
}

/** Finds the emails of a column of companies. */
export const FIND_EMAILS: ColumnKind<FindDraft> = {
  name: "find",
  tab: "find-emails",
  words: {
    title: "Find emails",
    emptySheet: "Open the one with your companies, then look at the sheet again.",
    start: (count) => `Find emails of ${many(count, "company", "companies")}`,
    running: (columnName) => `Finding emails for “${columnName}”`,
    progress: "Companies asked",
    asked: "companies",
    freeAgain: "finding the emails of the same companies again",
  },
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "fields", "enrichment", "target", "sheetName"],
  toPlanRequest,
  toWish,
  toRetry,
  toRepeat,
  countStatuses,
  Form: FindForm,
  DryRun: FindDryRun,
  Figures: FindFigures,
  Outcome: FindOutcome,
  NextStep: VerifyNext,
};

/** Finds the emails of a column of companies. */
export const Page = () => <ColumnJob kind={FIND_EMAILS} />;
