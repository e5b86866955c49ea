import { useEffect } from "preact/hooks";
import type { ColumnPlan, ToldPrice } from "../../src/jobs/views";
import { Button, IconButton } from "../controls/button";
import { Fold } from "../controls/fold";
import { announce, Notice, RefusalNotice, Waiting } from "../controls/notice";
import { many } from "../format";
import { EarlierJobs, LatestJobs } from "../job/earlier";
import { capProblem, lostSheetText, readCap } from "../job/job-view";
import { LeaveOutMissing } from "../job/leave-out";
import { UndoCopy } from "../job/undo-copy";
import { type Jobs, unfinishedOf } from "../job/use-jobs";
import { Watches } from "../job/watches";
import { useAction, useSession } from "../session";
import { focusPage, type GivenColumn, useComingBack, useNavigation } from "../shell/navigation";
import { type ColumnDraft, isOfColumn, isRepeat } from "./draft";
import { Counts } from "./dry-run";
import { ColumnForm } from "./form";
import type { ColumnKind, KindWords } from "./kind";
import { Presets } from "./presets";
import { askedWithin } from "./time-texts";
import type { Planning } from "./use-plan";

/** The pointer comes and goes often. */
const ACCOUNT_EVERY_MS = 60_000;

const TRIAL_ROWS = 10;
const TRIAL = `Try ${TRIAL_ROWS} first`;

interface ChoosingProps<Draft extends ColumnDraft> {
  kind: ColumnKind<Draft>;
  planning: Planning<Draft>;
  jobs: Jobs;
  isUndone: boolean;
}

/** "Verify 30 emails", or "Verify emails · 6 credits at most" if the limit may be too low for all. */
function startText({ title, start }: KindWords, plan: ColumnPlan, { cap }: ColumnDraft, price?: ToldPrice): string {
  const halves = readCap(cap);
  const isLimited = halves !== null && halves < (price?.halves ?? plan.maxHalves);
  return isLimited ? `${title} · ${many(halves / 2, "credit")} at most` : start(plan.toAsk);
}

/** "Try 10 first · 5 credits at most" */
function trialText({ toAsk, maxHalves }: ColumnPlan, { cap }: ColumnDraft, price?: ToldPrice): string {
  const told = price?.halves ?? maxHalves;
  const halves = Math.min((maxHalves / toAsk) * TRIAL_ROWS, told, readCap(cap) ?? Infinity);
  return `${TRIAL} · ${halves === 0 ? "free" : `${many(halves / 2, "credit")} at most`}`;
}

export function Choosing<Draft extends ColumnDraft>({ kind, planning, jobs, isUndone }: ChoosingProps<Draft>) {
  const { words, Advice, Form, DryRun, Help } = kind;
  const { draft, plan, isReading, tryAgain } = planning;
  const { given } = useNavigation();
  const start = useAction(jobs.start);
  const { undoneJobs, endedJobs, readAccount, lookAtAccount } = useSession();
  const look = (): void => {
    planning.follow();
    lookAtAccount(ACCOUNT_EVERY_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dry run has a price.
  useEffect(() => lookAtAccount(ACCOUNT_EVERY_MS), [plan.data, lookAtAccount]);
  const section = useComingBack(look, undoneJobs.length + endedJobs);
  const readAgain = (): void => {
    planning.begin({});
    void readAccount();
  };
  const failed = plan.refusal && <RefusalNotice refusal={plan.refusal} isWorking={isReading} onAgain={tryAgain} />;
  // Everything appears at once, because later parts would move the buttons under the pointer.
  if (!plan.data || !jobs.isRead)
    return <section ref={section}>{failed || <Waiting forWhat="Reading the sheet" />}</section>;
  const { data } = plan;
  const { copy } = given[kind.tab] ?? {};
  const { toAsk, column, counts } = data;
  const props = { draft, plan: data, onChange: planning.change };
  const halvesOfOne = kind.halvesOfOne(draft);
  const isPriced = kind.toPlanRequest(draft) !== null && capProblem(draft.cap, halvesOfOne) === "";
  const choices = isPriced ? kind.toChoices(draft, data) : null;
  // Rows that may be free again may all be asked, whatever the limit is.
  const isBounded = isPriced && !isUndone && draft.rows !== "notKnown";
  const asked = askedWithin(data, isBounded ? readCap(draft.cap) : null);
  const unfinished = unfinishedOf(jobs);
  const begin = (price?: ToldPrice, askAtMost?: number): void => {
    if (choices) void start.start(choices, { price, askAtMost });
  };
  const chosen = data.columns.find((each) => each.column === column);
  const isOfSameColumn =
    unfinished?.sheetId === data.sheetId &&
    chosen !== undefined &&
    isOfColumn(unfinished, chosen) &&
    lostSheetText(unfinished) === "";
  // The form may be folded.
  const isShownInForm = column !== 0 && !isOfSameColumn;
  const form = (
    <>
      {Advice && <Advice {...props} />}
      <ColumnForm
        {...props}
        {...{ words, halvesOfOne }}
        counts={failed ? isShownInForm && failed : <Counts {...{ words, asked }} plan={data} />}
      >
        <Form {...props} />
      </ColumnForm>
      <Presets kind={kind.name} choices={choices} onLoad={(draft) => planning.change(draft as Partial<Draft>)} />
      {/* What was read before says nothing about the cost of these choices. */}
      {!failed && (
        <DryRun {...{ draft, words, asked, isUndone, isPriced }} plan={data}>
          {(price) => (
            <div class="row">
              {toAsk + counts.foundValid + counts.foundLongAgo > 0 && (
                <Button
                  variant={unfinished ? "plain" : "primary"}
                  working={start.running || isReading}
                  unready={!choices}
                  onPress={() => begin(price)}
                >
                  {isPriced ? startText(words, data, draft, price) : words.start(toAsk)}
                </Button>
              )}
              {toAsk > TRIAL_ROWS && (
                <Button
                  working={start.running || isReading}
                  unready={!choices}
                  onPress={() => begin(price, TRIAL_ROWS)}
                >
                  {isPriced ? trialText(data, draft, price) : TRIAL}
                </Button>
              )}
              <LeaveOutMissing choice={draft.leaveOut} read={data.leaveOut} />
            </div>
          )}
        </DryRun>
      )}
    </>
  );
  return (
    <>
      <LatestJobs kind={kind} jobs={jobs} plan={data} />
      <RefusalNotice refusal={start.refusal} />
      <section ref={section}>
        <div class="row spread">
          <h2>{words.title}</h2>
          <IconButton icon="refresh" name="Read the sheet again" working={isReading} onPress={readAgain} />
        </div>
        {copy?.made.sheetId === data.sheetId && jobs.all.every(({ sheetId }) => sheetId !== data.sheetId) && (
          <Copy {...copy} onUndone={() => planning.begin({})} />
        )}
        {planning.isLeftBehind && (
          <Notice tone="info">
            <p>Another sheet or column is open now. Its visible rows are read only when you ask.</p>
            <Button onPress={() => planning.begin({})}>Read them</Button>
          </Notice>
        )}
        {!isShownInForm && failed}
        {column === 0 ? (
          !failed && <Notice tone="info">This sheet is empty. Open the sheet with your {words.inputs}.</Notice>
        ) : isOfSameColumn ? (
          // Only one price at a time is shown, and the unfinished job above has one.
          <Fold label={`New ${words.job}`} isOpened={isRepeat(draft)}>
            {form}
          </Fold>
        ) : (
          form
        )}
        {!failed && (
          <Watches
            jobs={jobs}
            {...{ words, choices, halvesOfOne }}
            hasColumn={column !== 0}
            isOfColumn={(job) => job.sheetId === data.sheetId && chosen !== undefined && isOfColumn(job, chosen)}
            toAsk={toAsk}
          />
        )}
      </section>
      <EarlierJobs kind={kind} jobs={jobs} />
      <Help />
    </>
  );
}

function Copy({ made, of, onUndone }: NonNullable<GivenColumn["copy"]> & { onUndone: () => void }) {
  const text = `“${made.sheetName}” is a copy with a row for each address: ${many(made.rows, "row")}. “${of}” stays as it is.`;
  useEffect(() => announce(text), [text]);
  const takenBack = (): void => {
    onUndone();
    focusPage();
  };
  return (
    <Notice tone="good">
      <p>{text}</p>
      <UndoCopy made={made} onUndone={takenBack} />
    </Notice>
  );
}
