import { clearInterval, setInterval } from "node:timers";
import { cpuTimeMs } from "../clock/clock";
import type { ScriptWorker } from "./worker-pool";

/** How often computing workers are looked at. */
const CHECK_EVERY_MS = 250;

/**
 * Ends scripts that compute without a pause: in virtual time no limit would ever reach a busy wait. The whole process's
 * computing counts, for only one script computes at a time; real time would end scripts on a busy machine.
 */
export class Watchdog {
  readonly #limitCpuMs: number;
  readonly #watched = new Map<ScriptWorker, () => void>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** `null` watches nothing: in real time the execution's own limit ends a busy wait. */
  constructor(limitCpuMs: number | null) {
    this.#limitCpuMs = limitCpuMs ?? Number.POSITIVE_INFINITY;
    this.#timer = limitCpuMs === null ? undefined : setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  /** Calls `end` when the worker's script computes too long. Returns the stop. */
  watch(worker: ScriptWorker, end: () => void): () => void {
    this.#watched.set(worker, end);
    return () => this.#watched.delete(worker);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const nowCpuMs = cpuTimeMs();
    for (const [worker, end] of this.#watched) {
      if (worker.computingSinceCpuMs > 0 && nowCpuMs - worker.computingSinceCpuMs > this.#limitCpuMs) end();
    }
  }
}
