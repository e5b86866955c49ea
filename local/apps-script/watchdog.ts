import { clearInterval, setInterval } from "node:timers";
import type { ScriptWorker } from "./worker-pool";

/** How often computing workers are looked at. */
const CHECK_EVERY_MS = 250;

/** Ends scripts that compute without a pause: in virtual time no limit would ever reach a busy wait. */
export class Watchdog {
  readonly #limitMs: number;
  readonly #watched = new Map<ScriptWorker, () => void>();
  readonly #timer: NodeJS.Timeout | undefined;

  /** `null` watches nothing: in real time the execution's own limit ends a busy wait. */
  constructor(limitMs: number | null) {
    this.#limitMs = limitMs ?? Number.POSITIVE_INFINITY;
    this.#timer = limitMs === null ? undefined : setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
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
    const nowMs = Date.now();
    for (const [worker, end] of this.#watched) {
      if (worker.computingSinceMs > 0 && nowMs - worker.computingSinceMs > this.#limitMs) end();
    }
  }
}
