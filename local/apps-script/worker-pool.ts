import { readFileSync } from "node:fs";
import path from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { cpuTimeMs } from "../clock/clock";
import { PROJECT_ROOT } from "../project-root";
import { keepCompiled, readCompiled } from "./loading/kept-work";
import {
  type Answer,
  type CompiledMessage,
  DIE,
  type ProjectMessage,
  type StartMessage,
  type WorkerInput,
  type WorkerMessage,
} from "./protocol";

const WORKER_FILE = path.join(PROJECT_ROOT, ".build/host/worker.cjs");
const RUNTIME_FILE = path.join(PROJECT_ROOT, ".build/host/script-side.js");

/** A thread that runs one execution at a time. */
export class ScriptWorker {
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #signal: Int32Array;
  /** False while the script waits for an answer, or there is none. */
  isComputing = false;
  /** Counts how often a script has begun to compute here: it has not paused as long as this stays the same. */
  stretches = 0;
  onMessage: (message: WorkerMessage) => void = () => {};
  readonly #runtime: string;
  #onCompiled: (compiled: CompiledMessage) => void = () => {};

  constructor(runtime: string, compiledRuntime: Uint8Array | undefined) {
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    const workerData: WorkerInput = { runtime, compiledRuntime, signal, port: port2 };
    this.#runtime = runtime;
    this.#signal = new Int32Array(signal);
    this.#port = port1;
    this.#thread = new Worker(WORKER_FILE, { workerData, transferList: [port2] });
    port1.on("message", (json: string) => {
      this.isComputing = false;
      this.onMessage(JSON.parse(json) as WorkerMessage);
    });
    this.#thread.on("message", (compiled: CompiledMessage) => this.#onCompiled(compiled));
    this.#thread.on("error", () => {});
  }

  /** Gives it the project whose executions it runs from now on. */
  load(project: ProjectMessage, onCompiled: (compiled: CompiledMessage) => void): void {
    this.#onCompiled = onCompiled;
    this.#thread.ref();
    this.#port.ref();
    this.#thread.postMessage(project);
  }

  /** Ends its work for a project. It keeps no process alive then. */
  rest(): void {
    this.onMessage = () => {};
    this.#onCompiled = () => {};
    this.#thread.unref();
    this.#port.unref();
  }

  isOf(runtime: string): boolean {
    return this.#runtime === runtime;
  }

  start(message: StartMessage): void {
    this.#computes();
    this.#thread.postMessage(message);
  }

  reply(answer: Answer): void {
    this.#answer(JSON.stringify(answer));
  }

  /** Ends an execution blocked in a call, without its thread if possible: true when the worker is free again. */
  abandon(): Promise<boolean> {
    return new Promise((resolve) => {
      this.onMessage = ({ type }) => resolve(type === "dead");
      this.#answer(DIE);
    });
  }

  #computes(): void {
    this.isComputing = true;
    this.stretches++;
  }

  #answer(json: string): void {
    this.#computes();
    this.#port.postMessage(json);
    Atomics.store(this.#signal, 0, 1);
    Atomics.notify(this.#signal, 0);
  }

  /** Ends the thread wherever it is; no `finally` runs. */
  async kill(): Promise<void> {
    // Those who wait for the thread to become free learn that it will not.
    this.onMessage({ type: "stuck" });
    this.onMessage = () => {};
    this.#port.close();
    await this.#thread.terminate();
  }
}

/** Threads at rest, for whichever project comes next: starting one takes 30 ms of computing. */
const resting: ScriptWorker[] = [];

/** More than one project's executions are seldom at work at the same time. */
const MAX_RESTING = 12;

/** Threads prepared for a project; more are made as executions need them. */
export class WorkerPool {
  readonly #runtime: string;
  readonly #project: ProjectMessage;
  #compiledRuntime: Uint8Array | undefined;
  readonly #idle: ScriptWorker[] = [];
  readonly #all = new Set<ScriptWorker>();

  constructor(script: string, html: Record<string, string>) {
    this.#runtime = `(function(){${readFileSync(RUNTIME_FILE, "utf8")};return __runtime;})()`;
    const compiled = readCompiled({ runtime: this.#runtime, script });
    this.#compiledRuntime = compiled.runtime;
    this.#project = { script, html, compiledScript: compiled.script };
    // A thread takes some 50 ms to start: the first does so while the document is being opened.
    this.#idle.push(this.#spawn());
  }

  take(): ScriptWorker {
    return this.#idle.pop() ?? this.#spawn();
  }

  #spawn(): ScriptWorker {
    const last = resting.findLastIndex((each) => each.isOf(this.#runtime));
    const [rested] = last < 0 ? [] : resting.splice(last, 1);
    const worker = rested ?? new ScriptWorker(this.#runtime, this.#compiledRuntime);
    worker.load(this.#project, ({ compiled }) => {
      this.#compiledRuntime = compiled.runtime;
      this.#project.compiledScript = compiled.script;
      keepCompiled({ runtime: this.#runtime, script: this.#project.script }, compiled);
    });
    this.#all.add(worker);
    return worker;
  }

  giveBack(worker: ScriptWorker): void {
    this.#idle.push(worker);
  }

  /** Ends a worker's execution wherever it is. A thread takes some 50 ms to replace, so a blocked one is kept. */
  async end(worker: ScriptWorker): Promise<void> {
    if (!worker.isComputing && (await worker.abandon())) this.giveBack(worker);
    else await this.#kill(worker);
  }

  async #kill(worker: ScriptWorker): Promise<void> {
    this.#all.delete(worker);
    await worker.kill();
  }

  workers(): Iterable<ScriptWorker> {
    return this.#all;
  }

  /** Ends all executions. Threads that run none may rest. */
  async close(): Promise<void> {
    for (const worker of this.#idle.splice(0)) {
      if (resting.length >= MAX_RESTING) break;
      this.#all.delete(worker);
      worker.rest();
      resting.push(worker);
    }
    const workers = [...this.#all];
    this.#all.clear();
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}

/** The time between two looks at computing workers. */
const CHECK_EVERY_MS = 250;

interface Watched {
  end: () => void;
  /** The stretch of computing that was seen last, and the process's computing time then. */
  stretch: number;
  sinceCpuMs: number;
}

/**
 * Ends scripts that compute without a pause: in virtual time no limit would ever reach a busy wait. The whole process's
 * computing counts, for only one script computes at a time; real time would end scripts on a busy machine.
 */
export class Watchdog {
  readonly #limitCpuMs: number;
  readonly #watched = new Map<ScriptWorker, Watched>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** `null` watches nothing: in real time the execution's own limit ends a busy wait. */
  constructor(limitCpuMs: number | null) {
    this.#limitCpuMs = limitCpuMs ?? Infinity;
    this.#timer = limitCpuMs === null ? undefined : setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  /** Calls `end` when the worker's script computes too long. Returns the stop. */
  watch(worker: ScriptWorker, end: () => void): () => void {
    this.#watched.set(worker, { end, stretch: 0, sinceCpuMs: 0 });
    return () => this.#watched.delete(worker);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const nowCpuMs = cpuTimeMs();
    for (const [worker, watched] of this.#watched) {
      if (!worker.isComputing) continue;
      if (worker.stretches !== watched.stretch) {
        watched.stretch = worker.stretches;
        watched.sinceCpuMs = nowCpuMs;
      } else if (nowCpuMs - watched.sinceCpuMs > this.#limitCpuMs) watched.end();
    }
  }
}
