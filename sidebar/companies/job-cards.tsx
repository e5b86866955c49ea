import { useEffect, useRef } from "preact/hooks";
import type { JobView } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Fold } from "../controls/fold";
import { announce, Notice, RefusalNotice, Waiting } from "../controls/notice";
import { GoingOn, GoOn } from "../job/going-on";
import { isOpen, leftOfList, restPriceText } from "../job/job-view";
import { Brakes, Resume } from "../job/resume";
import { Undo } from "../job/undo";
import { type Jobs, useJobSummary } from "../job/use-jobs";
import { useAction, useSession } from "../session";
import { focusPage, useNavigation } from "../shell/navigation";
import { figuresText, NOTHING_WRITTEN, pagesText, receiptText, speedText, unwrittenText } from "./job-texts";
import { NextPages } from "./next-pages";

/** The lists of this spreadsheet: the latest, all unfinished ones and what this page has worked on; the rest is folded. */
export function JobCards({ jobs }: { jobs: Jobs }) {
  const { all, ended } = jobs;
  useEffect(() => {
    if (!ended) return;
    const { job, state, stop } = ended;
    announce(
      [`The list is ${state === "finished" ? "done" : state}.`, pagesText(job), stop?.message, stop?.remedy]
        .filter(Boolean)
        .join(" "),
    );
  }, [ended]);
  if (all.length === 0) return null;
  const [last] = all;
  const shown = all.filter((job) => job === last || isOpen(job) || job.id === ended?.job.id);
  const others = all.filter((job) => !shown.includes(job));
  const card = (job: JobView) => <JobCard key={job.id} job={job} jobs={jobs} />;
  return (
    <section>
      <h2>Your lists</h2>
      {shown.map(card)}
      {others.length > 0 && (
        <Fold label="Earlier lists" aside={String(others.length)}>
          {others.map(card)}
        </Fold>
      )}
    </section>
  );
}

const STATES: Record<JobView["state"], string> = {
  // The sidebar was closed in the middle.
  running: "Not finished",
  paused: "Paused",
  stopped: "Stopped",
  finished: "Done",
};

/** One list of companies: its progress, and the ways to resume or undo it. */
function JobCard({ job, jobs }: { job: JobView; jobs: Jobs }) {
  const { driven } = jobs;
  const heading = useRef<HTMLHeadingElement>(null);
  const resuming = useAction(jobs.resume);
  const stopping = useAction(jobs.abandon);
  const isDriven = driven?.job.id === job.id;
  const canGoOn = isOpen(job);
  const left = leftOfList(job);
  const { pages, pagesWanted, pagesInAll, unwritten } = job.written ?? NOTHING_WRITTEN;
  // The button that started it may be far below.
  useEffect(() => {
    if (isDriven) heading.current?.focus();
  }, [isDriven]);
  // The pressed button disappears.
  const focusHeading = (): void => heading.current?.focus();
  const undone = async (): Promise<void> => {
    announce("The list is undone.");
    await jobs.readAnew();
    focusPage();
  };
  return (
    <div class="job">
      <h3 ref={heading} tabIndex={-1}>
        {job.sheetName || "The sheet was deleted"}{" "}
        <small>{isDriven ? "Working" : job.isActive ? "May be running" : STATES[job.state]}</small>
      </h3>
      <p class="small soft search-line">{job.title}</p>
      {canGoOn && <progress aria-label="Pages in the sheet" max={pagesWanted ?? undefined} value={pages} />}
      <p>{pagesText(job)}</p>
      <p class="small soft">{figuresText(job, isDriven)}</p>
      {isDriven ? (
        <>
          <p class="small soft">{speedText(job, driven.progress?.perMinute ?? 0)}</p>
          {driven.progress?.failure && (
            <p class="small">The service failed ({driven.progress.failure}); trying again.</p>
          )}
          <Brakes jobs={jobs} onPressed={focusHeading} />
          <GoOn jobId={job.id} word="list" kind="companies" left={left?.questions ?? null} />
        </>
      ) : (
        <>
          {job.reason && (
            <Notice
              tone={job.state === "finished" ? "info" : "warning"}
              credits={/^Not enough credits/.test(job.reason) ? "particular" : undefined}
            >
              {/* It may hold no more: credits may have been added since. */}
              {canGoOn ? `Reason for the pause: “${job.reason}”` : job.reason}
            </Notice>
          )}
          {unwritten && <p class="small">{unwrittenText(unwritten, job.isYourKey, Date.now())}</p>}
          {canGoOn && <GoingOn jobId={job.id} word="list" />}
          {stopping.refusal && <RefusalNotice refusal={stopping.refusal} />}
          {canGoOn && (
            <Resume
              job={job}
              resuming={resuming}
              left={left}
              label={(credits) => `Resume${restPriceText(credits, left)}`}
              isWaiting={driven !== null}
            >
              <Button
                working={stopping.running}
                onPress={() => {
                  void stopping.start(job);
                  focusHeading();
                }}
              >
                Stop
              </Button>
            </Resume>
          )}
          {!canGoOn && pages > 0 && job.sheetName && pages !== pagesInAll && (
            // Its offer follows from what is there.
            <NextPages key={pages} job={job} jobs={jobs} />
          )}
          {!canGoOn && pages > 0 && job.sheetName && <UseCompanies job={job} />}
          {pages > 0 && (
            <Fold label="Receipts">
              {/* Read anew when pages have come in. */}
              <Receipts key={pages} job={job} />
            </Fold>
          )}
          <Undo
            job={job}
            label="Undo this list"
            freeAgain="getting the same pages again within 30 days"
            onUndone={() => void undone()}
          />
        </>
      )}
    </div>
  );
}

/** The days on which pages were paid for; read when the fold is opened. */
function Receipts({ job }: { job: JobView }) {
  const summary = useJobSummary(job.id);
  if (summary.refusal) return <RefusalNotice refusal={summary.refusal} />;
  if (!summary.data) return <Waiting forWhat="Reading the receipts" />;
  return (
    <>
      {summary.data.receipts.map((receipt) => (
        <p key={receipt.fromPage} class="small">
          {receiptText(receipt, Date.now())}
        </p>
      ))}
    </>
  );
}

const NO_COLUMN = {
  ok: false,
  code: "NO_COMPANY_COLUMN",
  message: "This list has no column of websites or names.",
  remedy: "Add one, or choose another column under Find emails.",
} as const;

/** Leads on to *Find emails* with the column of websites that was filled. */
function UseCompanies({ job: { id, sheetId } }: { job: JobView }) {
  const { call } = useSession();
  const { handOver } = useNavigation();
  const use = useAction(async () => {
    const result = await call("summariseJob", { jobId: id });
    if (!result.ok) return result;
    const { companyColumn } = result.data;
    if (companyColumn === null) return NO_COLUMN;
    handOver("find-emails", { sheetId, column: companyColumn });
    return { ok: true as const, data: null };
  });
  return (
    <>
      <div class="row">
        <Button working={use.running} onPress={() => void use.start()}>
          Find emails for these companies
        </Button>
      </div>
      {use.refusal && <RefusalNotice refusal={use.refusal} />}
    </>
  );
}
