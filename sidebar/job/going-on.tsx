import { useEffect, useState } from "preact/hooks";
import type { UnattendedRequest } from "../../src/jobs/protocol";
import type { JobOperation } from "../../src/jobs/views";
import type { UnattendedView } from "../../src/unattended/record";
import { secondsUnattended } from "../../src/unattended/time";
import { Button } from "../controls/button";
import { Notice, RefusalNotice } from "../controls/notice";
import { many, writeDuration, writeMoment } from "../format";
import { useAction, useSession } from "../session";

/** What goes on here while nobody is there, and the way to change that for one job. */
function useUnattended(jobId: string) {
  const { call } = useSession();
  const [view, setView] = useState<UnattendedView | null>(null);
  const ask = async (choices: UnattendedRequest) => {
    const result = await call("unattendedJobs", choices);
    if (result.ok) setView(result.data);
    return result;
  };
  const changing = useAction(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each job is looked at once.
  useEffect(() => void ask({ do: "look" }), [jobId]);
  return {
    view,
    goesOn: view?.jobs.includes(jobId) === true,
    changing,
    add: () => void changing.start({ do: "add", jobId }),
    drop: () => void changing.start({ do: "drop", jobId }),
  };
}

/** "every minute" */
const oftenText = ({ everyMinutes }: UnattendedView): string =>
  everyMinutes === 1 ? "looks every minute if it has to" : "begins once an hour, up to 15 minutes late";

interface GoOnProps {
  jobId: string;
  /** "verification" */
  word: string;
}

interface GoOnDrivenProps extends GoOnProps {
  operation: JobOperation;
  /** Questions; `null` if it is not known. */
  left: number | null;
}

/** Lets the job that this page drives go on when the page is closed. */
export function GoOn({ jobId, word, operation, left }: GoOnDrivenProps) {
  const { view, goesOn, changing, add, drop } = useUnattended(jobId);
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
      {changing.refusal && <RefusalNotice refusal={changing.refusal} />}
      <div class="row">
        <Button variant="quiet" working={changing.running} onPress={goesOn ? drop : add}>
          {goesOn ? "Pause when I close this" : "Go on when I close this"}
        </Button>
      </div>
    </>
  );
}

/** Says of a job that nobody drives here what its trigger did, and when it comes again. */
export function GoingOn({ jobId, word }: GoOnProps) {
  const { view, goesOn, changing, add, drop } = useUnattended(jobId);
  if (!view || !goesOn) return null;
  const { last, isAtWork, isOverdue, isShutOut, nextMs } = view;
  return (
    <>
      <p>
        {isAtWork
          ? `Google is going on with the ${word} now. The blue button takes it over, at full speed.`
          : `The ${word} goes on while this sidebar is closed.`}
        {last && ` Last time, ${writeMoment(last.endedMs, Date.now())}: ${many(last.done, "result")}.`}
        {last?.why && ` “${last.why}”`}
        {!isAtWork && !isOverdue && !isShutOut && ` It comes again by ${writeMoment(nextMs, Date.now())}.`}
      </p>
      <Shut view={view} />
      {isOverdue && !isShutOut && (
        <Notice tone="warning">
          <p>
            It should have gone on by {writeMoment(nextMs, Date.now())}: Google has stopped it without a word. Go on
            here with the blue button, or start its trigger again.
          </p>
        </Notice>
      )}
      {changing.refusal && <RefusalNotice refusal={changing.refusal} />}
      <div class="row">
        {isOverdue && !isShutOut && (
          <Button working={changing.running} onPress={add}>
            Start again
          </Button>
        )}
        <Button variant="quiet" working={changing.running} onPress={drop}>
          Do not go on by itself
        </Button>
      </div>
    </>
  );
}

/** Says that Google lets nothing go on here. */
export function Shut({ view }: { view: UnattendedView | null }) {
  if (!view?.isShutOut) return null;
  return (
    <Notice tone="warning">
      <p>Google does not open this spreadsheet for work while it is closed. Keep the sidebar open.</p>
    </Notice>
  );
}
