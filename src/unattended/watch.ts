import { readStanding, spentOf } from "../jobs/credits";
import type { KindName, WATCH_MINUTES } from "../jobs/protocol";
import { readJob, type World, watchName } from "../jobs/record";
import { parse, replacePacked, unpack } from "../json";
import type { Refusal } from "../result";
import { DAY_MS } from "./limits";

// A watch keeps a column verified. Its one job, whose rows are the new ones, goes on again and again.

export interface Watch {
  jobId: string;
  /** The person whose trigger and key it uses. Only that person's own properties know this name. */
  by: string;
  everyMinutes: (typeof WATCH_MINUTES)[number];
  /** In half credits. */
  halvesADay: number;
  state: "on" | "paused";
  /** Why it has paused, or could not go on the last time; `""` if nothing is wrong. */
  reason: string;
  failures: number;
  /** Its day of credits lasts 24 hours from a check, whatever the clock says. */
  dayFromMs: number;
  spentBefore: number;
  /** 0 if it has never looked for new rows. */
  checkedMs: number;
  /** An execution may be at work until this time. */
  busyUntilMs: number;
}

export interface WatchView extends Pick<Watch, "jobId" | "everyMinutes" | "halvesADay" | "reason" | "checkedMs"> {
  isYours: boolean;
  isPaused: boolean;
  /** True if it looks less often, because too many checks have failed. */
  isWaiting: boolean;
  isAtWork: boolean;
  /** Older results are renewed; `null` if none are. */
  olderThanDays: number | null;
  spentTodayHalves: number;
  /** It looks again by this time, in milliseconds since 1970. */
  nextMs: number;
  isOverdue: boolean;
}

export const readWatch = (properties: Record<string, string>, jobId: string): Watch | null =>
  parse<Watch>(properties[watchName(jobId)]);

/** To be called under the document lock. */
export const writeWatch = ({ store }: World, watch: Watch): void =>
  store.set(watchName(watch.jobId), JSON.stringify(watch));

/** The watches of everybody. */
export const listWatches = (properties: Record<string, string>): Watch[] =>
  Object.keys(properties).flatMap((name) =>
    name.startsWith(watchName("")) ? (readWatch(properties, name.slice(watchName("").length)) ?? []) : [],
  );

/** In half credits. */
export const spentOfJob = (properties: Record<string, string>, jobId: string): number => {
  const standing = readStanding(properties, jobId);
  return standing ? spentOf(standing.ledger).halves : 0;
};

/** If a day of its credits is over, the next one begins with what its job has spent until now. */
export const inItsDay = (watch: Watch, spentHalves: number, nowMs: number): Watch =>
  nowMs - watch.dayFromMs < DAY_MS ? watch : { ...watch, dayFromMs: nowMs, spentBefore: spentHalves };

/** After so many checks in a row with failures that pass by themselves, a watch looks less often: each may cost something. */
export const MAX_FAILURES = 3;
const RARELY_MINUTES = 6 * 60;

/** The service does not say which searches were free (service.domain-price), so the cap counts them all. */
export const spentToday = (kind: KindName | undefined): string =>
  `Its credits for today are spent${kind === "verify" ? "" : ", counting what may have been free"}.`;

/** What a person can do about a watch that has paused; the refusals speak to somebody who resumes a job. */
export const remedyOfWatch = ({ code, remedy }: Refusal): string =>
  code === "OTHER_KEY" ? "Resume with the key that it last ran with, or start it again." : remedy;

const isWaiting = ({ state, failures }: Watch): boolean => state === "on" && failures >= MAX_FAILURES;

export const minutesBetween = (watch: Watch): number =>
  isWaiting(watch) ? Math.max(watch.everyMinutes, RARELY_MINUTES) : watch.everyMinutes;

/** A trigger may come a little early, so a watch is due once most of its time has passed. */
export function isDue(watch: Watch, triggerMinutes: number, nowMs: number): boolean {
  const minutes = minutesBetween(watch);
  return minutes <= triggerMinutes || nowMs - watch.checkedMs >= minutes * 60_000 * 0.9;
}

interface Seen {
  nowMs: number;
  isYours: boolean;
  /** 0 if it is not known when its trigger comes again. */
  triggerMs: number;
  isOverdue: boolean;
}

export function viewWatch(
  watch: Watch,
  properties: Record<string, string>,
  { nowMs, isYours, triggerMs, isOverdue }: Seen,
): WatchView {
  const { jobId, everyMinutes, halvesADay, reason, checkedMs, state, busyUntilMs } = watch;
  const spent = spentOfJob(properties, jobId);
  const choices = readJob(properties, jobId)?.choices;
  const isPaused = state === "paused";
  return {
    jobId,
    everyMinutes,
    halvesADay,
    reason,
    checkedMs,
    isYours,
    isPaused,
    isWaiting: isWaiting(watch),
    isAtWork: busyUntilMs > nowMs,
    olderThanDays: choices && "rows" in choices && choices.rows.kind === "new" ? choices.rows.olderThanDays : null,
    spentTodayHalves: spent - inItsDay(watch, spent, nowMs).spentBefore,
    nextMs: isOverdue && triggerMs > 0 ? triggerMs : Math.max(triggerMs, checkedMs + minutesBetween(watch) * 60_000),
    isOverdue: isYours && !isPaused && busyUntilMs <= nowMs && isOverdue,
  };
}

export interface LogLine {
  atMs: number;
  rows: number;
  halves: number;
  /** Why it has stopped early; `""` if it has not. */
  why: string;
}

const MAX_LINES = 200;
/** A reason fits, and all lines take 40 KB at most. */
const MAX_WHY = 160;

const logName = (jobId: string): string => `log:${jobId}`;

/** The latest check comes first. */
export const readLog = (properties: Record<string, string>, jobId: string): LogLine[] =>
  unpack<LogLine[]>(properties, logName(jobId)) ?? [];

/** Adds a line to the log, unless it only repeats that nothing could be done. To be called under the document lock. */
export function addToLog({ store }: World, jobId: string, line: LogLine): void {
  const before = readLog(store.all(), jobId);
  const why = line.why.slice(0, MAX_WHY);
  if (line.rows === 0 && line.halves === 0 && why === (before[0]?.why ?? "")) return;
  replacePacked(store, logName(jobId), [{ ...line, why }, ...before].slice(0, MAX_LINES));
}
