import type { Execution } from "./execution";
import type { ExecutionSlots } from "./execution-slots";
import type { FaultCounter } from "./faults";
import type { Manifest, TraceEntry } from "./host";
import type { HostClock } from "./host-clock";
import type { LoadedProject } from "./loading/load-project";
import type { ScriptError } from "./service-error";
import type { CacheStores } from "./services/cache-stores";
import type { DailyQuota } from "./services/daily-quota";
import type { LockTable } from "./services/lock-table";
import type { PropertyStores } from "./services/property-stores";
import type { HostSettings } from "./settings";
import type { Watchdog } from "./watchdog";
import type { WorkerPool } from "./worker-pool";

/** What everything in one host shares. */
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
  /** How to end each running execution as killed. */
  readonly running: Map<Execution, (reason: ScriptError) => void>;
  readonly properties: PropertyStores;
  readonly caches: CacheStores;
  readonly locks: LockTable;
  readonly quota: DailyQuota;
  readonly faults: FaultCounter;
  isClosed: boolean;
  trace(executionId: number, event: TraceEntry["event"], detail: string): void;
}
