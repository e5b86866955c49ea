import type { HostClock } from "./host-clock";
import { MESSAGES } from "./messages";
import { ScriptError } from "./script-errors";

/** Simultaneous executions per user and per script (google.executions-at-once). */
const MAX_EXECUTIONS_PER_USER = 30;
const MAX_EXECUTIONS_PER_SCRIPT = 1000;

interface Waiter {
  user: string;
  wake: () => void;
}

/**
 * Limits how many executions run at once: formulas may wait for a free slot (`Loading...` meanwhile), everything else
 * is refused immediately (google.executions-at-once).
 */
export class ExecutionSlots {
  readonly #clock: HostClock;
  readonly #perUser = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #total = 0;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  async enter(user: string, mayWait: boolean): Promise<void> {
    if (this.#hasRoom(user)) {
      this.#take(user);
      return;
    }
    if (!mayWait) throw new ScriptError("Exception", MESSAGES.tooManyRunning());
    await this.#clock.park<void>((wake) => this.#waiting.push({ user, wake }));
  }

  leave(user: string): void {
    this.#total--;
    this.#perUser.set(user, (this.#perUser.get(user) ?? 1) - 1);
    const index = this.#waiting.findIndex((waiter) => this.#hasRoom(waiter.user));
    if (index < 0) return;
    const [waiter] = this.#waiting.splice(index, 1) as [Waiter];
    this.#take(waiter.user);
    waiter.wake();
  }

  #hasRoom(user: string): boolean {
    return this.#total < MAX_EXECUTIONS_PER_SCRIPT && (this.#perUser.get(user) ?? 0) < MAX_EXECUTIONS_PER_USER;
  }

  #take(user: string): void {
    this.#total++;
    this.#perUser.set(user, (this.#perUser.get(user) ?? 0) + 1);
  }
}
