import { createAddonHost } from "../../../local/addon/create-addon-host";
import { NO_EXTRAS, type SavedExtras } from "../../../local/apps-script/extras/extras";
import type { Host } from "../../../local/apps-script/host";
import type { HostDocument, UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock, type VirtualClock } from "../../../local/clock/virtual-clock";
import { createSandboxService, type SandboxOptions, type SandboxService } from "../../../local/service/sandbox-service";
import { createDriver, type DriverEnd, type DriverParts } from "../../../sidebar/driver/driver";
import type { RunCalls } from "../../../sidebar/driver/run-calls";
import type * as server from "../../../src/globals";
import type { Result } from "../../../src/result";
import type { StartedRun } from "../../../src/runs/slices";
import type { RunView, RunWish } from "../../../src/runs/views";

/** A spreadsheet with a list, the built add-on and the sandbox, in virtual time. */
export interface RunDocument {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  document: HostDocument;
  user: UserSession;
  sheetId: number;
  /** Calls a function of the server as the sidebar does; a killed execution fails like a lost call. */
  call<Name extends keyof typeof server>(
    name: Name,
    ...args: Parameters<(typeof server)[Name]>
  ): Promise<ReturnType<(typeof server)[Name]>>;
  calls: RunCalls;
  start(wish?: Partial<RunWish>): Promise<StartedRun>;
  tryStart(wish?: Partial<RunWish>): Promise<Result<StartedRun>>;
  /** Drives a run that was started or is to be gone on with. */
  drive(started: StartedRun | RunView, parts?: Partial<DriverParts>): Promise<DriverEnd>;
  /** Starts and drives. */
  verify(wish?: Partial<RunWish>, parts?: Partial<DriverParts>): Promise<DriverEnd>;
  /** What the cells show, by the names in the first row. */
  rows(sheet?: string): Record<string, string>[];
  verifications(): { email: string; status: number }[];
}

export interface RunWorldOptions {
  settings?: Partial<HostSettings>;
  service?: Partial<SandboxOptions>;
  apiKey?: string;
}

/** One host and one service for any number of spreadsheets. */
export interface RunWorld {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  /** @param list rows; the first is the header */
  open(list: string[][], options?: { owner?: string; extras?: Partial<SavedExtras> }): RunDocument;
  /** How many host calls an execution has made. */
  callIndex(executionId: number): number;
  close(): Promise<void>;
}

export const SHEET = "Leads";
export const OWNER = "ann@company.example";
const MINUTE_MS = 60_000;

export async function openRunWorld(options: RunWorldOptions = {}): Promise<RunWorld> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 200, ...options.service });
  const host = await createAddonHost({
    ...{ service, clock, settings: options.settings },
    scriptProperties: { API_KEY: options.apiKey ?? "sandbox-key" },
  });
  const callsOf = new Map<number, number>();
  host.onTrace(({ event, executionId }) => {
    if (event === "call") callsOf.set(executionId, (callsOf.get(executionId) ?? 0) + 1);
  });
  return {
    ...{ clock, service, host },
    callIndex: (executionId) => callsOf.get(executionId) ?? 0,
    open(list, { owner = OWNER, extras } = {}) {
      const workbook = createMemoryWorkbook({ sheets: [{ name: SHEET, rows: Math.max(1_000, list.length + 100) }] });
      const document = host.openDocument({
        ...{ workbook, owner },
        saved: { properties: {}, isEnabled: true, extras: { ...NO_EXTRAS, ...extras } },
      });
      // What was called for other spreadsheets with the same key no longer counts against the limits.
      service.controls.moveClock(MINUTE_MS);
      return openList({ clock, service, host }, document, list);
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}

function openList(
  { clock, service, host }: Pick<RunWorld, "clock" | "service" | "host">,
  document: HostDocument,
  list: string[][],
): RunDocument {
  const { workbook } = document;
  const user = document.as(OWNER);
  user.keyboard.paste(SHEET, "A1", list);
  const sheetId = workbook.sheets()[0]?.sheetId ?? 0;
  const callsBefore = service.controls.calls().length;
  let drivers = 0;

  const call: RunDocument["call"] = async (name, ...args) => {
    try {
      return JSON.parse(await user.callFromSidebar(name, JSON.stringify(args)));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, code: "GOOGLE_FAILED", message, remedy: "" } as never;
    }
  };
  const calls: RunCalls = {
    lookAhead: (request) => call("lookAhead", request),
    runSlice: (request) => call("runSlice", request),
    prepareRun: (runId) => call("prepareRun", runId),
    endRun: (request) => call("endRun", request),
  };

  const tryStart = (wish: Partial<RunWish> = {}): Promise<Result<StartedRun>> =>
    call("startRun", {
      ...{ sheetId, column: 2, hasHeader: true, rows: { kind: "todo" } },
      ...{ fields: ["email_status", "type"], capHalves: null, alsoFoundValid: false },
      find: null,
      ...wish,
    });
  const start = async (wish?: Partial<RunWish>): Promise<StartedRun> => dataOf(await tryStart(wish));

  function drive(started: StartedRun | RunView, parts: Partial<DriverParts> = {}): Promise<DriverEnd> {
    const { run, look } = "run" in started ? started : { run: started, look: undefined };
    return createDriver({
      ...{ calls, nowMs: () => clock.now(), sleep: clock.sleep, runId: run.id, driverId: `driver${drivers++}` },
      ...{ isPrepared: run.isPrepared, ...(look ? { firstLook: look } : {}) },
      ...parts,
    }).run();
  }

  return {
    ...{ clock, service, host, document, user, sheetId, call, calls, tryStart, start, drive },
    verify: async (wish, parts) => drive(await start(wish), parts),
    rows(sheet = SHEET) {
      const id = workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? sheetId;
      const extent = workbook.extent(id);
      const [header = [], ...cells] = user.keyboard.shows(sheet, `A1:Z${Math.max(1, extent.rows)}`);
      return cells.map((row) => Object.fromEntries(header.flatMap((name, i) => (name ? [[name, row[i] ?? ""]] : []))));
    },
    verifications: () =>
      service.controls
        .calls()
        .slice(callsBefore)
        .filter(({ operation }) => operation === "email-verifier")
        .map(({ request, status }) => ({ email: JSON.parse(request).email, status })),
  };
}

/** @throws Error with the refusal's words */
export function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw new Error(`${result.code}: ${result.message}`);
}
