import type { Clock } from "../clock/clock";
import type { DocumentOptions, HostDocument } from "./host-document";
import type { HostSettings } from "./settings";

/** A script file as it is pushed: `name` as in the project (`Code.js`), in push order. */
export interface ScriptFile {
  name: string;
  source: string;
}

/** The fields of `appsscript.json` the host acts upon. */
export interface Manifest {
  timeZone: string;
  runtimeVersion?: string;
  oauthScopes?: string[];
  urlFetchWhitelist?: string[];
}

export interface HostOptions {
  /** The script project's title, under which its add-on menu stands; default `Untitled project`, as Google names it. */
  title?: string;
  files: ScriptFile[];
  /** HTML files by name without `.html`. */
  html?: Record<string, string>;
  manifest: Manifest;
  /** Real time, or a virtual clock shared with the service. */
  clock: Clock;
  /** Answers what scripts fetch; a rejection is a connection failure (`Address unavailable`). */
  fetch: (request: Request) => Promise<Response>;
  scriptProperties?: Record<string, string>;
  /** Property stores from an earlier life, as `host.save()` gave them. */
  saved?: SavedHost;
  settings?: Partial<HostSettings>;
}

/** Plain JSON: what belongs to the project, not to a document. */
export interface SavedHost {
  scriptProperties: Record<string, string>;
  userProperties: Record<string, Record<string, string>>;
}

/** One entry of what happens in a project's executions: beginning, end, host call, or line of the log. */
export interface TraceEntry {
  atMs: number;
  executionId: number;
  event: "start" | "end" | "error" | "killed" | "call" | "log";
  detail: string;
}

/** A trigger as the list of a script's triggers shows it. */
export interface TriggerView {
  uid: string;
  functionName: string;
  user: string;
  /** The document in which it was made. */
  documentId: string;
  /** `null` for one that runs once. */
  everyMs: number | null;
  /** When it is due; `null` if it does not run any more. */
  dueMs: number | null;
  isDisabled: boolean;
  /** Its executions, the last one last. */
  runs: readonly TriggerRun[];
}

export interface TriggerRun {
  startedMs: number;
  /** `null` while it runs. */
  endedMs: number | null;
  /** Why it has failed, in Google's words, or `null`. */
  failure: string | null;
}

/** Runs one script project as Google would, for any number of documents and users. */
export interface Host {
  openDocument(options: DocumentOptions): HostDocument;
  /** The scopes that the manifest lists; none when Google derives them from the code. */
  scopes(): string[];
  /** Top-level functions without a trailing `_`, with what `@customfunction` blocks say. */
  functions(): PublicFunction[];
  /** Runs a function as the editor's *Run* does: FULL mode; without a document `getUi()` throws. */
  run(functionName: string, user?: string): Promise<unknown>;
  /** Of all users and documents, in the order they were made. */
  triggers(): TriggerView[];
  /** Google does so now and then, without a word. */
  disableTrigger(uid: string): void;
  /** Its time comes now. */
  runTrigger(uid: string): void;
  /**
   * Sets its clock forward, and lets what is due by then run, each trigger once.
   * @throws ServiceError while a script runs, whose time would jump
   */
  forward(ms: number): void;
  /** The property stores, which must outlive the process. */
  save(): SavedHost;
  onSaveNeeded(listener: () => void): () => void;
  /** May be changed while the host runs: crash points, latencies, chances. */
  readonly settings: HostSettings;
  onTrace(listener: (entry: TraceEntry) => void): () => void;
  /** Ends every execution and worker. */
  close(): Promise<void>;
}

export interface PublicFunction {
  name: string;
  parameters: string[];
  /** The documentation block above it, or `""`. */
  documentation: string;
  /** True when the block carries `@customfunction`. */
  inAutocomplete: boolean;
}
