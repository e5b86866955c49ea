import type { RunWish } from "../../../src/runs/views";
import { press } from "../support/press-again";
import type { RunDocument } from "./run-document";

/** Starts and drives; after a lost call the page is closed, opened again, and the run gone on with. */
export async function runWhateverHappens(document: RunDocument, wish: Partial<RunWish> = {}): Promise<void> {
  const started = await document.tryStart(wish);
  if (started.ok) await document.drive(started.data, { lanes: 1 });
  const [run] = await press(() => document.call("findRuns"));
  if (run?.state === "finished") return;
  const goneOnWith = run ? await press(() => document.call("resumeRun", run.id, false)) : await document.start(wish);
  await document.drive(goneOnWith, { lanes: 1 });
}
