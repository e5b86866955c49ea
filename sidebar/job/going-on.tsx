import { useEffect, useRef, useState } from "preact/hooks";
import type { UnattendedRequest } from "../../src/jobs/protocol";
import type { JobOperation, JobView } from "../../src/jobs/views";
import type { UnattendedView } from "../../src/unattended/record";
import { secondsUnattended } from "../../src/unattended/time";
import { Button } from "../controls/button";
import { Notice, RefusalNotice } from "../controls/notice";
import { many, writeDuration, writeMoment } from "../format";
import { useAction, useSession } from "../session";
import { useComingBack } from "../shell/navigation";
import { elsewhereText, isSpent } from "./job-view";
import type { Jobs } from "./use-jobs";

/** Jobs that go on while the spreadsheet is closed. */
export function useUnattended(onView?: (view: UnattendedView) => void) {
  const { call } = useSession();
  const [view, setView] = useState<UnattendedView | null>(null);
  const ask = async (choices: UnattendedRequest) => {
    const result = await call("unattendedJobs", choices);
    if (!result.ok) return result;
    setView(result.data);
    onView?.(result.data);
    return result;
  };
  return { view, ask, changing: useAction(ask) };
}

function useUnattendedJob(jobId: string, onView?: (view: UnattendedView) => void) {
  const { view, ask, changing } = useUnattended(onView);
  return {
    view,
    goesOn: view?.jobs.includes(jobId) === true,
    ask,
    changing,
    add: () => void changing.start({ do: "add", jobId }),
    drop: () => void changing.start({ do: "drop", jobId }),
  };
}

/** A job that runs elsewhere is looked at only while its card is visible. */
const LOOK_EVERY_MS = 30_000;

/** Choices must not vanish under the user's hands. */
export const isChoosing = (): boolean => document.activeElement?.matches("input, select, textarea") === true;

export type GoingOnJob = ReturnType<typeof useGoingOn>;

/**
 * Looks at an unfinished job that this page does not drive: others may go on with it. Shows the summary when the job ends.
 * @param counted the job as it was when its rows were counted
 * @param isBrief the user has something else in front, which a paused job does not push away
 */
export function useGoingOn(job: JobView, jobs: Jobs, counted: JobView | undefined, isBrief: boolean) {
  const { id } = job;
  const isRunning = job.state === "running";
  const isLooking = useRef(false);
  const { ask, ...unattended } = useUnattendedJob(id, ({ all }) => {
    // A job that no longer goes on is usually paused. What a user who has left has done is newer than the answer.
    if (!element.current) return;
    jobs.takeAll(all);
    const now = all.find((each) => each.id === id);
    // It may be this user who has just stopped it.
    const isTold = isLooking.current && !isChoosing() && (isRunning || !isBrief);
    if (now?.state === "finished" && isTold) jobs.show(now);
  });
  const { goesOn, view } = unattended;
  const [first] = useState(job);
  const look = async (): Promise<void> => {
    if (isLooking.current) return;
    isLooking.current = true;
    await ask({ do: "look" });
    isLooking.current = false;
  };
  const latest = useRef(look);
  latest.current = look;
  const element = useComingBack<HTMLDivElement>(() => void latest.current());
  useEffect(() => {
    if (isRunning) void latest.current();
  }, [isRunning]);
  const isOtherNow = counted !== undefined && (counted.state !== job.state || counted.epoch !== job.epoch);
  useEffect(() => {
    if (isOtherNow) void latest.current();
  }, [isOtherNow]);
  const isGoing = isRunning && (goesOn || job.isActive);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref stays the same.
  useEffect(() => {
    let lastMs = Date.now();
    const lookIfSeen = (): void => {
      if (document.hidden || element.current?.closest("[hidden]") !== null) return;
      if (Date.now() - lastMs < LOOK_EVERY_MS) return;
      lastMs = Date.now();
      void latest.current();
    };
    const timer = isGoing ? setInterval(lookIfSeen, LOOK_EVERY_MS) : undefined;
    document.addEventListener("visibilitychange", lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
    };
  }, [isGoing]);
  // Google drives only one of several jobs at a time.
  const isAtWork = view?.isAtWork === true && job.isActive;
  return { ...unattended, goesOn: isRunning && goesOn, isAtWork, hasMoved: hasMoved(first, job), element };
}

/** True if somebody has certainly driven the job between two looks at it. */
const hasMoved = (before: JobView, now: JobView): boolean =>
  now.done > before.done || now.spent.halves !== before.spent.halves || now.epoch > before.epoch;

/** "checks every minute if it has to" */
const oftenText = ({ everyMinutes }: UnattendedView): string =>
  everyMinutes === 1 ? "checks every minute if it has to" : "begins once an hour, up to 15 minutes late";

interface GoOnProps {
  jobId: string;
  word: string;
  operation: JobOperation;
  left: number | null;
}

export function GoOn({ jobId, word, operation, left }: GoOnProps) {
  const { view, goesOn, ask, changing, add, drop } = useUnattendedJob(jobId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each job is looked at once.
  useEffect(() => void ask({ do: "look" }), [jobId]);
  return (
    <>
      {goesOn && view ? (
        <p class="small soft">
          You may close this sidebar: Google then {oftenText(view)} and goes on with the {word}, more slowly
          {left !== null &&
            ` (${writeDuration(secondsUnattended(operation, left, view.everyMinutes))} for what is left)`}
          . Finished rows are kept.
        </p>
      ) : (
        <p class="small soft">Keep this sidebar open: closing it pauses the {word}. Finished rows are kept.</p>
      )}
      <Shut view={view} />
      <RefusalNotice refusal={changing.refusal} />
      <div class="row">
        <Button variant="quiet" working={changing.running} onPress={goesOn ? drop : add}>
          {goesOn ? "Pause when I close this" : "Go on when I close this"}
        </Button>
      </div>
    </>
  );
}

/** Says who drives an unfinished job, as in "Google goes on". */
export function driverText({ isActive, state }: JobView, going?: GoingOnJob): string {
  if (going?.goesOn) {
    if (going.isAtWork) return "Google goes on";
    return going.view?.isOverdue || going.view?.isShutOut ? "Not finished" : "Waiting for Google";
  }
  if (isActive) return going?.hasMoved ? "Running elsewhere" : "May be running";
  return state === "running" ? "Not finished" : "Paused";
}

export function GoingOn({ job, word, going }: { job: JobView; word: string; going: GoingOnJob }) {
  const { view, goesOn, isAtWork, hasMoved, changing, add, drop } = going;
  if (!view || !goesOn) return job.isActive ? <p>{elsewhereText(job, hasMoved)}</p> : null;
  const { last, isShutOut, nextMs } = view;
  const isOverdue = view.isOverdue && !isAtWork && !isShutOut;
  const before = last && ` Last time, ${writeMoment(last.endedMs)}: ${many(last.done, "result")}.`;
  return (
    <>
      {isAtWork && (
        <p>
          You may close this sidebar.
          {isSpent(job)
            ? " Google is only fetching results that are already paid for."
            : ` The blue button takes the ${word} over, at full speed.`}
        </p>
      )}
      {!isAtWork && !isOverdue && !isShutOut && (
        <p>
          Next run: {writeMoment(nextMs)} at the latest, even with this sidebar closed.{before}
          {last?.why && ` “${last.why}”`}
        </p>
      )}
      <Shut view={view} />
      {isOverdue && (
        <Notice tone="warning">
          It should have gone on by {writeMoment(nextMs)}: Google has stopped it without saying why. Other scripts may
          have used up its time for today.{" "}
          {isSpent(job)
            ? "To go on, press “Start again”."
            : "Resume here with the blue button, or start its trigger again."}
        </Notice>
      )}
      <RefusalNotice refusal={changing.refusal} />
      <div class="row">
        {isOverdue && (
          <Button working={changing.running} onPress={add}>
            Start again
          </Button>
        )}
        <Button variant="quiet" working={changing.running} onPress={drop}>
          Do not go on automatically
        </Button>
      </div>
    </>
  );
}

export function Shut({ view }: { view: UnattendedView | null }) {
  if (!view?.isShutOut) return null;
  return (
    <Notice tone="warning">
      Google does not let jobs go on here while the spreadsheet is closed. Keep the sidebar open.
    </Notice>
  );
}
