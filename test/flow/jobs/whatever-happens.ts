import { press } from "../support/kill-execution";
import type { JobDocument, WishPart } from "./job-document";
/** Starts and drives; after a lost call the page is closed, opened again, and the job gone on with. */
export async function runWhateverHappens(document: JobDocument, wish: WishPart = {}): Promise<void> {
  const started = await document.tryStart(wish);
  if (started.ok) await document.drive(started.data, { lanes: 1 });
  const [job] = await press(() => document.call("listJobs"));
  if (job?.state === "finished") return;
  const goneOnWith = job
    ? await press(() => document.call("resumeJob", { jobId: job.id, withOwnKey: false }))
    : await document.start(wish);
  await document.drive(goneOnWith, { lanes: 1 });
}
