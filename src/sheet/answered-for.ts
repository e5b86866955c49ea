/**
 * What the hidden column beside the results holds: for which input a row was answered, by which job and when. The sheet
 * itself is thus the checkpoint of a job.
 */
export interface AnsweredFor {
  jobId: string;
  /** Days since 1970. */
  day: number;
  key: string;
  /** The status could not be written because of the cell's own rule; it stands in a note. */
  isRefused: boolean;
}

const DAY_MS = 86_400_000;

/** As in the cell: `k3f9.21915:ann@acme.example`, with `!` for the colon when the status was refused. */
const ANSWERED = /^([a-z0-9]+)\.(\d+)([:!])([\s\S]*)$/;

/** The day of a time in milliseconds. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Marks what a row's result was for: `k3f9.21915:ann@acme.example`, with `!` when its cell refused it. */
export const writeAnsweredFor = ({ jobId, day, key, isRefused }: AnsweredFor): string =>
  `${jobId}.${day}${isRefused ? "!" : ":"}${key}`;

/** `null` when the cell says nothing, or something that is not ours. */
export function readAnsweredFor(cell: unknown): AnsweredFor | null {
  const match = ANSWERED.exec(String(cell));
  if (!match) return null;
  const [, jobId = "", day, separator, key = ""] = match;
  return { jobId, day: Number(day), key, isRefused: separator === "!" };
}

/** Marks a row that a job was asked to do, so that the wish travels with the row: `k3f9?`. */
export const writeWanted = (jobId: string): string => `${jobId}?`;

/** Whether a row carries the wish of this job. */
export const isWantedBy = (cell: unknown, jobId: string): boolean => cell === writeWanted(jobId);
