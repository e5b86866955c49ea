import { NO_LEDGER, readStanding, type Spent, spentOf } from "../jobs/credits";
import type { JobRequest, KindName, WATCH_MINUTES } from "../jobs/protocol";
import { readJob, type World, watchName } from "../jobs/record";
import { asciiJson, parse, replacePacked, unpack } from "../json";
import { cut } from "../result";
import { DAY_MS, LATEST_MS, MINUTE_MS } from "./limits";

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
  /** The day of credits lasts 24 hours from here. It may begin in the near future if a daily look came early. */
  dayFromMs: number;
  spentBefore: number;
  /** 0 if it has never looked for new rows. */
  checkedMs: number;
  /** An execution may be at work until this time. */
  busyUntilMs: number;
  /** What the last checks have asked without a place for every result: under merged cells it would be asked for ever. */
  vain?: { keys: string[]; checks: number; atMs: number };
}

export interface WatchView extends Pick<Watch, "jobId" | "everyMinutes" | "halvesADay" | "reason" | "checkedMs"> {
  isYours: boolean;
  isPaused: boolean;
  /** Because too many checks have failed. */
  looksRarely: boolean;
  isAtWork: boolean;
  /** Older results are renewed; `null` if none are. */
  olderThanDays: number | null;
  spentTodayHalves: number;
  /** The time of the next look, in milliseconds since 1970. */
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

export const spentOfJob = (properties: Record<string, string>, jobId: string): Spent =>
  spentOf(readStanding(properties, jobId)?.ledger ?? NO_LEDGER);

/** A trigger may come this much early, so a look is due that much sooner: by a tenth of its time at most. */
const earlyMs = (minutes: number): number => Math.min(LATEST_MS, (minutes * MINUTE_MS) / 10);

/**
 * If a day of its credits is over, the next one begins with what its job has spent until now. Each daily look has a day
 * of its own. The day of one that came early begins when the last one ends, so that days do not become shorter.
 */
export function inItsDay(watch: Watch, spentHalves: number, nowMs: number): Watch {
  const { everyMinutes, dayFromMs } = watch;
  const isDaily = everyMinutes * MINUTE_MS >= DAY_MS;
  if (nowMs - dayFromMs < DAY_MS - (isDaily ? earlyMs(everyMinutes) : 0)) return watch;
  return { ...watch, dayFromMs: Math.max(nowMs, dayFromMs + DAY_MS), spentBefore: spentHalves };
}

/** After so many checks in a row with failures that pass by themselves, a watch looks less often: each may cost something. */
export const MAX_FAILURES = 3;
const RARELY_MINUTES = 6 * 60;

/** The service does not say which searches were free (service.domain-price), so the cap counts them all. */
export const spentToday = (kind: KindName | undefined): string =>
  `Its credits for today are spent${kind === "verify" ? "" : ", counting what may have been free"}.`;

const looksRarely = ({ state, failures }: Watch): boolean => state === "on" && failures >= MAX_FAILURES;

export const minutesBetween = (watch: Watch): number =>
  looksRarely(watch) ? Math.max(watch.everyMinutes, RARELY_MINUTES) : watch.everyMinutes;

export function isDue(watch: Watch, triggerMinutes: number, nowMs: number): boolean {
  const minutes = minutesBetween(watch);
  return minutes <= triggerMinutes || nowMs - lookedMs(watch) >= minutes * MINUTE_MS - earlyMs(minutes);
}

/** The time from which its next look is counted: that of a day of credits, if it is still to come. */
const lookedMs = ({ checkedMs, dayFromMs }: Watch): number => (checkedMs === 0 ? 0 : Math.max(checkedMs, dayFromMs));

/** What was tried in vain waits for this long, unless other rows come. Somebody may have unmerged the cells by then. */
const IN_VAIN_MINUTES = 60;

/** More rows than fit, some 200 with usual addresses, are tried each time: a watch is one property, which holds 9 KB. */
const MAX_VAIN_BYTES = 6_000;

/** @param hasLost true if a result of these inputs has found no place; other rows of the same input may have got it */
export function afterTrying(watch: Watch, keys: string[], hasLost: boolean, atMs: number): Watch {
  const { vain, ...others } = watch;
  if (!hasLost || asciiJson(keys).length > MAX_VAIN_BYTES) return others;
  return { ...others, vain: { keys, checks: areSameKeys(keys, vain?.keys) ? (vain?.checks ?? 0) + 1 : 1, atMs } };
}

/** True if several checks have tried just this in vain, the last one not long ago. */
export const isInVain = ({ vain }: Watch, keys: string[], nowMs: number): boolean =>
  vain !== undefined &&
  vain.checks >= MAX_FAILURES &&
  areSameKeys(keys, vain.keys) &&
  nowMs - vain.atMs < IN_VAIN_MINUTES * MINUTE_MS;

const areSameKeys = (keys: string[], others: string[] = []): boolean =>
  keys.length === others.length && keys.every((key, i) => key === others[i]);

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
  const spent = spentOfJob(properties, jobId).halves;
  const inDay = inItsDay(watch, spent, nowMs);
  const choices = readJob(properties, jobId)?.choices;
  const isPaused = state === "paused";
  return {
    jobId,
    everyMinutes,
    halvesADay,
    reason: inDay !== watch && reason === spentToday(choices?.kind) ? "" : reason,
    checkedMs,
    isYours,
    isPaused,
    looksRarely: looksRarely(watch),
    isAtWork: busyUntilMs > nowMs,
    olderThanDays: choices && "rows" in choices && choices.rows.kind === "new" ? choices.rows.olderThanDays : null,
    spentTodayHalves: spent - inDay.spentBefore,
    nextMs:
      isOverdue && triggerMs > 0 ? triggerMs : Math.max(triggerMs, lookedMs(watch) + minutesBetween(watch) * MINUTE_MS),
    isOverdue: isYours && !isPaused && busyUntilMs <= nowMs && isOverdue,
  };
}

export interface LogLine {
  atMs: number;
  rows: number;
  /** Without what may have been charged for lost answers: the check that asks again tells it. */
  halves: number;
  /** Why it has stopped early; `""` if it has not. */
  why: string;
}

const MAX_LINES = 200;
/** A reason fits, and all lines take 40 KB at most. */
const MAX_WHY = 160;

const logName = (jobId: string): string => `log:${jobId}`;

/** The latest check comes first. */
const readLog = (properties: Record<string, string>, jobId: string): LogLine[] =>
  unpack<LogLine[]>(properties, logName(jobId)) ?? [];

export const readWatchLog = ({ store }: World, { jobId }: JobRequest): LogLine[] => readLog(store.all(), jobId);

/** Adds a line to the log, unless it only repeats that nothing could be done. To be called under the document lock. */
export function addToLog({ store }: World, jobId: string, line: LogLine): void {
  const before = readLog(store.all(), jobId);
  const why = cut(line.why, MAX_WHY);
  if (line.rows === 0 && line.halves === 0 && why === (before[0]?.why ?? "")) return;
  replacePacked(store, logName(jobId), [{ ...line, why }, ...before].slice(0, MAX_LINES));
}
