import { createAddonHost } from "../../../local/addon/create-addon-host";
import { NO_EXTRAS, type SavedExtras } from "../../../local/apps-script/extras/extras";
import type { Host } from "../../../local/apps-script/host";
import type { HostDocument, UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import type { Change } from "../../../local/apps-script/workbook/change";
import { createMemoryWorkbook, type MemoryWorkbookOptions } from "../../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../../local/apps-script/workbook/workbook";
import { createVirtualClock, type VirtualClock } from "../../../local/clock/virtual-clock";
import { createSandboxService, type SandboxOptions, type SandboxService } from "../../../local/service/sandbox-service";
import type * as server from "../../../src/globals";
import type { Result } from "../../../src/result";
import { columnLetter } from "../../../src/sheet/table";

/** Calls a function of the server as the sidebar does; a killed execution fails like a lost call. */
export type ServerCall = <Name extends keyof typeof server>(
  name: Name,
  ...args: Parameters<(typeof server)[Name]>
) => Promise<ReturnType<(typeof server)[Name]>>;

/** A spreadsheet with a list, the built add-on and the sandbox, in virtual time. */
export interface FlowDocument {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  document: HostDocument;
  workbook: Workbook;
  user: UserSession;
  sheetId: number;
  call: ServerCall;
  callAs(email: string): ServerCall;
  /** Another spreadsheet in which all is as it is here now, also the properties, which a copy made by hand would lack. */
  copy(): FlowDocument;
  /** What _File ▸ Make a copy_ leaves. */
  copyByHand(): FlowDocument;
  /** The texts of the cells, by the fields in the notes of the first row, and else by its names. */
  rows(sheet?: string): Record<string, string>[];
  /** The address of a cell below a header, which is a field in a note or a name: `type` in row 3 is `E3`. */
  cellOf(header: string, row: number, sheet?: string): string;
  /** The look of the first row of a sheet: its notes, its weights, and how many rows stay in view. */
  header(sheet: string): { notes: (string | null)[]; weights: unknown[]; frozenRows: number };
  /** The questions to the service since the spreadsheet was opened, with the answers' statuses. */
  asked(operation: string): { request: Record<string, unknown>; status: number }[];
}

export interface FlowWorldOptions {
  settings?: Partial<HostSettings>;
  service?: Partial<SandboxOptions>;
  apiKey?: string;
}

/** One host and one service for any number of spreadsheets. */
export interface FlowWorld {
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  /** Answers as the service does, whatever a test has put in the place of `service.fetch`. */
  fetchOfService: SandboxService["fetch"];
  /** @param list rows; the first is the header */
  open(list: string[][], options?: { owner?: string; extras?: Partial<SavedExtras> }): FlowDocument;
  /** Counts the host calls of an execution. */
  callIndex(executionId: number): number;
  close(): Promise<void>;
}

export const SHEET = "Leads";
export const OWNER = "ann@company.example";
const MINUTE_MS = 60_000;

/** The field that the note of a header names, alone or before what it holds. */
export const fieldIn = (note: string | null | undefined): string | undefined => note?.split(/: |\n/)[0];

/** Hundreds of spreadsheets share one virtual day here, which would be as many days for their owner. */
const NO_QUOTAS = { fetchesPerDay: Infinity, propertyCallsPerDay: Infinity };

export async function openFlowWorld(options: FlowWorldOptions = {}): Promise<FlowWorld> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 200, ...options.service });
  const host = await createAddonHost({
    service,
    clock,
    settings: { ...NO_QUOTAS, ...options.settings },
    scriptProperties: { API_KEY: options.apiKey ?? "sandbox-key" },
  });
  const callsOf = new Map<number, number>();
  host.onTrace(({ event, executionId }) => {
    if (event === "call") callsOf.set(executionId, (callsOf.get(executionId) ?? 0) + 1);
  });
  return {
    clock,
    service,
    host,
    fetchOfService: service.fetch,
    callIndex: (executionId) => callsOf.get(executionId) ?? 0,
    open(list, { owner = OWNER, extras } = {}) {
      const sheets = [{ name: SHEET, rows: Math.max(1_000, list.length + 100) }];
      const saved = { properties: {}, isEnabled: true, extras: { ...NO_EXTRAS, ...extras } };
      const open = (workbook: Workbook) => host.openDocument({ workbook, owner, saved });
      const document = openGrid({ clock, service, host }, { sheets, changes: [], owner, open });
      document.user.keyboard.paste(SHEET, "A1", list);
      return document;
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}

interface Grid {
  sheets: NonNullable<MemoryWorkbookOptions["sheets"]>;
  /** All that has happened to them. */
  changes: readonly Change[];
  owner: string;
  open(workbook: Workbook): HostDocument;
}

function openGrid(world: Pick<FlowWorld, "clock" | "service" | "host">, grid: Grid): FlowDocument {
  const { sheets, owner } = grid;
  const workbook = createMemoryWorkbook({ sheets });
  workbook.apply(grid.changes, { kind: "person", user: owner });
  const changes = [...grid.changes];
  workbook.onChange((more) => changes.push(...more));
  const document = grid.open(workbook);
  const { controls } = world.service;
  // Calls for other spreadsheets with the same key no longer count against the limits.
  controls.moveClock(MINUTE_MS);
  const user = document.as(OWNER);
  const sheetId = workbook.sheets()[0]?.sheetId ?? 0;
  const callsBefore = controls.lastCall();

  function callAs(email: string): ServerCall {
    const session = document.as(email);
    return async (name, ...args) => {
      try {
        return JSON.parse(await session.callFromSidebar(name, JSON.stringify(args)));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return { ok: false, code: "GOOGLE_FAILED", message, remedy: "" } as never;
      }
    };
  }

  function read(sheet: string): { fields: string[]; cells: string[][] } {
    const id = workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? sheetId;
    const { rows, columns } = workbook.extent(id);
    const end = `${columnLetter(Math.max(1, columns))}${Math.max(1, rows)}`;
    const [names = [], ...cells] = user.keyboard.shows(sheet, `A1:${end}`);
    const area = { row: 1, column: 1, rows: 1, columns: Math.max(1, columns) };
    const [notes = []] = columns > 0 ? workbook.readNotes(id, area) : [];
    return { fields: names.map((name, i) => fieldIn(notes[i]) ?? name), cells };
  }

  return {
    ...world,
    document,
    workbook,
    user,
    sheetId,
    callAs,
    call: callAs(OWNER),
    copy() {
      const saved = structuredClone(document.save());
      const open = (copy: Workbook) => world.host.openDocument({ workbook: copy, owner, saved });
      return openGrid(world, { sheets, changes: [...changes], owner, open });
    },
    copyByHand() {
      const open = (copy: Workbook) => document.copyDocument({ workbook: copy, owner });
      return openGrid(world, { sheets, changes: [...changes], owner, open });
    },
    cellOf(header, row, sheet = SHEET) {
      const { fields } = read(sheet);
      if (!fields.includes(header)) throw new RangeError(`There is no column ${header} in ${sheet}.`);
      return `${columnLetter(fields.indexOf(header) + 1)}${row}`;
    },
    rows(sheet = SHEET) {
      const { fields: header, cells } = read(sheet);
      return cells.map((row) => Object.fromEntries(header.flatMap((name, i) => (name ? [[name, row[i] ?? ""]] : []))));
    },
    header(sheet) {
      const { sheetId: id = 0, frozenRows = 0 } = workbook.sheets().find(({ name }) => name === sheet) ?? {};
      const area = { row: 1, column: 1, rows: 1, columns: Math.max(1, workbook.extent(id).columns) };
      const [notes = []] = workbook.readNotes(id, area);
      const [styles = []] = workbook.readStyles(id, area);
      return { notes, weights: styles.map(({ fontWeight }) => fontWeight), frozenRows };
    },
    asked: (wanted) =>
      controls
        .calls(callsBefore)
        .filter(({ operation }) => operation === wanted)
        .map(({ request, status }) => ({ request: JSON.parse(request), status })),
  };
}

/** @throws Error with the refusal's words */
export function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw new Error(`${result.code}: ${result.message}`);
}
