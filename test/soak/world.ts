import { createHash } from "node:crypto";
import { createAddonHost } from "../../local/addon/create-addon-host";
import { documentedMs, draw as drawTime, LATENCIES } from "../../local/apps-script/google-times";
import type { Host } from "../../local/apps-script/host";
import type { HostDocument, UserSession } from "../../local/apps-script/host-document";
import type { Change } from "../../local/apps-script/workbook/change";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { createVirtualClock, type VirtualClock } from "../../local/clock/virtual-clock";
import { createSandboxService, type SandboxService } from "../../local/service/sandbox-service";
import { COPIES } from "./acts-formulas";
import { AddonSheets } from "./addon-sheets";
import type { DocumentCopy, Recorded } from "./document-copy";
import { fillSheet } from "./fill-list";
import { followHits, type HitCells } from "./hit-cells";
import { fillLeftOut } from "./left-out";
import { ListModel } from "./model";
import { createMoments, type Moments } from "./moments";
import { COMPANIES } from "./oracle";
import type { Planned } from "./people";
import { createDraw, type Draw } from "./random";
import type { Scenario } from "./scenario";
import type { Snapshot } from "./snapshot";

export const OWNER = "ann@company.example";
/** Whose spreadsheet it is in worlds with protected parts. */
const BOSS = "cleo@company.example";
export const COLLEAGUE = "ben@company.example";
export const KEY = "sandbox-key";

/** The pages that the people of a world have in front of them; faults of pages go through this. */
export interface Pages {
  close(): boolean;
  reload(): boolean;
  offline(ms: number): void;
  hide(): void;
  pause(): boolean;
  stop(): boolean;
  openSecond(who: "owner" | "colleague"): boolean;
  /** @param isLeft the job is handed to a trigger, and the page closed */
  startToo(who: "owner" | "colleague", isLeft?: boolean): boolean;
}

/** A spreadsheet, the add-on and the service of one scenario, in virtual time. */
export interface World {
  scenario: Scenario;
  clock: VirtualClock;
  service: SandboxService;
  host: Host;
  document: HostDocument;
  workbook: Workbook;
  owner: UserSession;
  colleague: UserSession;
  list: ListModel;
  addon: AddonSheets;
  hitCells: HitCells;
  moments: Moments;
  /** For what is not decided beforehand: latencies. */
  draw: Draw;
  faults: FaultState;
  pages: Pages;
  /** The plan that the page told before the first start. */
  planned: Planned | null;
  /** Charges before anything. */
  paidBefore: number;
  /** The document before anything. */
  before: Snapshot | null;
  /** Somebody with another key has gone on with the job. */
  isShared: boolean;
  /** Formulas beside the job spend credits of the same team. */
  paysElsewhere: boolean;
  /** Acts that people can take back by keyboard, the youngest last. */
  undoable: { what: string; undo: () => boolean }[];
  /** The changes that the document was made of. */
  recorded: Recorded;
  /** A copy that somebody has made of the document. */
  copy: DocumentCopy | null;
  /** Changes by scripts of sheets that are none of theirs. */
  trespasses: string[];
  /** Lift what is protected now. */
  protections: (() => void)[];
  /** The first and the last moment at which something failed; `null` before. */
  trouble: { firstMs: number; lastMs: number } | null;
  /** Jobs of which a page has told that they are finished, and the epoch that it has driven. */
  toldFinished: Map<string, number>;
  /** The call to Google that comes next. */
  nextCall: string;
  /** A script has written cells, and not looked since what it has hit. */
  isUnseen: boolean;
  /** Undoing has said that it left something. */
  hasLeft: boolean;
  /** Rows that undoing has told to leave, as they do not fit what is noted beside them. */
  unfitRows: number;
  /** Somebody has turned formulas into values. */
  isTurned: boolean;
  clicksMenu(functionName: string): void;
  /** Nobody has deleted what a job needs. */
  isWhole(): boolean;
  onTooManyCalls(): void;
  /** Everything that has happened, for people. */
  log: string[];
  note(text: string): void;
  counts: { calls: number; crashes: number; faults: number; acts: number; undecided: number };
  /** The same seed gives the same. */
  traceHash(): string;
  listName(): string;
  close(): Promise<void>;
}

/** The things that are out of order now. */
export interface FaultState {
  /** Calls to Google that fail: their class or name, and how many of them, or until when. */
  google: { of: string; left: number; untilMs?: number; message: string } | null;
  stallNextMs: number;
  /** The service refuses the key. */
  keyRevoked: boolean;
  /** Questions that were answered strangely once: what stands beside them is the service's doing. */
  spoiltQuestions: Set<string>;
  /** Answers of the service that are spoilt on their way. */
  spoil: { operation: string | null; left: number; how: (text: string) => Response; isInstead: boolean } | null;
}

export async function openWorld(scenario: Scenario): Promise<World> {
  const clock = createVirtualClock();
  const draw = createDraw(scenario.seed, "latency");
  const service = createSandboxService({
    dataDirectory: null,
    clock,
    companies: COMPANIES,
    latency: scenario.service === "realistic" ? "realistic" : "none",
    randomSeed: scenario.seed,
  });
  const hash = createHash("sha256");
  const log: string[] = [];
  const faults: FaultState = {
    google: null,
    stallNextMs: 0,
    keyRevoked: false,
    spoiltQuestions: new Set(),
    spoil: null,
  };
  const counts = { calls: 0, crashes: 0, faults: 0, acts: 0, undecided: 0 };
  const slowness = { instant: 0, usual: 1, slow: 3 }[scenario.google];
  const note = (text: string): void => {
    const line = `${((clock.now() - startedMs) / 1_000).toFixed(3)} s, call ${counts.calls}: ${text}`;
    hash.update(`${line}\n`);
    log.push(line);
  };
  const startedMs = clock.now();
  const host = await createAddonHost({
    clock,
    scriptProperties: { API_KEY: KEY },
    service: {
      fetch: (request) =>
        answer(service, faults, request, slowness > 0 ? clock.sleep(drawTime(LATENCIES.arrival, draw.next)) : null),
    },
    settings: {
      seed: scenario.seed,
      refusals: "at-flush",
      readsCached: true,
      translated: scenario.isTranslated,
      ...((scenario.goesOnClosed || scenario.watch) && { installation: "bound" }),
      startLatencyMs: () => slowness * drawTime(LATENCIES.scriptStart, draw.next),
      latencyMs(name) {
        const stallMs = faults.stallNextMs;
        faults.stallNextMs = 0;
        if (stallMs > 0) return stallMs;
        return slowness * documentedMs(name, draw.next);
      },
    },
  });
  const { sheet } = scenario;
  const recorded: Recorded = {
    sheets: [{ name: sheet.name, rows: Math.max(200, sheet.rows.length + 60), columns: 16 }],
    changes: [],
  };
  const workbook = createMemoryWorkbook({ sheets: recorded.sheets });
  // Before the document listens: a Table names a column after it was inserted.
  workbook.onChange((changes) => recorded.changes.push(...changes));
  const document = host.openDocument({ workbook, owner: scenario.isOthers ? BOSS : OWNER, id: "document" });
  // All that people do by hand the owner does, whom no protection binds; jobs are others'.
  const { keyboard } = document.as(scenario.isOthers ? BOSS : OWNER);
  const list = new ListModel(workbook, 0);
  const addon = new AddonSheets(workbook, document.as(OWNER));
  const world: World = {
    scenario,
    clock,
    service,
    host,
    document,
    workbook,
    owner: scenario.isOthers ? { ...document.as(OWNER), keyboard } : document.as(OWNER),
    colleague: scenario.isOthers ? { ...document.as(COLLEAGUE), keyboard } : document.as(COLLEAGUE),
    list,
    addon,
    hitCells: followHits({ host, workbook, list, addon }),
    moments: undefined as never,
    draw,
    faults,
    pages: undefined as never,
    planned: null,
    paidBefore: 0,
    before: null,
    isShared: false,
    paysElsewhere: sheet.features.includes("formulas-that-ask"),
    undoable: [],
    recorded,
    copy: null,
    trespasses: [],
    protections: [],
    trouble: null,
    nextCall: "",
    isUnseen: false,
    toldFinished: new Map(),
    hasLeft: false,
    unfitRows: 0,
    isTurned: false,
    clicksMenu: () => {},
    isWhole: () =>
      !list.isGone &&
      list.inputColumn !== null &&
      !world.addon.wasDeleted &&
      !log.some((line) => /deletes (?:a result column|the inputs)/.test(line)),
    onTooManyCalls: () => {},
    log,
    note,
    counts,
    traceHash: () => hash.copy().digest("hex").slice(0, 12),
    listName: () => workbook.sheets().find(({ sheetId }) => sheetId === list.sheetId)?.name ?? "",
    async close() {
      list.close();
      world.copy?.list.close();
      await host.close();
      service.close();
    },
  };
  world.moments = createMoments(world);
  host.onTrace(({ event, executionId, detail }) => {
    hash.update(`${executionId} ${event} ${event === "error" ? "" : detail}\n`);
  });
  workbook.onChange((changes, by) => {
    if (by.kind === "script") for (const change of changes) noteTrespass(world, change);
  });
  fillSheet(world);
  fillLeftOut(world);
  return world;
}

/** True if an execution has ended in the middle of what it did. */
export const hasDied = (log: string[]): boolean => log.some((line) => /dies-|more than six minutes/.test(line));

/** Something has failed just now. */
export function noteTrouble(world: World): void {
  const nowMs = world.clock.now();
  world.trouble = { firstMs: world.trouble?.firstMs ?? nowMs, lastMs: nowMs };
}

function noteTrespass({ list, addon, trespasses }: World, change: Change): void {
  const { sheetId } = change;
  if (sheetId === list.sheetId || addon.ids.has(sheetId) || addon.copies.has(sheetId) || change.type === "removeSheet")
    return;
  // Formulas there are finished, too.
  if (addon.nameOf(sheetId) === COPIES) return;
  trespasses.push(`${change.type} in the sheet ${addon.nameOf(sheetId)}`);
}

/** The service behind everything that can go wrong on the way. */
async function answer(
  service: SandboxService,
  faults: FaultState,
  request: Request,
  arrival: Promise<void> | null,
): Promise<Response> {
  await arrival;
  const { spoil } = faults;
  const operation = new URL(request.url).pathname.slice(1);
  const isSpoilt = spoil && (spoil.operation === null || spoil.operation === operation);
  const body = await request.clone().text();
  let sent = request;
  if (faults.keyRevoked) {
    const headers = new Headers(request.headers);
    headers.set("X-KEY", "revoked");
    sent = new Request(request.url, { method: "POST", headers, body });
  }
  if (!isSpoilt) return service.fetch(sent);
  spoil.left--;
  if (spoil.left <= 0) faults.spoil = null;
  const text = spoil.isInstead ? "" : await (await service.fetch(sent)).text();
  const { email, company, search_id, page } = JSON.parse(body || "{}") as Record<string, unknown>;
  if (!spoil.isInstead)
    faults.spoiltQuestions.add(
      String(email ?? company ?? page ?? search_id)
        .trim()
        .toLowerCase(),
    );
  return spoil.how(text);
}
