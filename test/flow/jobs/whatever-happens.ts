import { expect } from "@jest/globals";
import { killAt, press } from "../support/kill-execution";
import { type ChoicesPart, dataOf, type JobDocument, type JobWorld } from "./job-document";

/** Starts and drives; after a lost call the page is closed and opened again, and the job resumed. */
export async function runWhateverHappens(document: JobDocument, choices: ChoicesPart = {}): Promise<void> {
  const started = await document.tryStart(choices);
  if (started.ok) await document.drive(started.data, { lanes: 1 });
  const [job] = await press(() => document.call("listJobs"));
  if (job?.state === "finished") return;
  const begun = job
    ? await press(() => document.call("resumeJob", { jobId: job.id, withOwnKey: false }))
    : await document.start(choices);
  await document.drive(begun, { lanes: 1 });
}

/**
 * Undoes a job, with an execution killed at a host call, and presses again: nothing of the job is remembered.
 * @param done the spreadsheet in which the job was done
 * @returns a copy of it, in which the job was undone
 */
export async function undoWhateverHappens(
  world: JobWorld,
  done: JobDocument,
  id: string,
  at: number,
): Promise<JobDocument> {
  const document = done.copy();
  const live = killAt(world, at);
  await document.undo(id).catch(() => undefined);
  live();
  const undone = await document.call("undoJob", { jobId: id, do: "undo", others: "keep" });
  expect({ at, undone: undone.ok ? "true" : undone.code }).toEqual({
    at,
    undone: expect.stringMatching(/^(true|JOB_GONE)$/),
  });
  expect({ at, jobs: dataOf(await document.call("listJobs")) }).toEqual({ at, jobs: [] });
  const kept = Object.keys(document.document.save().properties ?? {}).filter((name) => name.includes(id));
  expect({ at, kept }).toEqual({ at, kept: [] });
  return document;
}
