import type { JobView } from "../../src/jobs/views";
import { Button, IconButton } from "../controls/button";
import { Notice, RefusalNotice, Waiting } from "../controls/notice";
import { userLocale, writeMoment } from "../format";
import { isOpen, lostSheetText } from "../job/job-view";
import { Resume } from "../job/resume";
import { type Jobs, unfinishedOf } from "../job/use-jobs";
import { useAction } from "../session";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";
import type { Planning } from "./use-plan";

/** *Try 10 rows first* */
const TRIAL_ROWS = 10;

interface ChoosingProps<Draft extends ColumnDraft> {
  kind: ColumnKind<Draft>;
  planning: Planning<Draft>;
  jobs: Jobs;
}

/** The choices, the dry run, and the way to begin. */
export function Choosing<Draft extends ColumnDraft>({ kind, planning, jobs }: ChoosingProps<Draft>) {
  const { words, Form, DryRun } = kind;
  const { draft, plan, isReading, change, readAgain } = planning;
  const wish = plan.state === "here" ? kind.toWish(draft, plan.data) : null;
  const start = useAction(jobs.start);
  const unfinished = unfinishedOf(jobs);
  const last = jobs.all.find((job) => !isOpen(job));
  const begin = (most?: number): void => {
    if (wish) void start.start(wish, most);
  };
  if (plan.state === "waiting") return <Waiting forWhat="Reading the sheet" />;
  if (plan.state === "refused") {
    return (
      <RefusalNotice refusal={plan.refusal}>
        <Button look="quiet" working={isReading} onPress={() => readAgain()}>
          Try again
        </Button>
      </RefusalNotice>
    );
  }
  const { toAsk, column } = plan.data;
  return (
    <>
      {unfinished && <Unfinished key={unfinished.id} job={unfinished} jobs={jobs} />}
      {last && <LastJob job={last} onShow={() => jobs.show(last)} />}
      {start.refusal && <RefusalNotice refusal={start.refusal} />}
      <section>
        <div class="row spread">
          <h2>{words.title}</h2>
          <IconButton icon="refresh" name="Look at the sheet again" working={isReading} onPress={() => readAgain()} />
        </div>
        {column === 0 ? (
          <Notice tone="info">
            <p>This sheet is empty. {words.emptySheet}</p>
          </Notice>
        ) : (
          <>
            <Form draft={draft} plan={plan.data} onChange={change} />
            <DryRun draft={draft} plan={plan.data} />
            <div class="row actions">
              {toAsk > 0 && wish && (
                <Button look="primary" working={start.running || isReading} onPress={() => begin()}>
                  {words.start(toAsk)}
                </Button>
              )}
              {toAsk > TRIAL_ROWS && wish && (
                <Button working={start.running || isReading} onPress={() => begin(TRIAL_ROWS)}>
                  Try {TRIAL_ROWS} first
                </Button>
              )}
            </div>
          </>
        )}
      </section>
    </>
  );
}

/** Offers to go on with a job that was paused, or left when the sidebar was closed. */
function Unfinished({ job, jobs }: { job: JobView; jobs: Jobs }) {
  const resuming = useAction(jobs.resume);
  const abandon = useAction(jobs.abandon);
  const lost = lostSheetText(job);
  return (
    <Notice tone="info">
      <p>
        <strong>
          The run over “{job.title}”{job.sheetName && ` in “${job.sheetName}”`} is not finished.
        </strong>
      </p>
      {(lost || job.reason) && <p>{lost || job.reason}</p>}
      <Resume job={job} resuming={resuming}>
        <Button look="quiet" working={abandon.running} onPress={() => void abandon.start(job)}>
          Leave it
        </Button>
      </Resume>
    </Notice>
  );
}

interface LastJobProps {
  job: JobView;
  onShow: () => void;
}

/** Leads back to the last job that is over: its summary, its chart, and the way to undo it. */
export const LastJob = ({ job, onShow }: LastJobProps) => (
  <div class="last-job">
    <p class="small">
      Last run: “{job.title}”, {writeMoment(job.startedMs, Date.now(), userLocale())}
    </p>
    <Button look="quiet" onPress={onShow}>
      Summary
    </Button>
  </div>
);
