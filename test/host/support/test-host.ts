import { createHost } from "../../../local/apps-script/create-host";
import type { Host, Manifest, TraceEntry } from "../../../local/apps-script/host";
import type { DocumentOptions, HostDocument, UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import type { CellValue } from "../../../local/apps-script/workbook/cell";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock, type VirtualClock } from "../../../local/clock/virtual-clock";

export const ANN = "ann@company.example";
export const BEN = "ben@company.example";

/** All scopes an add-on of this kind may ask for. */
export const SCOPES = ["spreadsheets.currentonly", "script.external_request", "script.container.ui"].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

/** Runs any code: in FULL mode as a sidebar call, as a cell when called as a formula. */
const PROBES = `
function evaluate(code) { return (0, eval)(code); }
function failure(code) {
  try { (0, eval)(code); return "no error"; } catch (error) { return String(error); }
}
`;

export interface TestHostOptions {
  source?: string;
  files?: { name: string; source: string }[];
  html?: Record<string, string>;
  title?: string;
  manifest?: Partial<Manifest>;
  settings?: Partial<HostSettings>;
  fetch?: (request: Request) => Promise<Response>;
  scriptProperties?: Record<string, string>;
  document?: Partial<DocumentOptions>;
  clock?: VirtualClock;
}

export interface TestHost {
  host: Host;
  clock: VirtualClock;
  document: HostDocument;
  /** The owner. */
  ann: UserSession;
  /** An editor. */
  ben: UserSession;
  trace: TraceEntry[];
  /** The value of an expression, computed by a script that the owner's sidebar calls. */
  evaluate(code: string, session?: UserSession): Promise<unknown>;
  /** The error an expression throws, as text, or `no error`. */
  failure(code: string, session?: UserSession): Promise<unknown>;
  /** The text of a formula in A1 of an empty sheet when all is computed. */
  shows(a1: string): Promise<string[][]>;
  /** The value and note of one cell. */
  cell(a1Row: number, a1Column: number): CellValue;
}

/** A host in virtual time with one document of Ann's; the script has `evaluate` and `failure` besides its own. */
export function createTestHost(options: TestHostOptions = {}): TestHost {
  const clock = options.clock ?? createVirtualClock();
  const host = createHost({
    files: options.files ?? [{ name: "Code.js", source: `${options.source ?? ""}\n${PROBES}` }],
    html: options.html ?? {},
    title: options.title,
    manifest: { timeZone: "Etc/GMT", oauthScopes: SCOPES, ...options.manifest },
    clock,
    fetch: options.fetch ?? (async () => new Response("{}", { headers: { "content-type": "application/json" } })),
    scriptProperties: options.scriptProperties ?? {},
    settings: options.settings ?? {},
  });
  const trace: TraceEntry[] = [];
  host.onTrace((entry) => trace.push(entry));
  const document = host.openDocument({ workbook: createMemoryWorkbook(), owner: ANN, ...options.document });
  const ann = document.as(ANN);
  const call = async (name: string, code: string, session: UserSession) =>
    JSON.parse(await session.callFromSidebar(name, JSON.stringify([code]))) as unknown;
  return {
    host,
    clock,
    document,
    ann,
    ben: document.as(BEN),
    trace,
    evaluate: (code, session = ann) => call("evaluate", code, session),
    failure: (code, session = ann) => call("failure", code, session),
    async shows(a1) {
      await clock.idle();
      return ann.keyboard.shows("Sheet1", a1);
    },
    cell: (row, column) => document.workbook.read(0, { row, column, rows: 1, columns: 1 })[0]?.[0]?.value ?? null,
  };
}
