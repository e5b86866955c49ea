import { Spinner } from "../controls/spinner";

/** Stands where something will be, and turns once the wait is felt. */
export function Waiting({ forWhat }: { forWhat: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <span class="unseen">{forWhat}</span>
      <Spinner active />
    </div>
  );
}
