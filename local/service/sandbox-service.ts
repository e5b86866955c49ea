import { type Clock, makeShiftable } from "../clock/clock";
import { createRandom } from "../random";
import { controlRoutes } from "./controls/control-routes";
import { createControls, type SandboxControls } from "./controls/controls";
import { createFaultPlan } from "./faults/faults";
import { createApp } from "./http/app";
import type { RefusalBody } from "./http/steps";
import { LATENCIES, type Latency } from "./latency/latency";
import { createTeams } from "./ledger/accounts";
import { createRateLimiter, PUBLISHED_LIMITS, type RateLimit, type RateModel } from "./limits/rate-limits";
import type { OperationName } from "./operations/operation";
import { openSeed } from "./seed/open-seed";
import { dropOldCalls } from "./storage/call-log";
import { openState } from "./storage/state";

/** The usual number of companies in the database. */
const DEFAULT_COMPANIES = 20_000;

export interface SandboxOptions {
  /** The folder that keeps credits and purchases from one start to the next; `null` keeps them in memory. */
  dataDirectory: string | null;
  /** All of the service's time: windows, sessions, renewal and latency. */
  clock: Clock;
  /** True to offer the controls over HTTP as well, under `/sandbox`. */
  controls?: boolean;
  /** The time that calls take; none when not given. */
  latency?: "none" | "realistic" | Latency;
  /** The number of companies in the database. */
  companies?: number;
  /** Decides latencies and the faults that have a probability. */
  randomSeed?: number;
  /** The way calls are counted; in sliding windows when not given. */
  rateModel?: RateModel;
  /** Limits other than the published ones, by operation. */
  rateLimits?: Partial<Record<OperationName, RateLimit[]>>;
  /** The body of a 429. */
  refusalBody?: RefusalBody;
}

export interface SandboxService {
  /**
   * Answers a request by its path; the host does not matter.
   * @throws ConnectionReset where a fault asks for a dropped connection
   */
  fetch(request: Request): Promise<Response>;
  controls: SandboxControls;
  close(): void;
}

/** The contact-data service on this machine: the whole specification, with made-up data. */
export function createSandboxService(options: SandboxOptions): SandboxService {
  const { latency = "none", randomSeed = 1, companies = DEFAULT_COMPANIES } = options;
  const clock = makeShiftable(options.clock);
  const seed = openSeed(companies);
  const state = openState(options.dataDirectory);
  createTeams(state, clock.now());
  dropOldCalls(state);
  const random = createRandom(randomSeed);
  const faults = createFaultPlan(random);
  const controls = createControls(state, clock, faults);
  const limits = { ...PUBLISHED_LIMITS, ...options.rateLimits };
  const world = {
    storage: { state, seed },
    clock,
    faults,
    random,
    limiter: createRateLimiter(limits, options.rateModel ?? "sliding"),
    refusalBody: options.refusalBody ?? "json",
    latency: typeof latency === "function" ? latency : LATENCIES[latency],
  };
  const app = createApp(world, options.controls ? controlRoutes(controls) : undefined);
  return {
    fetch: async (request) => app.fetch(request),
    controls,
    close() {
      state.close();
      seed.database.close();
    },
  };
}
