import type { ClockTriggers } from "../google";
import { paidBy, readStanding, type Standing, writeStanding } from "../jobs/credits";
import { endJob, endWatch, undoJob } from "../jobs/end";
import { whatIsGone } from "../jobs/kinds/column";
import { readLeftOutAnew } from "../jobs/leave-out";
import { openAnyService } from "../jobs/own-key";
import type { JobChoices, UnattendedRequest } from "../jobs/protocol";
import { isOfColumn, type Job, readJob, readKnown, readKnownNow, underLock, type World } from "../jobs/record";
import { startJob } from "../jobs/start";
import { kindOf } from "../jobs/step";
import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { MAX_WATCHES } from "./limits";
import {
  isOverdue,
  JOB_MINUTES,
  namePerson,
  pauseAlone,
  personOf,
  readUnattended,
  TRIGGER_FUNCTION,
  triggerFor,
  type Unattended,
  type UnattendedView,
  viewUnattended,
  withoutIdle,
  writeUnattended,
} from "./record";
import { listWatches, readWatch, spentOfJob, spentToday, type Watch, writeWatch } from "./watch";

/** Shows or changes what goes on while the person is away. The first work makes a trigger, the last one removes it. */
export function answerUnattended(
  world: World,
  triggers: ClockTriggers,
  request: UnattendedRequest,
): UnattendedView | Refusal {
  return change(world, triggers, request) ?? viewUnattended(world);
}

type RequestOf<Do extends UnattendedRequest["do"]> = Extract<UnattendedRequest, { do: Do }>;

function change(world: World, triggers: ClockTriggers, request: UnattendedRequest): Refusal | null {
  switch (request.do) {
    case "look":
      return null;
    case "add":
      return underLock(world, () => add(world, triggers, request.jobId));
    case "drop":
      return drop(world, triggers, request.jobId);
    case "watch":
      return watch(world, triggers, request);
    case "unwatch":
      return unwatch(world, triggers, request.jobId);
    case "limit":
      return underLock(world, () => limit(world, request.jobId, request.halvesADay));
    case "goOn":
      return underLock(world, () => goOn(world, triggers, request));
  }
}

const BEGUN = { state: "on", reason: "", failures: 0, checkedMs: 0, busyUntilMs: 0 } as const;

function ownWatch(world: World, properties: Record<string, string>, jobId: string): Watch | Refusal {
  const watch = readWatch(properties, jobId) ?? refusal("WATCH_GONE");
  return isRefused(watch) || watch.by === personOf(world) ? watch : refusal("NOT_YOUR_WATCH");
}

/** Resuming with another key than the last one takes the person's consent to pay with it. */
function goOn(world: World, triggers: ClockTriggers, { jobId, withOwnKey = false }: RequestOf<"goOn">): Refusal | null {
  const properties = world.store.all();
  const paused = ownWatch(world, properties, jobId);
  if (isRefused(paused)) return paused;
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const known = readKnown(properties, jobId);
  if (isRefused(known)) return known;
  const { job, standing } = known;
  const own = paidBy(standing, service.fingerprint);
  const cannot = own !== standing && !withOwnKey ? refusal("OTHER_KEY") : whyNotOn(world, job, own, properties);
  if (cannot) return cannot;
  const made = withTrigger(world, triggers, readUnattended(world), paused.everyMinutes);
  if (isRefused(made)) return made;
  writeUnattended(world, made);
  if (own !== standing) world.store.setAll(writeStanding(jobId, own));
  writeWatch(world, { ...paused, ...BEGUN });
  return null;
}

function unwatch(world: World, triggers: ClockTriggers, jobId: string): Refusal | null {
  return underLock(world, () => {
    endWatch(world, jobId);
    writeUnattended(world, withoutIdle(world, triggers, readUnattended(world)));
    return null;
  });
}

/** The job is paused, unless a page has taken it over, or others let it go on as well. */
function drop(world: World, triggers: ClockTriggers, jobId: string): Refusal | null {
  const dropped = underLock(world, () => {
    const before = readUnattended(world);
    const jobs = before.jobs.filter(({ id }) => id !== jobId);
    writeUnattended(world, withoutIdle(world, triggers, { ...before, jobs }));
    return before.jobs.find(({ id }) => id === jobId) ?? null;
  });
  if (dropped === null || isRefused(dropped)) return dropped;
  const paused = pauseAlone(world, jobId, "", dropped.epoch);
  return isRefused(paused) ? paused : null;
}

/** What the watch has spent today counts, also for a check that is at work. */
function limit(world: World, jobId: string, halvesADay: number): Refusal | null {
  const properties = world.store.all();
  const watch = ownWatch(world, properties, jobId);
  if (isRefused(watch)) return watch;
  const job = readJob(properties, jobId);
  if (!job) return refusal("WATCH_GONE");
  const tooSmall = whyTooSmall(job.choices, halvesADay);
  if (tooSmall) return tooSmall;
  const reason = watch.reason === spentToday(job.choices.kind) ? "" : watch.reason;
  writeWatch(world, { ...watch, halvesADay, reason });
  const standing = readStanding(properties, jobId);
  if (standing) world.store.setAll(writeStanding(jobId, { ...standing, capHalves: watch.spentBefore + halvesADay }));
  return null;
}

/** What would pause a watch again at its next check; `null` if nothing known would. */
function whyNotOn(world: World, job: Job, standing: Standing, properties: Record<string, string>): Refusal | null {
  if (standing.state === "stopped") return refusal("JOB_STOPPED");
  const leftOut = whatIsGone(world, job, properties) ?? readLeftOutAnew(world, job);
  return isRefused(leftOut) && leftOut.code !== "COLUMNS_MOVING" ? leftOut : null;
}

function add(world: World, triggers: ClockTriggers, jobId: string): Refusal | null {
  const known = readKnownNow(world, jobId);
  if (isRefused(known)) return known;
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  // Its trigger would not go on with another key.
  if (known.standing.keyFingerprint !== service.fingerprint) return refusal("OTHER_KEY");
  const before = readUnattended(world);
  const jobs = [...before.jobs.filter(({ id }) => id !== jobId), { id: jobId, epoch: 0, taken: [], outage: null }];
  const made = withTrigger(world, triggers, before, JOB_MINUTES);
  if (isRefused(made)) return made;
  writeUnattended(world, { ...made, jobs });
  return null;
}

function watch(world: World, triggers: ClockTriggers, request: RequestOf<"watch">): Refusal | null {
  const { everyMinutes, halvesADay } = request;
  if (!("rows" in request.choices) || request.choices.rows.kind !== "new") return refusal("BAD_REQUEST");
  const tooSmall = whyTooSmall(request.choices, halvesADay);
  if (tooSmall) return tooSmall;
  const choices = { ...request.choices, toAsk: null, capHalves: halvesADay };
  const by = namePerson(world);
  const started = startJob(world, choices, (job) => whyNoWatch(world.store.all(), job, by));
  if (isRefused(started)) return started;
  const { id: jobId, epoch } = started.job;
  endJob(world, { jobId, epoch, state: "finished", reason: "", hasLanded: true });
  const kept = underLock(world, () => {
    const properties = world.store.all();
    const job = readJob(properties, jobId);
    // Somebody else may have begun one meanwhile.
    const cannot = job ? whyNoWatch(properties, job, by) : refusal("JOB_GONE");
    if (cannot || !job) return cannot;
    const same = watchOfColumn(properties, job);
    const made = withTrigger(world, triggers, readUnattended(world), everyMinutes);
    if (isRefused(made)) return made;
    if (same) endWatch(world, same.jobId);
    // The new watch has spent what the one before has spent today. What is on its way counts at its highest price.
    const day = same
      ? { dayFromMs: same.dayFromMs, spentBefore: same.spentBefore - spentOfJob(properties, same.jobId).halves }
      : { dayFromMs: world.clock.nowMs(), spentBefore: 0 };
    // An add-on's trigger may come less often than asked for.
    const often = Math.max(everyMinutes, triggerFor(made, everyMinutes)?.everyMinutes ?? 0) as typeof everyMinutes;
    writeWatch(world, { jobId, by, everyMinutes: often, halvesADay, ...BEGUN, ...day });
    writeUnattended(world, withoutIdle(world, triggers, made));
    return null;
  });
  // A start that has failed leaves nothing behind.
  if (kept !== null) undoJob(world, { jobId, do: "undo", others: "keep" });
  return kept;
}

const watchOfColumn = (properties: Record<string, string>, job: Job): Watch | undefined =>
  listWatches(properties).find(({ jobId }) => {
    const other = readJob(properties, jobId);
    return other !== null && isOfColumn(job, other);
  });

function whyNoWatch(properties: Record<string, string>, job: Job, by: string): Refusal | null {
  const same = watchOfColumn(properties, job);
  if (!same) return listWatches(properties).length < MAX_WATCHES ? null : refusal("TOO_MANY_WATCHES");
  // Two keys would pay for the same rows.
  return same.by === by ? null : refusal("WATCHED_BY_OTHERS");
}

/** The least that a day can have pays for an email, so only companies are named. */
function whyTooSmall(choices: JobChoices, halvesADay: number): Refusal | null {
  const worstHalves = kindOf(choices.kind).worstHalves(choices);
  if (halvesADay >= worstHalves) return null;
  const credits = worstHalves / 2;
  return refusal("DAY_TOO_SMALL", `one company can cost ${credits} credit${credits === 1 ? "" : "s"}`);
}

function withTrigger(
  world: World,
  triggers: ClockTriggers,
  before: Unattended,
  everyMinutes: number,
): Unattended | Refusal {
  const nowMs = world.clock.nowMs();
  const there = triggers.ofSheet(TRIGGER_FUNCTION);
  // Google lists even a disabled trigger, so an overdue one is made anew. Those of dead executions are removed, too.
  const isGood = (uid: string): boolean =>
    before.triggers.some((each) => each.uid === uid && !isOverdue(world, each, before));
  for (const uid of there) if (!isGood(uid)) triggers.remove(uid);
  const kept = { ...before, triggers: before.triggers.filter(({ uid }) => there.includes(uid) && isGood(uid)) };
  if (triggerFor(kept, everyMinutes)) return kept;
  try {
    const made = { ...triggers.make(TRIGGER_FUNCTION, Math.min(everyMinutes, 60)), seenMs: nowMs };
    return { ...kept, triggers: [...kept.triggers, made] };
  } catch (thrown) {
    if (kept.triggers.length === 0) return refusal("NO_TRIGGER", wordsOf(thrown));
    // An add-on can have no second trigger, so the first one serves all.
    return { ...kept, triggers: kept.triggers.map((each) => ({ ...each, isOnly: true })) };
  }
}
