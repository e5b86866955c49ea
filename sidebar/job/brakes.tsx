import { Button } from "../controls/button";
import type { Jobs } from "./use-jobs";

/** Pauses or stops the job that this page drives. */
export function Brakes({ jobs, onPressed = () => {} }: { jobs: Jobs; onPressed?: () => void }) {
  const press = (brake: () => void) => (): void => {
    brake();
    onPressed();
  };
  if (jobs.driven?.isEnding) return <p class="soft">What is under way is still written…</p>;
  return (
    <div class="row">
      <Button onPress={press(jobs.pause)}>Pause</Button>
      <Button look="quiet" onPress={press(jobs.stop)}>
        Stop
      </Button>
    </div>
  );
}
