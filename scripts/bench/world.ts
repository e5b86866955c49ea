import { AsyncLocalStorage } from "node:async_hooks";
import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import { callClass } from "../../local/apps-script/faults";
import { draw, isReadOrFlush, isSheetRoundTrip } from "../../local/apps-script/google-times";
import type { Host, HostOptions, TraceEntry } from "../../local/apps-script/host";
import type { UserSession } from "../../local/apps-script/host-document";
import type { Change } from "../../local/apps-script/workbook/change";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { createVirtualClock, type VirtualClock } from "../../local/clock/virtual-clock";
import { createRandom } from "../../local/random";
import type { RateModel } from "../../local/service/limits/rate-limits";
import { createSandboxService, type SandboxService } from "../../local/service/sandbox-service";
import { type Google, settingsFor } from "./google";

/**
 * A list in a spreadsheet, the sandbox with its answering times and limits, and Google's latencies, in virtual time.
 */
export interface BenchWorld {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  user: UserSession;
  workbook: Workbook;
  /** Host calls since the last `clearCounts`. */
  counts: HostCounts;
  clearCounts(): void;
  /** What each call of the sidebar has cost, in the order in which they began. */
  serverCalls: ServerCall[];
  /** The time at which a script first had something below the header of a sheet; `null` until then. */
  firstResultMs: number | null;
  /** Calls a function of the server as the sidebar does. */
  call<Data>(name: string, ...args: unknown[]): Promise<Data>;
  close(): Promise<void>;
}

/** One call of the sidebar, and what its execution has asked of Google. */
export interface ServerCall {
  name: string;
  request: unknown;
  calledMs: number;
  /** `null` while it is under way. */
  answeredMs: number | null;
  /** Calls that wait for the sheet's answer, or would on a Google that bundles every change. */
  roundTrips: number;
  readsAndFlushes: number;
  propertyCalls: number;
  /** True if it has made a sheet larger. */
  hasInserted: boolean;
}

/** Host calls of all executions together. */
export interface HostCounts {
  calls: number;
  /** Calls that wait for a sheet's answer. */
  sheetCalls: number;
  /** Their time together. */
  sheetMs: number;
  propertyCalls: number;
  /** Those between taking and giving back a lock. */
  propertyCallsInHold: number;
  /** From a lock's being taken until it is given back. */
  heldMs: number;
}

export interface BenchOptions {
  /** A script instead of the add-on: other ways of doing the same. */
  script?: string;
  rows: string[][];
  /** The size of the service's database. */
  companies?: number;
  seed?: number;
  rateModel?: RateModel;
}

export const SHEET = "List";
const USER = "ann@company.example";

export async function openBenchWorld(
  google: Google,
  { script, rows, companies = 200, seed = 1, rateModel }: BenchOptions,
): Promise<BenchWorld> {
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
    // As a rule people have a key of their own; scripts written by hand keep theirs in the script.
    ...(script === undefined
      ? { saved: { scriptProperties: {}, userProperties: { [USER]: { API_KEY: "sandbox-key" } } } }
      : { scriptProperties: { API_KEY: "sandbox-key" } }),
    async fetch(request) {
      await clock.sleep(draw(google.times.arrival, random));
      return service.fetch(request);
    },
    settings: { seed, ...settingsFor(google, clock) },
  });
  const workbook = createMemoryWorkbook({ sheets: [{ name: SHEET, rows: rows.length + 100 }] });
  let firstResultMs: number | null = null;
  workbook.onChange((changes, by) => {
    if (by.kind === "script" && changes.some(isResult)) firstResultMs ??= clock.now();
  });
  const user = host.openDocument({ workbook, owner: USER }).as(USER);
  user.keyboard.paste(SHEET, "A1", rows);
  let counter = createCounter();
  host.onTrace((entry) => counter.note(entry));
  const serverCalls: ServerCall[] = [];
  const calling = new AsyncLocalStorage<ServerCall>();
  const callOf = new Map<number, ServerCall>();
  host.onTrace(({ event, executionId, detail }) => {
    // An execution begins within whatever has called it.
    const begins = event === "start" ? calling.getStore() : undefined;
    if (begins) callOf.set(executionId, begins);
    const own = event === "call" && callOf.get(executionId);
    if (!own) return;
    if (isSheetRoundTrip(detail)) own.roundTrips++;
    if (isReadOrFlush(detail)) own.readsAndFlushes++;
    if (callClass(detail) === "property") own.propertyCalls++;
    own.hasInserted ||= detail === "Sheet.insert";
  });
  return {
    clock,
    service,
    host,
    user,
    workbook,
    get counts() {
      return counter.counts;
    },
    clearCounts() {
      counter = createCounter();
    },
    serverCalls,
    get firstResultMs() {
      return firstResultMs;
    },
    async call(name, ...args) {
      const half = draw(google.times.sidebarCall, random) / 2;
      const counts = { roundTrips: 0, readsAndFlushes: 0, propertyCalls: 0, hasInserted: false };
      const own: ServerCall = { name, request: args[0], calledMs: clock.now(), answeredMs: null, ...counts };
      serverCalls.push(own);
      await clock.sleep(half);
      try {
        const answer = await calling.run(own, () => user.callFromSidebar(name, JSON.stringify(args)));
        return JSON.parse(answer);
      } finally {
        await clock.sleep(half);
        own.answeredMs = clock.now();
      }
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}

const isResult = (change: Change): boolean => change.type === "setCells" && change.row + change.cells.length > 2;

/** The work of an execution while its calls are counted. */
interface Counted {
  /** The start of the sheet call under way. */
  sheetCallMs: number | null;
  /** The time at which it got the lock; `"asked"` while it waits for it. */
  lockedMs: number | "asked" | null;
}

/** Counts host calls by the trace, which notes when each begins: one ends where the next begins. */
function createCounter() {
  const counts: HostCounts = {
    calls: 0,
    sheetCalls: 0,
    sheetMs: 0,
    propertyCalls: 0,
    propertyCallsInHold: 0,
    heldMs: 0,
  };
  const executions = new Map<number, Counted>();
  return {
    counts,
    note({ event, detail, executionId, atMs }: TraceEntry): void {
      const own = executions.get(executionId) ?? { sheetCallMs: null, lockedMs: null };
      executions.set(executionId, own);
      if (own.sheetCallMs !== null) counts.sheetMs += atMs - own.sheetCallMs;
      own.sheetCallMs = null;
      if (own.lockedMs === "asked") own.lockedMs = atMs;
      if (event !== "call") return;
      if (callClass(detail) === "local") return;
      counts.calls++;
      const isProperty = callClass(detail) === "property";
      if (isProperty) counts.propertyCalls++;
      if (isProperty && own.lockedMs !== null) counts.propertyCallsInHold++;
      if (isSheetRoundTrip(detail)) {
        counts.sheetCalls++;
        own.sheetCallMs = atMs;
      }
      if (detail === "LockService.tryLock") own.lockedMs = "asked";
      if (detail === "LockService.releaseLock") {
        if (typeof own.lockedMs === "number") counts.heldMs += atMs - own.lockedMs;
        own.lockedMs = null;
      }
    },
  };
}

/** A list with a header and the given number of emails, some of them repeated. */
export function emailList(rows: number, distinct = rows): string[][] {
  // A stride that shares no factor with the number of emails scatters the repetitions over the whole list.
  const stride = 7919;
  const emails = Array.from({ length: rows }, (_, i) => {
    const person = i < distinct ? i : (i * stride) % distinct;
    return [`person${person}@company${person % 997}.example`];
  });
  return [["Email"], ...emails];
}

/** A list with a header and the given number of different domains. */
export const companyList = (rows: number): string[][] => [
  ["Company"],
  ...Array.from({ length: rows }, (_, i) => [`company${i}.example`]),
];

/** Counts the calls that the service has refused as too fast. */
export const refusedCalls = ({ service }: BenchWorld): number =>
  service.controls.calls().filter(({ status }) => status === 429).length;
