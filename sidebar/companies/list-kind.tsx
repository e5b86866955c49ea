import { type JobView, NOTHING_WRITTEN } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Fold } from "../controls/fold";
import { many } from "../format";
import { isOpen, leftOfList } from "../job/job-view";
import type { FiguresProps, JobKind, NextStepProps, OutcomeProps } from "../job/kind";
import { useNavigation } from "../shell/navigation";
import { figuresText, pagesText, receiptText, unwrittenText } from "./job-texts";
import { NextPages } from "./next-pages";

const sheetOf = ({ sheetName }: JobView): string => (sheetName ? `“${sheetName}”` : "a sheet that was deleted");

function ListFigures({ job }: FiguresProps) {
  return (
    <>
      <p>{pagesText(job)}</p>
      <p class="small soft">{figuresText(job, true)}</p>
    </>
  );
}

function ListOutcome({ job, summary, jobs }: OutcomeProps) {
  const { pages, pagesInAll, unwritten } = job.written ?? NOTHING_WRITTEN;
  const receipts = summary?.receipts ?? [];
  return (
    <>
      <p class="small soft search-line">{job.title}</p>
      <p>{pagesText(job)}</p>
      <p class="small soft">{figuresText(job)}</p>
      {unwritten && <p class="small">{unwrittenText(unwritten, job.isYourKey)}</p>}
      {receipts.length > 0 && (
        <Fold label="What the pages cost">
          {receipts.map((receipt) => (
            <p key={receipt.fromPage} class="small">
              {receiptText(receipt)}
            </p>
          ))}
        </Fold>
      )}
      {!isOpen(job) && pages > 0 && job.sheetName && pages !== pagesInAll && (
        <NextPages job={job} jobs={jobs} counted={summary} />
      )}
    </>
  );
}

function FindNext({ job: { sheetId, written }, summary: { companyColumn }, isMain }: NextStepProps) {
  const { handOver } = useNavigation();
  if (companyColumn === null || !written?.rows) return null;
  return (
    <Button
      variant={isMain ? "primary" : "plain"}
      onPress={() => handOver("find-emails", { sheetId, column: companyColumn })}
    >
      Find emails for these companies
    </Button>
  );
}

export const COMPANIES: JobKind = {
  name: "companies",
  words: {
    job: "list",
    jobs: "lists",
    input: "page",
    inputs: "pages",
    done: "in the sheet",
    nameOf: sheetOf,
    lineOf: (job) => `${sheetOf(job)}: ${job.title}`,
    running: (job) => `Filling ${sheetOf(job)}`,
    goOn: (count) => `Add ${many(count, "page")}`,
    freeAgain: "getting the same pages again within 30 days",
    lost: (count) => `${many(count, "page")} could not be added to the sheet.`,
  },
  leftOf: leftOfList,
  countStatuses: () => [],
  Figures: ListFigures,
  Outcome: ListOutcome,
  NextStep: FindNext,
};
