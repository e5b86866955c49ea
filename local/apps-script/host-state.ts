import type { Execution } from "./execution";
import type { ExecutionSlots } from "./execution-slots";
import type { FaultCounter } from "./faults";
import type { Manifest, TraceEntry } from "./host";
import type { HostClock } from "./host-clock";
import type { LoadedProject } from "./loading/load-project";
import type { ScriptError } from "./script-errors";
import type { HostSettings } from "./settings";
import type { CacheStores } from "./stores/cache-stores";
import type { DailyQuota } from "./stores/daily-quota";
import type { LockTable } from "./stores/lock-table";
import type { PropertyStores } from "./stores/property-stores";
import type { TriggerTable } from "./triggers";
import type { Watchdog, WorkerPool } from "./worker-pool";

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

/** Answers one kind of host call. Throws `ServiceError` for what the script shall see. */
// biome-ignore lint/suspicious/noExplicitAny: each service knows its own argument list; they come from our script side.
export type ServiceCall = (state: HostState, execution: Execution, ...args: any[]) => unknown;

export type ServiceCalls = Record<string, ServiceCall>;
