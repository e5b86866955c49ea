import { clearTimeout, setTimeout } from "node:timers";
import { type Clock, isShiftable } from "../clock/clock";
import { isVirtualClock, type VirtualClock } from "../clock/virtual-clock";
import type { Execution } from "./execution";
import type { ExecutionSlots } from "./execution-slots";
import type { FaultCounter } from "./faults";
import type { Manifest, TraceEntry } from "./host";
import type { LoadedProject } from "./loading/load-project";
import type { ScriptError } from "./script-errors";
import type { CacheStores } from "./services/cache-service";
import type { DailyQuota } from "./services/daily-quota";
import type { LockTable } from "./services/lock-service";
import type { PropertyStores } from "./services/properties-service";
import type { HostSettings } from "./settings";
import type { TriggerTable } from "./triggers";
import type { Watchdog, WorkerPool } from "./worker-pool";

/** The host asks this of time, real or virtual. */
export interface HostClock extends Omit<VirtualClock, "alarm" | "idle"> {
  /** How far a real clock has been set forward. */
  aheadMs?(): number;
}

/**
 * A virtual clock as it is; a real one with the same verbs, of which holding means nothing. Its timers keep no process
 * alive: an abandoned sleep must not outlive its host.
 */
export function hostClock(clock: Clock): HostClock {
  if (isVirtualClock(clock)) return clock;
  const at = (atMs: number, action: () => void) => {
    const timer = setTimeout(action, Math.max(0, atMs - clock.now())).unref();
    return () => clearTimeout(timer);
  };
  return {
    now: () => clock.now(),
    at,
    background: at,
    sleep: (ms) => new Promise((resolve) => at(clock.now() + ms, resolve)),
    hold: () => () => {},
    task: (work) => work(),
    park: (start) => new Promise(start),
    aheadMs: () => (isShiftable(clock) ? clock.aheadMs() : 0),
  };
}

/** Everything that one host shares. */
export interface HostState {
  readonly project: LoadedProject;
  /** The script project's. */
  readonly title: string;
  readonly manifest: Manifest;
  readonly settings: HostSettings;
  readonly clock: HostClock;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Seeded; for everything that belongs to no single execution. */
  readonly random: () => number;
  readonly pool: WorkerPool;
  readonly watchdog: Watchdog;
  readonly slots: ExecutionSlots;
  /** Each running execution with the function that ends it as killed. */
  readonly running: Map<Execution, (reason: ScriptError) => void>;
  readonly properties: PropertyStores;
  readonly caches: CacheStores;
  readonly locks: LockTable;
  readonly quota: DailyQuota;
  readonly faults: FaultCounter;
  readonly triggers: TriggerTable;
  isClosed: boolean;
  trace(executionId: number, event: TraceEntry["event"], detail: string): void;
}
