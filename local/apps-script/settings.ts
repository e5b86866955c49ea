import type { HostFault } from "./faults";
import type { HostDocument } from "./host-document";
import type { PageComments } from "./loading/page-comments";
import { DAILY_QUOTAS } from "./stores/daily-quota";

/** Ends an execution as if Google's machine had died: no `finally`, locks released, unflushed writes lost. */
export interface CrashPoint {
  /** Counts host calls of the execution from 1. */
  callIndex: number;
  when: "before" | "after";
  /** Only the n-th execution of the host (from 1); otherwise the first that gets so far. */
  executionId?: number;
}

/** Properties that differ between installations, accounts and days. Each default is the strict reading of the facts. */
export interface HostSettings {
  /** Seeds latencies, identifiers and random loss: same seed, same trace. */
  seed: number;
  /** Milliseconds a host call takes, by its name (`PropertiesService.getProperty`); `random` is seeded, 0 ≤ x < 1. */
  latencyMs: (callName: string, random: () => number) => number;
  /** The time from asking for an execution to its start. */
  startLatencyMs: (random: () => number) => number;
  /** A fetch is given up after this; 60 s strict, 360 s documented (google.fetch-time). */
  fetchTimeoutSeconds: number;
  /** Requests of one `fetchAll` under way at once (google.fetch-all). */
  fetchParallelism: number;
  /** More fetches of a user in so short a time are refused; `null`: no such limit. */
  fetchBurst: { calls: number; perMs: number } | null;
  /** Fetches per user and day (google.fetches-a-day). */
  fetchesPerDay: number;
  /** Property reads and writes per user and day (google.property-calls). */
  propertyCallsPerDay: number;
  /** Formulas beyond 30 at once wait for the others; or they show an error, as users also report (google.executions-at-once). */
  formulasWait: boolean;
  /** Messages in another language, to prove that nothing reads English (google.translated-errors). */
  translated: boolean;
  /** The chance that a cache read finds nothing although the entry should be there (google.cache-loss). */
  cacheLossChance: number;
  /** The chance that a formula runs again although nothing has changed (google.recalculation). */
  extraRecalculationChance: number;
  /**
   * A formula that is written into its cell again, with the same arguments, shows its old answers without running,
   * unless the cell was without that call in between, after a flush of its own; `false`: each formula written runs.
   */
  formulasKeepAnswers: boolean;
  /** A Date in a sidebar call's result arrives as `null`, or fails the call if this is false (google.script-run). */
  dateResultBecomesNull: boolean;
  /** Fields that are `undefined` cross between page and script as `null`, or are left out (google.undefined-fields). */
  undefinedFieldBecomesNull: boolean;
  /** The chance that a sidebar call fails with a server error before it runs (google.script-run). */
  sidebarFailureChance: number;
  /**
   * The moment at which a write throws that a validation or protection refuses: as on Google at the flush, the next
   * read or the end of the execution; or, for comparison, where it is written.
   */
  refusals: "at-flush" | "at-write";
  /** Typed columns of tables refuse whatever scripts write; or, by other reports, let values pass that fit the type. */
  typedColumns: "refuse-everything" | "fitting-values-pass";
  /** A range read before is not read again until the execution writes or flushes, whatever others do meanwhile. */
  readsCached: boolean;
  /** The literals of a page's scripts in which `//` and `/*` are cut out, when the host is made (google.page-comments). */
  pageComments: PageComments;
  /** Refuse public class fields (google.engine-syntax). */
  refuseClassFields: boolean;
  /** Remove built-ins newer than ES2021 from the realm (google.engine-built-ins). */
  dropNewBuiltIns: boolean;
  /**
   * The person has granted only these scopes; `null`: all the manifest names (google.consent). May be changed while the
   * host runs, as people take consent back or install anew.
   */
  grantedScopes: string[] | null;
  /** The boxes that the person ticks when Google asks for missing scopes; `null`: closes the screen (google.consent). */
  ticksBoxes: ((missing: string[]) => string[]) | null;
  /** The page on which a person allows what is missing (google.consent). */
  consentAddress: string;
  /** The first menu click of somebody without any consent gives the consent and also runs (google.first-click). */
  firstClickRuns: boolean;
  /**
   * A script that is bound to its sheet; a published add-on (NONE before it is enabled in a document); or an add-on's test
   * deployment, in which there are no triggers (google.clock-triggers).
   */
  installation: "bound" | "published" | "test";
  /** The time by which a trigger runs late (google.trigger-delay). */
  triggerDelayMs: (random: () => number) => number;
  /** Milliseconds that the triggers of a user may run in a day (google.trigger-time). */
  triggerTimePerDayMs: number;
  /** A trigger that is made in a trigger's execution is disabled at once (google.trigger-in-trigger). */
  triggersFromTriggersRun: boolean;
  /** What a published add-on's trigger finds: no spreadsheet, one without its lock and cache, or all (google.addon-triggers). */
  addonTriggersFind: "nothing" | "spreadsheet" | "everything";
  /** The marks that a script in the copy of a document sees: all, those of visibility DOCUMENT, or none (google.document-copy). */
  copiesKeepMarks: "all" | "document" | "none";
  /** Executions in a document get its lock and cache (google.document-lock); false: `null`, as outside of documents. */
  givesDocumentLock: boolean;
  crash: CrashPoint | null;
  /** Host calls that fail although nothing is wrong with them; may be set and taken back while the host runs. */
  faults: readonly HostFault[];
  /** Lets "the person at the keyboard" act before each host call; time stands still meanwhile. */
  betweenCalls: ((callIndex: number, callName: string, document: HostDocument) => void | Promise<void>) | null;
  /** A script that computes for longer than this without a host call is killed (busy waiting): milliseconds of the processor. */
  watchdogCpuMs: number;
}

/** The strict reading, without latency, loss or crashes. */
export const DEFAULT_SETTINGS: HostSettings = {
  seed: 1,
  latencyMs: () => 0,
  startLatencyMs: () => 0,
  fetchTimeoutSeconds: 60,
  fetchParallelism: 20,
  fetchBurst: null,
  ...DAILY_QUOTAS.consumer,
  formulasWait: true,
  translated: false,
  cacheLossChance: 0,
  extraRecalculationChance: 0,
  formulasKeepAnswers: true,
  dateResultBecomesNull: true,
  undefinedFieldBecomesNull: true,
  sidebarFailureChance: 0,
  refusals: "at-flush",
  typedColumns: "refuse-everything",
  readsCached: true,
  pageComments: "templates",
  refuseClassFields: true,
  dropNewBuiltIns: true,
  grantedScopes: null,
  ticksBoxes: null,
  consentAddress: "https://accounts.google.example/consent",
  firstClickRuns: false,
  installation: "test",
  triggerDelayMs: () => 0,
  triggersFromTriggersRun: false,
  addonTriggersFind: "nothing",
  copiesKeepMarks: "document",
  givesDocumentLock: true,
  crash: null,
  faults: [],
  betweenCalls: null,
  watchdogCpuMs: 30_000,
};
