/**
 * The text of a hidden cell: the job that has written the row, numbers of its kind, and what the row is known by, as in
 * `k3f9.21915:ann@acme.example`.
 */
export interface RowTag {
  jobId: string;
  numbers: number[];
  key: string;
  /** `!` instead of the colon: a cell of the row refused its value by its own rule; it stands in a note. */
  isRefused?: boolean;
}

const TAG = /^([a-z0-9]{1,40})((?:\.\d+)*)([:!])([\s\S]*)$/;

export const writeTag = ({ jobId, numbers, key, isRefused }: RowTag): string =>
  `${[jobId, ...numbers].join(".")}${isRefused ? "!" : ":"}${key}`;

/** `null` when the cell says nothing, or something that is not ours. */
export function readTag(cell: unknown): RowTag | null {
  const [, jobId, numbers = "", sign, key = ""] = TAG.exec(String(cell)) ?? [];
  return jobId === undefined
    ? null
    : { jobId, numbers: numbers.split(".").slice(1).map(Number), key, isRefused: sign === "!" };
}

/** Beside the results of a row: for which input it was answered. The sheet itself is thus the checkpoint of a job. */
export interface AnsweredFor extends Omit<RowTag, "numbers"> {
  /** Days since 1970. */
  day: number;
}

const DAY_MS = 86_400_000;

/** The day of a time in milliseconds. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const writeAnsweredFor = ({ day, ...tag }: AnsweredFor): string => writeTag({ ...tag, numbers: [day] });

/** `null` when the row was not answered. */
export function readAnsweredFor(cell: unknown): AnsweredFor | null {
  const tag = readTag(cell);
  const [day, ...others] = tag?.numbers ?? [];
  return tag && day !== undefined && others.length === 0 ? { ...tag, day } : null;
}

/** Beside a row that a job was asked to do, so that the wish travels with the row: `k3f9?`. */
export const writeWanted = (jobId: string): string => `${jobId}?`;

/** True if a row carries the wish of this job. */
export const isWantedBy = (cell: unknown, jobId: string): boolean => cell === writeWanted(jobId);
