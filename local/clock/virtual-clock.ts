import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import type { Clock } from "./clock";

export interface TimedEvent {
  atMs: number;
  sequence: number;
  action: () => void;
  kind: EventKind;
}

/**
 * Nobody who waits until nothing is left waits for an `alarm` or for a `background` event. A clock with nothing else to come
 * jumps to an alarm, but not to what happens in the background: that happens only while time passes for another reason.
 */
type EventKind = "event" | "alarm" | "background";

/** Events by time, equal times in the order they were added. */
class EventQueue {
  readonly #events: TimedEvent[] = [];
  #sequence = 0;
  readonly #counts = { event: 0, alarm: 0, background: 0 };

  /** Adds an event and returns the function that takes it out again. */
  add(atMs: number, action: () => void, kind: EventKind): () => void {
    const event: TimedEvent = { atMs, sequence: this.#sequence++, action, kind };
    this.#events.splice(this.#placeOf(event), 0, event);
    this.#counts[kind]++;
    return () => {
      const index = this.#events.indexOf(event);
      if (index < 0) return;
      this.#events.splice(index, 1);
      this.#counts[kind]--;
    };
  }

  /** True if nothing is left that somebody waits for. */
  get isIdle(): boolean {
    return this.#counts.event === 0;
  }

  takeFirst(): TimedEvent | undefined {
    if (this.#events.length === this.#counts.background) return undefined;
    const event = this.#events.pop();
    if (event !== undefined) this.#counts[event.kind]--;
    return event;
  }

  /** The list is kept latest first, so that the next event is taken from its end. */
  #placeOf(event: TimedEvent): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as TimedEvent;
      if (other.atMs > event.atMs || (other.atMs === event.atMs && other.sequence > event.sequence)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * A clock that stands still while anything computes and otherwise jumps to the next event, so that an hour passes in a
 * moment and simultaneous things happen in one fixed order: events run one at a time, earliest first, equal times in the
 * order they were asked for.
 */
export interface VirtualClock extends Clock {
  /** Runs `action` at a time of this clock (now at the earliest). Returns the cancellation. */
  at(atMs: number, action: () => void): () => void;
  /** The same for an alarm: a clock with nothing else left is idle, and jumps to it only when nobody waits for that. */
  alarm(atMs: number, action: () => void): () => void;
  /** The same for what happens only while time passes for another reason: nobody waits for it, and no time passes for it. */
  background(atMs: number, action: () => void): () => void;
  /** Time stands still until the returned function is called: something outside the clock's sight is computing. */
  hold(): () => void;
  /** Holds the clock while `work` computes, but not while it sleeps or is parked. */
  task<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for `wake`, letting time pass meanwhile; a sleep is a park that an event ends. */
  park<T>(start: (wake: (value: T) => void) => void): Promise<T>;
  /** Resolves when nothing computes and no event is left but alarms. */
  idle(): Promise<void>;
}

interface Task {
  clock: VirtualClock;
  parked: number;
  release: () => void;
}

/** One for all clocks: Node looks through all that there are whenever a promise is made. */
const tasks = new AsyncLocalStorage<Task>();

/** The usual start of virtual time: a Tuesday, so that nothing depends on today. */
const DEFAULT_START_MS = Date.UTC(2030, 0, 1);

/** Makes a clock that starts at `startMs` (milliseconds since 1970). */
export function createVirtualClock(startMs = DEFAULT_START_MS): VirtualClock {
  const queue = new EventQueue();
  let idleWaiters: (() => void)[] = [];
  let nowMs = startMs;
  let holds = 0;
  let pumping = false;

  // One event a turn of Node's loop: whatever an event sets going has run before the next is chosen.
  function pump(): void {
    if (pumping || holds > 0) return;
    pumping = true;
    tasks.exit(() => setImmediate(turn));
  }

  function turn(): void {
    pumping = false;
    if (holds > 0) return;
    if (queue.isIdle && idleWaiters.length > 0) {
      const waiters = idleWaiters;
      idleWaiters = [];
      for (const resolve of waiters) resolve();
      // They go on before the next turn.
      pump();
      return;
    }
    const event = queue.takeFirst();
    if (event === undefined) return;
    nowMs = Math.max(nowMs, event.atMs);
    event.action();
    pump();
  }

  function add(atMs: number, action: () => void, kind: EventKind): () => void {
    const cancel = queue.add(Math.max(atMs, nowMs), action, kind);
    pump();
    return cancel;
  }

  const clock: VirtualClock = {
    now: () => nowMs,
    at: (atMs, action) => add(atMs, action, "event"),
    alarm: (atMs, action) => add(atMs, action, "alarm"),
    background: (atMs, action) => add(atMs, action, "background"),
    hold() {
      holds++;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds--;
        pump();
      };
    },
    async task(work) {
      const task: Task = { clock, parked: 0, release: clock.hold() };
      try {
        return await tasks.run(task, work);
      } finally {
        task.release();
      }
    },
    park(start) {
      const current = tasks.getStore();
      const task = current?.clock === clock ? current : undefined;
      if (task !== undefined && task.parked++ === 0) task.release();
      return new Promise((resolve) => {
        let isAwake = false;
        start((value) => {
          if (isAwake) return;
          isAwake = true;
          clock.at(nowMs, () => {
            if (task !== undefined && --task.parked === 0) task.release = clock.hold();
            resolve(value);
          });
        });
      });
    },
    sleep: (ms) => clock.park<void>((wake) => clock.at(nowMs + Math.max(0, ms), wake)),
    idle() {
      const done = new Promise<void>((resolve) => idleWaiters.push(resolve));
      pump();
      return done;
    },
  };
  return clock;
}

/** Tells a virtual clock from a real one. */
export function isVirtualClock(clock: Clock): clock is VirtualClock {
  return "park" in clock;
}
