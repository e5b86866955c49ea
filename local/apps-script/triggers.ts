import { missingScopes } from "./consent";
import type { DocumentState } from "./document-state";
import { type Execution, type ExecutionRequest, RUN_LIMIT_MS } from "./execution";
import type { Manifest, TriggerRun, TriggerView } from "./host";
import type { HostClock } from "./host-clock";
import { MESSAGES } from "./messages";
import { ServiceError } from "./script-errors";
import type { HostSettings } from "./settings";
import type { DailyQuota } from "./stores/daily-quota";

/** For each user and script (google.trigger-count). */
const MAX_TRIGGERS = 20;
const HOUR_MS = 3_600_000;
/** The list of a trigger's executions shows as many. */
const RUNS_KEPT = 50;

/** When a trigger is to run: again and again, or once. */
export type Schedule = { everyMs: number } | { atMs: number };

/** A trigger as scripts of its user see it. */
export interface TriggerInfo {
  uid: string;
  functionName: string;
}

interface Trigger extends TriggerInfo {
  user: string;
  document: DocumentState;
  everyMs: number | null;
  dueMs: number | null;
  isDisabled: boolean;
  runs: TriggerRun[];
  cancel: () => void;
}

/** The parts of a host that decide when a trigger runs. */
interface TriggerWorld {
  settings: HostSettings;
  manifest: Manifest;
  clock: HostClock;
  quota: DailyQuota;
  random(): number;
}

/** The clock triggers of a project (google.clock-triggers). */
export class TriggerTable {
  readonly #triggers = new Map<string, Trigger>();
  readonly #state: () => TriggerWorld;
  readonly #run: (request: ExecutionRequest) => Promise<string>;
  #count = 0;

  /** @param run begins an execution and gives its result, or rejects */
  constructor(state: () => TriggerWorld, run: (request: ExecutionRequest) => Promise<string>) {
    this.#state = state;
    this.#run = run;
  }

  /** Throws Google's words where the kind of installation, or the number that there are, do not allow it. */
  create({ user, document, entryPoint }: Execution, functionName: string, schedule: Schedule): TriggerInfo {
    const { settings, clock, random } = this.#state();
    const isAddon = settings.installation === "published";
    if (document === null) throw new ServiceError(MESSAGES.noDocument());
    if (settings.installation === "test") throw new ServiceError(MESSAGES.noPermission("ScriptApp.newTrigger"));
    const everyMs = "everyMs" in schedule ? schedule.everyMs : null;
    if (isAddon && everyMs !== null && everyMs < HOUR_MS) throw new ServiceError(MESSAGES.addonInterval());
    if (isAddon && this.list(user, document).length > 0) throw new ServiceError(MESSAGES.tooManyAddonTriggers());
    if (this.list(user).length >= MAX_TRIGGERS) throw new ServiceError(MESSAGES.tooManyTriggers());
    const uid = String(1 + ++this.#count * 1_000 + Math.floor(random() * 1_000));
    const trigger: Trigger = {
      uid,
      functionName,
      user,
      document,
      everyMs,
      dueMs: null,
      isDisabled: entryPoint === "trigger" && !settings.triggersFromTriggersRun,
      runs: [],
      cancel: () => {},
    };
    this.#triggers.set(uid, trigger);
    if (!trigger.isDisabled) this.#await(trigger, "atMs" in schedule ? schedule.atMs : clock.now() + schedule.everyMs);
    return { uid, functionName };
  }

  /** Those of a user, in all documents or in one. */
  list(user: string, document?: DocumentState): TriggerInfo[] {
    return [...this.#triggers.values()]
      .filter((trigger) => trigger.user === user && (document === undefined || trigger.document === document))
      .map(({ uid, functionName }) => ({ uid, functionName }));
  }

  /** An execution of it that is under way goes on. */
  remove(user: string, uid: string): void {
    const trigger = this.#triggers.get(uid);
    if (trigger?.user !== user) return;
    trigger.cancel();
    this.#triggers.delete(uid);
  }

  disable(uid: string): void {
    const trigger = this.#triggers.get(uid);
    if (trigger === undefined) return;
    trigger.cancel();
    Object.assign(trigger, { isDisabled: true, dueMs: null });
  }

  /** Its time comes now; a recurring one counts its interval from here. */
  runNow(uid: string): void {
    const trigger = this.#triggers.get(uid);
    if (trigger === undefined || trigger.isDisabled) return;
    trigger.cancel();
    trigger.dueMs = null;
    if (trigger.everyMs !== null) this.#await(trigger, this.#state().clock.now() + trigger.everyMs);
    void this.#fire(trigger);
  }

  /** The clock was set forward: what has come due meanwhile runs now, once; what comes later, in its time. */
  clockMoved(): void {
    const nowMs = this.#state().clock.now();
    for (const trigger of [...this.#triggers.values()]) {
      const { dueMs } = trigger;
      if (dueMs === null) continue;
      if (dueMs <= nowMs) this.runNow(trigger.uid);
      else {
        trigger.cancel();
        this.#await(trigger, dueMs);
      }
    }
  }

  views(): TriggerView[] {
    return [...this.#triggers.values()].map(({ cancel: _, document, runs, ...trigger }) => ({
      ...trigger,
      documentId: document.id,
      runs: [...runs],
    }));
  }

  close(): void {
    for (const { cancel } of this.#triggers.values()) cancel();
  }

  #await(trigger: Trigger, dueMs: number): void {
    const { clock, settings, random } = this.#state();
    trigger.dueMs = dueMs;
    trigger.cancel = clock.background(dueMs + settings.triggerDelayMs(random), () => {
      trigger.dueMs = null;
      // One that is due while the last still runs starts beside it.
      if (trigger.everyMs !== null) this.#await(trigger, dueMs + trigger.everyMs);
      void this.#fire(trigger);
    });
  }

  async #fire({ user, document, uid, functionName, runs }: Trigger): Promise<void> {
    const state = this.#state();
    const { settings, clock, quota } = state;
    const isAddon = settings.installation === "published";
    // A published add-on runs up to the call that lacks its scope (google.trigger-consent).
    if (!isAddon && missingScopes(state).length > 0) return;
    const run: TriggerRun = { startedMs: clock.now(), endedMs: null, failure: null };
    runs.push(run);
    if (runs.length > RUNS_KEPT) runs.shift();
    const leftMs = settings.triggerTimePerDayMs - quota.used(user, "triggers", run.startedMs);
    try {
      if (leftMs <= 0) throw new Error(MESSAGES.tooMuchTimeToday());
      await this.#run({
        entryPoint: "trigger",
        functionName,
        argsJson: JSON.stringify([eventOf(uid, run.startedMs)]),
        mode: "FULL",
        user,
        document: isAddon && settings.addonTriggersFind === "nothing" ? null : document,
        limitMs: Math.min(RUN_LIMIT_MS, leftMs),
        ...(leftMs < RUN_LIMIT_MS && { limitMessage: MESSAGES.tooMuchTimeToday() }),
        hasUi: false,
        lacksLock: isAddon && settings.addonTriggersFind !== "everything",
      });
    } catch (error) {
      run.failure = (error as Error).message;
    }
    run.endedMs = clock.now();
    quota.count(user, "triggers", Infinity, run.endedMs, run.endedMs - run.startedMs);
  }
}

/** What the function is given besides the mode: when it runs, in UTC, and of which trigger (google.trigger-event). */
function eventOf(triggerUid: string, nowMs: number) {
  const now = new Date(nowMs);
  const dayOfYear =
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - Date.UTC(now.getUTCFullYear(), 0, 1)) /
    (24 * HOUR_MS);
  return {
    triggerUid,
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    "day-of-month": now.getUTCDate(),
    "day-of-week": now.getUTCDay() || 7,
    "week-of-year": Math.floor(dayOfYear / 7) + 1,
    hour: now.getUTCHours(),
    minute: now.getUTCMinutes(),
    second: now.getUTCSeconds(),
    timezone: "UTC",
  };
}
