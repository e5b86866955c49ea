import { isShiftable } from "../clock/clock";
import { isVirtualClock } from "../clock/virtual-clock";
import { createRandom } from "../random";
import { createDocument } from "./create-document";
import { RUN_LIMIT_MS } from "./execution";
import { ExecutionRunner } from "./execution-runner";
import { ExecutionSlots } from "./execution-slots";
import { FaultCounter } from "./faults";
import type { Host, HostOptions, TraceEntry } from "./host";
import { hostClock } from "./host-clock";
import type { DocumentOptions, HostDocument } from "./host-document";
import type { HostState } from "./host-state";
import { checkManifest, loadProject } from "./loading/load-project";
import { cutPageComments } from "./loading/page-comments";
import { ScriptError, ServiceError } from "./script-errors";
import { DEFAULT_SETTINGS, type HostSettings } from "./settings";
import { CacheStores } from "./stores/cache-stores";
import { DailyQuota } from "./stores/daily-quota";
import { LockTable } from "./stores/lock-table";
import { PropertyStores } from "./stores/property-stores";
import { TriggerTable } from "./triggers";
import { Watchdog, WorkerPool } from "./worker-pool";

const STILL_RUNNING = "A script is running, and its time cannot jump. Wait until it has ended, or pause it.";

/** Listeners, and a function that tells them all. */
function createEvent<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    tell: (value: T) => {
      for (const listener of listeners) listener(value);
    },
    on: (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const pagesOf = ({ html = {} }: Pick<HostOptions, "html">, { pageComments }: HostSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(html).map(([name, page]) => [name, cutPageComments(page, pageComments)]));

/**
 * A host for one script project. Throws a `SyntaxError` for what Google's parser refuses (google.engine-syntax) and an
 * `Error` for a manifest it would not take.
 */
export function createHost(options: HostOptions): Host {
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  checkManifest(options.manifest);
  const project = loadProject(options.files, settings);
  const clock = hostClock(options.clock);
  const random = createRandom(settings.seed);
  const traced = createEvent<TraceEntry>();
  const saveNeeded = createEvent<void>();
  const documents = new Set<HostDocument>();
  const state: HostState = {
    project,
    title: options.title ?? "Untitled project",
    manifest: options.manifest,
    settings,
    clock,
    fetch: options.fetch,
    random,
    pool: new WorkerPool(project.script, pagesOf(options, settings)),
    watchdog: new Watchdog(isVirtualClock(options.clock) ? settings.watchdogCpuMs : null),
    slots: new ExecutionSlots(clock),
    running: new Map(),
    properties: new PropertyStores(
      { ...options.saved?.scriptProperties, ...options.scriptProperties },
      options.saved?.userProperties ?? {},
      () => saveNeeded.tell(),
    ),
    caches: new CacheStores(),
    locks: new LockTable(clock, random),
    quota: new DailyQuota(),
    faults: new FaultCounter(settings.seed),
    triggers: new TriggerTable(
      () => state,
      (request) => runner.run(request),
    ),
    isClosed: false,
    trace: (executionId, event, detail) => traced.tell({ atMs: clock.now(), executionId, event, detail }),
  };
  const runner = new ExecutionRunner(state);
  const openDocument = (documentOptions: DocumentOptions): HostDocument => {
    const document = createDocument(state, runner, documentOptions, openDocument);
    documents.add(document);
    return document;
  };

  return {
    settings,
    triggers: () => state.triggers.views(),
    disableTrigger: (uid) => state.triggers.disable(uid),
    runTrigger: (uid) => state.triggers.runNow(uid),
    forward(ms) {
      if (!isShiftable(options.clock)) throw new TypeError("This clock cannot be set forward.");
      if (state.running.size > 0) throw new ServiceError(STILL_RUNNING);
      options.clock.moveBy(ms);
      state.triggers.clockMoved();
    },
    openDocument,
    scopes: () => options.manifest.oauthScopes ?? [],
    functions: () => project.functions,
    async run(functionName, user = "editor@company.example") {
      const json = await runner.run({
        entryPoint: "editor",
        functionName,
        argsJson: "[]",
        mode: "FULL",
        user,
        document: null,
        limitMs: RUN_LIMIT_MS,
        hasUi: false,
      });
      return JSON.parse(json) as unknown;
    },
    save: () => ({
      scriptProperties: state.properties.script.all(),
      userProperties: state.properties.allUsers(),
    }),
    onSaveNeeded: saveNeeded.on,
    onTrace: traced.on,
    async close() {
      state.isClosed = true;
      for (const end of [...state.running.values()])
        end(new ScriptError("Exception", "The host is closed.", { isKilled: true }));
      state.triggers.close();
      for (const document of documents) document.close();
      state.watchdog.close();
      await state.pool.close();
    },
  };
}
