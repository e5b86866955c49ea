import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ColumnJobChoices, UnattendedRequest } from "../../src/jobs/protocol";
import type { JobView } from "../../src/jobs/views";
import type { WatchView } from "../../src/unattended/watch";
import { Button } from "../controls/button";
import { Choice, Field, Select } from "../controls/field";
import { Fold } from "../controls/fold";
import { announce, Notice, RefusalNotice } from "../controls/notice";
import { many, readCount, write, writeExactly, writeMoment } from "../format";
import { useAnswer, useSession } from "../session";
import { focusIfLost, useComingBack } from "../shell/navigation";
import { Shut, useUnattended } from "./going-on";
import { daysProblem, lostSheetText, readCap } from "./job-view";
import type { JobWords } from "./kind";
import type { Jobs } from "./use-jobs";

type Minutes = WatchView["everyMinutes"];

const OFTEN: Record<Minutes, string> = { 10: "Every 10 minutes", 60: "Every hour", 1440: "Once a day" };

const FIRST_DAYS = "90";

type Change = UnattendedRequest & { do: "watch" | "goOn" | "limit" | "unwatch" };

/** Texts for screen readers; everybody else sees the change. */
const CHANGED: Record<Change["do"], string> = {
  watch: "New rows are checked automatically.",
  goOn: "New rows are checked automatically.",
  limit: "The daily credit limit is changed.",
  unwatch: "New rows are no longer checked automatically.",
};

const creditsProblem = (typed: string): string =>
  typed === "" || readCap(typed) !== null ? "" : `Give whole or half credits, at least ${write(0.5)}.`;

/** Returns `""` if the credits a day are enough for one call. */
function dayProblem(typed: string, { words: { input }, choices, halvesOfOne }: WatchedColumn): string {
  const halves = readCap(typed);
  if (halves === null || halves >= halvesOfOne) return creditsProblem(typed);
  const orFewer = choices?.kind === "find" && halvesOfOne > 2 ? ", or look for fewer emails of each" : "";
  return `One ${input} can cost ${many(halvesOfOne / 2, "credit")}: give at least as much a day${orFewer}.`;
}

interface WatchedColumn {
  words: Pick<JobWords, "input" | "inputs" | "done">;
  /** `null` when something typed cannot be used. */
  choices: ColumnJobChoices | null;
  halvesOfOne: number;
  toAsk: number;
}

interface WatchesProps extends WatchedColumn {
  jobs: Jobs;
  /** False in an empty sheet. */
  hasColumn: boolean;
  isOfColumn(job: JobView): boolean;
}

export function Watches({ jobs, hasColumn, isOfColumn, ...column }: WatchesProps) {
  const { view, ask, changing } = useUnattended(({ all }) => jobs.takeAll(all));
  const watched = jobs.all.filter(({ isWatch }) => isWatch);
  const ids = watched.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing is asked where there is nothing to see.
  useEffect(() => {
    if (ids !== "") void ask({ do: "look" });
  }, [ids]);
  // Somebody else may have ended or changed one.
  const box = useComingBack<HTMLDivElement>(() => void (ids !== "" && ask({ do: "look" })));
  const change = async (wanted: Change): Promise<void> => {
    const result = await changing.start(wanted);
    if (result?.ok) {
      announce(CHANGED[wanted.do]);
      focusIfLost();
    }
    // Somebody else may have ended it.
    else if (result?.code === "WATCH_GONE") void ask({ do: "look" });
  };
  return (
    <div class="stack" ref={box}>
      {watched.map((job) => {
        const watch = view?.watches.find(({ jobId }) => jobId === job.id);
        return (
          watch && (
            <Watch key={job.id} {...{ job, watch }} isChanging={changing.running} onRequest={(w) => void change(w)}>
              <Shut view={view} />
            </Watch>
          )
        );
      })}
      <RefusalNotice refusal={changing.refusal} />
      {hasColumn && !watched.some(isOfColumn) && (
        <Fold label="Check new rows automatically">
          <WatchForm {...column} isBeginning={changing.running} onBegin={(w) => void change(w)} />
        </Fold>
      )}
    </div>
  );
}

interface WatchFormProps extends WatchedColumn {
  isBeginning: boolean;
  onBegin(choices: Change): void;
}

function WatchForm({ isBeginning, onBegin, ...column }: WatchFormProps) {
  const { words, choices, toAsk } = column;
  const [often, setOften] = useState<Minutes>(60);
  const [credits, setCredits] = useState("");
  const [isRenewing, setIsRenewing] = useState(false);
  const [days, setDays] = useState(FIRST_DAYS);
  const halvesADay = readCap(credits);
  const problem = dayProblem(credits, column);
  const olderThanDays = isRenewing ? readCount(days) : null;
  const isReady =
    choices !== null && halvesADay !== null && problem === "" && (!isRenewing || (olderThanDays ?? 0) > 0);
  const begin = (): void => {
    if (!choices || !halvesADay) return;
    const rows = { kind: "new", olderThanDays } as const;
    onBegin({ do: "watch", choices: { ...choices, rows }, everyMinutes: often, halvesADay });
  };
  return (
    <div class="stack">
      <p class="small">
        Rows with {words.input === "email" ? "an email" : "a company"} and no result are done while the sheet is closed,
        with your key; edited ones, too. Rows with something typed into the result columns stay as they are.
        {toAsk > 0 && ` The ${many(toAsk, words.input, words.inputs)} not ${words.done} yet come first.`}
      </p>
      <Select
        label="How often"
        value={String(often)}
        options={Object.entries(OFTEN)}
        onChange={(value) => setOften(Number(value) as Minutes)}
      />
      <Field short label="Credits a day, at most" value={credits} onInput={setCredits} problem={problem} />
      <Choice checked={isRenewing} onChange={setIsRenewing}>
        Also renew old results
      </Choice>
      {isRenewing && (
        <Field short label="Older than … days" value={days} onInput={setDays} problem={daysProblem(days)} />
      )}
      <Button working={isBeginning} unready={!isReady} onPress={begin}>
        Check new rows automatically
      </Button>
      {credits === "" && <p class="small soft">First say how many credits it may spend in a day.</p>}
    </div>
  );
}

interface WatchProps {
  job: JobView;
  watch: WatchView;
  isChanging: boolean;
  onRequest(choices: Change): void;
  children: ComponentChildren;
}

function Watch({ job, watch, isChanging, onRequest, children }: WatchProps) {
  const { jobId, isYours, isPaused, looksRarely, isOverdue, isAtWork, reason, checkedMs, nextMs, olderThanDays } =
    watch;
  // Nothing is left to check.
  const isLost = lostSheetText(job) !== "";
  const goOn = (
    <Button working={isChanging} onPress={() => onRequest({ do: "goOn", jobId, withOwnKey: !job.isYourKey })}>
      {job.isYourKey ? "Resume" : "Resume with your key"}
    </Button>
  );
  const looked = checkedMs > 0 ? `Last look ${writeMoment(checkedMs)}. ` : "";
  const atMost = job.spent.isExact ? "" : "at most ";
  const next = isAtWork ? "At work now." : `Next look: ${writeMoment(nextMs)} at the latest.`;
  return (
    <Notice tone={isPaused || looksRarely || isOverdue ? "warning" : "info"}>
      <p>
        <strong>
          {isPaused ? "Paused: new" : "New"} rows of “{job.title}”{job.sheetName && ` in “${job.sheetName}”`}
        </strong>
      </p>
      <p class="small">
        {OFTEN[watch.everyMinutes]}
        {isYours ? "" : " for somebody else"}, {atMost}
        {write(watch.spentTodayHalves / 2)} of {many(watch.halvesADay / 2, "credit")} spent today
        {olderThanDays !== null && `; results over ${many(olderThanDays, "day")} old are renewed`}.{" "}
        {!isPaused && !isOverdue && (isYours ? looked + next : looked)}
      </p>
      {reason && <p>“{reason}”</p>}
      {isOverdue && (
        <p>
          It should have looked by {writeMoment(nextMs)}: Google has stopped it without saying why. Other scripts may
          have used up its time for today.
        </p>
      )}
      {children}
      <div class="row">
        {isYours && !isLost && (isPaused || looksRarely || isOverdue) && goOn}
        <Button variant="quiet" working={isChanging} onPress={() => onRequest({ do: "unwatch", jobId })}>
          Stop checking
        </Button>
      </div>
      {isYours && !isLost && (
        <Fold label="Change the daily credit limit">
          <Limit watch={watch} {...{ isChanging, onRequest }} />
        </Fold>
      )}
      <Fold label="Log">
        <Log jobId={jobId} checkedMs={checkedMs} atMost={atMost} />
      </Fold>
    </Notice>
  );
}

type LimitProps = Pick<WatchProps, "watch" | "isChanging" | "onRequest">;

function Limit({ watch: { jobId, halvesADay: now }, isChanging, onRequest }: LimitProps) {
  const [credits, setCredits] = useState(writeExactly(now / 2));
  const halvesADay = readCap(credits);
  const change = (): void => {
    if (halvesADay !== null) onRequest({ do: "limit", jobId, halvesADay });
  };
  return (
    <div class="stack">
      <Field
        short
        label="Credits a day, at most"
        value={credits}
        onInput={setCredits}
        problem={creditsProblem(credits)}
      />
      <div class="row">
        <Button
          variant="quiet"
          working={isChanging}
          unready={halvesADay === null || halvesADay === now}
          onPress={change}
        >
          Change
        </Button>
      </div>
    </div>
  );
}

/** The log is read again after each look. */
function Log({ jobId, checkedMs, atMost }: { jobId: string; checkedMs: number; atMost: string }) {
  const { call } = useSession();
  const { data: lines, refusal } = useAnswer(() => call("readWatchLog", { jobId }), [call, jobId, checkedMs]);
  if (refusal || lines?.length === 0) return <p class="small soft">There has been nothing to do yet.</p>;
  return (
    <ul class="small log">
      {lines?.map(({ atMs, rows, halves, why }) => (
        <li key={atMs}>
          {writeMoment(atMs)}: {many(rows, "row")}, {halves > 0 && atMost}
          {many(halves / 2, "credit")}
          {why && ` · ${why}`}
        </li>
      ))}
    </ul>
  );
}
