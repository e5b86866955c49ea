import { createAddonHost } from "../../../local/addon/create-addon-host";
import type { UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock, type VirtualClock } from "../../../local/clock/virtual-clock";
import { createSandboxService, type SandboxOptions, type SandboxService } from "../../../local/service/sandbox-service";

/** One call as it reached the service. */
export interface ServiceCall {
  atMs: number;
  operation: string;
  body: Record<string, unknown>;
  status: number;
}

/** A spreadsheet with the built add-on, in virtual time, and the calls that its formulas make. */
export interface FormulaDocument {
  clock: VirtualClock;
  service: SandboxService;
  calls: ServiceCall[];
  user: UserSession;
  /** Types formulas or values below each other, from a cell on, and waits until everything is quiet. */
  type(a1: string, cells: string[]): Promise<void>;
  shows(a1: string): string[][];
  /** A column of what the cells show. */
  column(a1: string): string[];
  /** Clicks a menu item, and agrees to what it asks. */
  clickMenu(functionName: string): Promise<void>;
  /** Does something once, just before a call of this name to Google. */
  before(call: string, act: () => void): void;
  /** Clicks a menu item and kills its execution before its n-th call to Google; gives false when it made fewer. */
  clickMenuAndKill(functionName: string, callIndex: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface FormulaDocumentOptions {
  settings?: Partial<HostSettings>;
  service?: Partial<SandboxOptions>;
  apiKey?: string;
}

const SHEET = "Sheet1";
/** Room for the longest list. */
const ROWS = 6_000;
const OWNER = "ann@company.example";

export async function openFormulaDocument(options: FormulaDocumentOptions = {}): Promise<FormulaDocument> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 200, ...options.service });
  const calls: ServiceCall[] = [];
  const recorded = {
    async fetch(request: Request): Promise<Response> {
      const text = await request.clone().text();
      const call = {
        atMs: clock.now(),
        operation: new URL(request.url).pathname.slice(1),
        body: JSON.parse(text || "{}"),
      };
      try {
        const response = await service.fetch(request);
        calls.push({ ...call, status: response.status });
        return response;
      } catch (error) {
        calls.push({ ...call, status: 0 });
        throw error;
      }
    },
  };
  const host = await createAddonHost({
    service: recorded,
    clock,
    scriptProperties: { API_KEY: options.apiKey ?? "sandbox-key" },
    settings: { refusals: "at-flush", readsCached: true, ...options.settings },
  });
  const document = host.openDocument({
    workbook: createMemoryWorkbook({ sheets: [{ name: SHEET, rows: ROWS }] }),
    owner: OWNER,
  });
  const user = document.as(OWNER);
  user.onUi((event) => {
    if (event.type === "alert") user.answer(event.id, "YES");
  });
  await user.open();
  return {
    clock,
    service,
    calls,
    user,
    async type(a1, cells) {
      user.keyboard.paste(
        SHEET,
        a1,
        cells.map((cell) => [cell]),
      );
      await clock.idle();
    },
    shows: (a1) => user.keyboard.shows(SHEET, a1),
    column: (a1) => user.keyboard.shows(SHEET, a1).map(([cell]) => cell ?? ""),
    async clickMenu(functionName) {
      await user.clickMenu(functionName);
      await clock.idle();
    },
    before(call, act) {
      const untrace = host.onTrace(({ event, detail }) => {
        if (event !== "call" || detail !== call) return;
        untrace();
        act();
      });
    },
    async clickMenuAndKill(functionName, callIndex) {
      host.settings.crash = { callIndex, when: "before" };
      await user.clickMenu(functionName).catch(() => {});
      await clock.idle();
      const isKilled = host.settings.crash === null;
      host.settings.crash = null;
      return isKilled;
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}
