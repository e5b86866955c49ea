import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import type { Host, HostOptions, TraceEntry } from "../../local/apps-script/host";
import type { UserSession } from "../../local/apps-script/host-document";
import { createRandom } from "../../local/apps-script/random";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { createVirtualClock, type VirtualClock } from "../../local/clock/virtual-clock";
import type { RateModel } from "../../local/service/limits/rate-model";
import { createSandboxService, type SandboxService } from "../../local/service/sandbox-service";
import { SANDBOX_BASE_URL } from "../build/service-base-url";
import { draw, LATENCIES, latencyMs } from "./latencies";

/** A list in a spreadsheet, the sandbox with its answering times and limits, and Google's latencies, in virtual time. */
export interface BenchWorld {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  user: UserSession;
  workbook: Workbook;
  /** Every host call since the last `clearTrace`. */
  trace: TraceEntry[];
  clearTrace(): void;
  /** Calls a function of the server as the sidebar does. */
  call<Data>(name: string, ...args: unknown[]): Promise<Data>;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** A script instead of the add-on: other ways of doing the same. */
  script?: string;
  rows: string[][];
  /** How many the service's database holds. */
  companies?: number;
  seed?: number;
  rateModel?: RateModel;
}

export const SHEET = "List";
const USER = "ann@company.example";
export const SERVICE_URL = SANDBOX_BASE_URL;

export async function openBenchWorld({
  script,
  rows,
  companies = 200,
  seed = 1,
  rateModel,
}: BenchOptions): Promise<BenchWorld> {
  const clock = createVirtualClock();
  const random = createRandom(seed * 31 + 7);
  const service = createSandboxService({
    dataDirectory: null,
    clock,
    latency: "realistic",
    randomSeed: seed,
    companies,
    rateModel,
  });
  service.controls.setAccount("sandbox-key", { credits: 1_000_000 });
  const project: Pick<HostOptions, "files" | "html" | "manifest"> =
    script === undefined
      ? await readBuiltAddon()
      : {
          files: [{ name: "Code.js", source: script }],
          manifest: { timeZone: "Etc/GMT", runtimeVersion: "V8" },
        };
  const host = createHost({
    ...project,
    clock,
    scriptProperties: { API_KEY: "sandbox-key" },
    async fetch(request) {
      await clock.sleep(draw(LATENCIES.arrival, random));
      return service.fetch(request);
    },
    settings: {
      seed,
      latencyMs,
      fetchesPerDay: 1_000_000,
      propertyCallsPerDay: 1_000_000,
      startLatencyMs: (drawn) => draw(LATENCIES.scriptStart, drawn),
    },
  });
  const workbook = createMemoryWorkbook({ sheets: [{ name: SHEET, rows: rows.length + 100 }] });
  const user = host.openDocument({ workbook, owner: USER }).as(USER);
  user.keyboard.paste(SHEET, "A1", rows);
  let trace: TraceEntry[] = [];
  host.onTrace((entry) => trace.push(entry));
  return {
    clock,
    service,
    host,
    user,
    workbook,
    get trace() {
      return trace;
    },
    clearTrace() {
      trace = [];
    },
    async call(name, ...args) {
      const half = draw(LATENCIES.sidebarCall, random) / 2;
      await clock.sleep(half);
      try {
        return JSON.parse(await user.callFromSidebar(name, JSON.stringify(args)));
      } finally {
        await clock.sleep(half);
      }
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}
