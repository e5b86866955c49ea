import type { Execution } from "../execution";
import type { HostClock } from "../host-clock";

interface Waiter {
  execution: Execution;
  wake: (got: boolean) => void;
  cancelTimeout: () => void;
}

interface Lock {
  holder: Execution | null;
  waiting: Waiter[];
}

/** Locks by name. Waiters are woken in random order: Google's locks are not fair (google.locks). */
export class LockTable {
  readonly #locks = new Map<string, Lock>();
  readonly #clock: HostClock;
  readonly #random: () => number;

  constructor(clock: HostClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** True at once if the lock is free or the execution holds it, else once it gets free; false after `timeoutMs`. */
  async take(name: string, execution: Execution, timeoutMs: number): Promise<boolean> {
    const lock = this.#locks.get(name) ?? { holder: null, waiting: [] };
    this.#locks.set(name, lock);
    if (timeoutMs < 0) return false;
    if (lock.holder === null || lock.holder === execution) {
      lock.holder = execution;
      return true;
    }
    if (timeoutMs === 0) return false;
    return this.#clock.park<boolean>((wake) => {
      const waiter: Waiter = { execution, wake, cancelTimeout: () => {} };
      waiter.cancelTimeout = this.#clock.at(this.#clock.now() + timeoutMs, () => {
        lock.waiting.splice(lock.waiting.indexOf(waiter), 1);
        wake(false);
      });
      lock.waiting.push(waiter);
    });
  }

  isHeldBy(name: string, execution: Execution): boolean {
    return this.#locks.get(name)?.holder === execution;
  }

  release(name: string, execution: Execution): void {
    const lock = this.#locks.get(name);
    if (lock === undefined || lock.holder !== execution) return;
    lock.holder = null;
    while (lock.waiting.length > 0) {
      const [next] = lock.waiting.splice(Math.floor(this.#random() * lock.waiting.length), 1) as [Waiter];
      next.cancelTimeout();
      if (next.execution.isOver) {
        next.wake(false);
        continue;
      }
      lock.holder = next.execution;
      next.wake(true);
      return;
    }
  }

  /** At the end of an execution, and while one is suspended by a dialog (google.alert). */
  releaseAll(execution: Execution): void {
    for (const [name, lock] of this.#locks) {
      if (lock.holder === execution) this.release(name, execution);
    }
  }
}
