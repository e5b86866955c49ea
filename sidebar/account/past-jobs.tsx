import { useCallback, useEffect, useId, useRef, useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/clean-list-views";
import type { KindName } from "../../src/jobs/protocol";
import { JOB_TITLES, type JobView, type PastJobView } from "../../src/jobs/views";
import type { SidebarTab } from "../../src/result";
import { draftOf } from "../column-job/draft";
import { formOf } from "../companies/list-choices";
import { Button } from "../controls/button";
import { RefusalNotice, Waiting } from "../controls/notice";
import { many, writeMoment } from "../format";
import { isOpen, lostSheetText, pastSpentText } from "../job/job-view";
import { Undo } from "../job/undo";
import { type Loaded, toLoaded, useAction, useSession, WAITING } from "../session";
import { focusIfLost, useComingBack, useNavigation } from "../shell/navigation";

const KINDS: Record<KindName, { tab: SidebarTab; job: string; one: string; some: string }> = {
  verify: { tab: "verify", job: "verification", one: "email", some: "different emails" },
  find: { tab: "find-emails", job: "search", one: "company", some: "different companies" },
  enrich: { tab: "enrich", job: "look-up", one: "company", some: "different companies" },
  companies: { tab: "companies", job: "list", one: "company", some: "companies" },
};

function openStateOf(job: JobView): string {
  if (job.isWatch) return "checks new rows";
  if (!isOpen(job)) return "";
  if (job.isActive) return "running";
  return job.state === "paused" ? "paused" : "not finished";
}

const againText = (job: JobView): string => (isOpen(job) ? (job.isActive ? "See progress" : "Resume") : "Run again");

/** A job whose sheet was deleted can only be undone; a search of companies can fill another one. */
const canGoOn = (job: JobView): boolean =>
  isOpen(job) ? lostSheetText(job) === "" : job.sheetName !== "" || job.kind === "companies";

const FIRST_JOBS = 8;

export function PastJobs() {
  const { call, noteUndoneJob, endedJobs } = useSession();
  const { shown } = useNavigation();
  const [jobs, setJobs] = useState<Loaded<PastJobView[]>>(WAITING);
  const read = useCallback(async () => {
    const result = toLoaded(await call("listPastJobs"));
    setJobs((before) => (result.data ? result : { ...result, data: before.data }));
  }, [call]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a job that has ended is told in another way.
  useEffect(() => {
    if (shown === "account") void read();
  }, [shown, read, endedJobs]);
  // Others may have ended it, or closed the page that drove it.
  const section = useComingBack(() => void (jobs.data?.some(({ job }) => job?.isActive) && read()));
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<MadeListView | null>(null);
  const writing = useAction(() => call("writePastJobs"), setMade);
  const showUndone = async (id: string): Promise<void> => {
    noteUndoneJob(id);
    await read();
    focusIfLost(() => heading.current);
  };
  if (jobs.refusal && !jobs.data) return <RefusalNotice refusal={jobs.refusal} onAgain={read} />;
  if (!jobs.data) return <Waiting forWhat="Reading the jobs of this spreadsheet" />;
  if (jobs.data.length === 0) return null;
  return (
    <section ref={section} class="stack">
      <h2 ref={heading} tabIndex={-1}>
        Past jobs
      </h2>
      <RefusalNotice refusal={jobs.refusal} onAgain={read} />
      <ul class="stack">
        {jobs.data.slice(0, isWhole ? undefined : FIRST_JOBS).map((job) => (
          <PastJob key={job.id} past={job} onUndone={() => void showUndone(job.id)} />
        ))}
      </ul>
      <div class="row">
        {!isWhole && jobs.data.length > FIRST_JOBS && (
          <Button
            variant="quiet"
            onPress={() => {
              setIsWhole(true);
              focusIfLost(() => section.current?.querySelector(`.past-job:nth-child(${FIRST_JOBS + 1}) .button`));
            }}
          >
            All {jobs.data.length}
          </Button>
        )}
        <Button working={writing.running} onPress={() => void writing.start()}>
          Write them to a sheet
        </Button>
      </div>
      {made && <p class="small">They are in “{made.sheetName}”.</p>}
      <RefusalNotice refusal={writing.refusal} />
    </section>
  );
}

function PastJob({ past, onUndone }: { past: PastJobView; onUndone: () => void }) {
  const { call } = useSession();
  const { handOver } = useNavigation();
  const { id, kind, title, startedMs, rows, paidWith, isUndone, sheetId, sheetName, job } = past;
  const { tab, job: word, one, some } = KINDS[kind];
  const name = JOB_TITLES[kind];
  const titleId = useId();
  const going = useAction(() => call("bringForward", { sheetId, column: null }));
  const open = job && isOpen(job) ? { jobId: id } : null;
  const again = useAction(
    () => call("readChoices", { jobId: id }),
    (read) => {
      const choices = kind === "companies" ? { form: formOf(read) } : draftOf(read);
      handOver(tab, { sheetId: read.sheetId, column: read.column, ...(open ?? choices) });
    },
  );
  const begin = (): void => {
    // The search that is being built in that tab stays.
    if (open && kind === "companies") handOver(tab, { sheetId, column: null, ...open });
    else void again.start();
  };
  const facts = [
    writeMoment(startedMs),
    // While a job runs, its record has another page's figure of some time ago.
    !job?.isActive && many(rows, one, some),
    pastSpentText(past),
    paidWith !== "your key" && paidWith,
    isUndone && "undone",
    !job && !isUndone && "too old to be undone or run again",
    job && openStateOf(job),
    job && !canGoOn(job) && "its sheet was deleted",
  ].filter(Boolean);
  return (
    <li class="past-job" aria-labelledby={titleId}>
      <p id={titleId}>
        {name}: {kind === "companies" ? title : `“${title}”${sheetName && ` in “${sheetName}”`}`}
      </p>
      <p class="small soft">{facts.join(" · ")}</p>
      <div class="row">
        {sheetName && (
          <Button variant="quiet" about={titleId} working={going.running} onPress={() => void going.start()}>
            Show
          </Button>
        )}
        {job && canGoOn(job) && (
          <Button variant="quiet" about={titleId} working={again.running} onPress={begin}>
            {againText(job)}
          </Button>
        )}
      </div>
      <RefusalNotice refusal={going.refusal} />
      <RefusalNotice refusal={again.refusal} />
      {job && !job.isActive && (
        <Undo
          job={job}
          about={titleId}
          word={word}
          freeAgain={`asking the same again${kind === "companies" ? " within 30 days" : ""}`}
          onUndone={onUndone}
        />
      )}
    </li>
  );
}
