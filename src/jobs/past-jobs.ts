import { pack, parse, unpack } from "../json";
import { shortened } from "../sheet/find-column";
import { readStanding, spentOf } from "./credits";
import type { KindName } from "./protocol";

// Remembers jobs that are no longer kept, for people who account for credits.

export interface PastJob {
  id: string;
  kind: KindName;
  title: string;
  startedMs: number;
  /** Different emails or companies whose results were written. */
  rows: number;
  /** The most that it can have spent. */
  halves: number;
  /** True if the cost of every question is known. */
  isExact: boolean;
  /** The fingerprint of the key that has paid; `null` for several keys. */
  by: string | null;
  sheetId: number;
  isUndone: boolean;
}

const PAST = "past";

/** The writer of a job keeps its progress here, in the shape of its kind. */
export const writtenName = (id: string): string => `written:${id}`;

/** Each takes up to 500 bytes, so all of them stay within 60 KB of the 500 that a store holds. */
const MAX_PAST = 100;

/** The youngest comes first. */
export const readPast = (properties: Record<string, string>): PastJob[] => unpack<PastJob[]>(properties, PAST) ?? [];

interface JobToRemember extends Pick<PastJob, "id" | "title" | "startedMs"> {
  choices: { kind: KindName };
  place: { sheetId: number } | null;
  list: { sheetId: number } | null;
}

/** `null` if the job has written and spent nothing. */
export function pastOf(properties: Record<string, string>, job: JobToRemember, isUndone: boolean): PastJob | null {
  const standing = readStanding(properties, job.id);
  if (!standing) return null;
  const { id, choices, title, startedMs, place, list } = job;
  const written = parse<{ rows: number }>(properties[writtenName(id)]);
  const rows = choices.kind === "companies" ? (written?.rows ?? 0) : standing.done;
  const { halves, isExact } = spentOf(standing.ledger);
  if (rows === 0 && halves === 0) return null;
  const sheetId = place?.sheetId ?? list?.sheetId ?? 0;
  const by = standing.othersPaid ? null : standing.keyFingerprint;
  return { id, kind: choices.kind, title: shortened(title), startedMs, rows, halves, isExact, by, sheetId, isUndone };
}

export function keepPast(properties: Record<string, string>, jobs: (PastJob | null)[]): Record<string, string> {
  const added = jobs.filter((job) => job !== null);
  if (added.length === 0) return {};
  const others = readPast(properties).filter(({ id }) => !added.some((job) => job.id === id));
  return pack(PAST, [...added, ...others].sort((a, b) => b.startedMs - a.startedMs).slice(0, MAX_PAST));
}
