import { clearInterval, setInterval } from "node:timers";
import { cpuTimeMs } from "../clock/clock";
import type { ScriptWorker } from "./worker-pool";

/** How often computing workers are looked at. */
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
    this.#limitCpuMs = limitCpuMs ?? Number.POSITIVE_INFINITY;
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
