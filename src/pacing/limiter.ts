import type { Clock } from "./clock";
import type { Pace } from "./pace";
import { noteRefusals } from "./slowdown";
import type { TurnStore } from "./turn-store";
import { type Claim, type Turn, type TurnRequest, type TurnState, takeTurn } from "./turns";

/** The lock that all executions of a document share. */
export interface DocumentLock {
  /** Waits for the lock up to `waitMs`; `false` when it was not to be had. */
  tryLock(waitMs: number): boolean;
  release(): void;
}

/** What a limiter is made of. */
export interface LimiterParts {
  clock: Clock;
  lock: DocumentLock;
  store: TurnStore;
  pace: Pace;
  /** Whether calls may have been made in the last minute that the state, if it is lost, no longer tells of. */
  wasActiveLately(): boolean;
}

/** The moment to send has come for `granted`, or, if that is empty, does not come in time. */
export interface ArrivedTurn {
  granted: string[];
  startMs: number;
  claimed: Claim[];
  /** Others than runs have taken turns lately, or the lock was not to be had. */
  isShared: boolean;
}

/** Something else that is reserved in the same hold of the lock, such as credits. */
export interface Budget {
  /** Which of these calls it allows, in their order. */
  allow(ids: string[]): string[];
  take(ids: string[]): void;
}

/** Executions that wait for turns, served together by the one that has the lock. */
export interface TurnDesk {
  /** Called in the hold of the lock: what they ask for, each from when on it can start. */
  collect(): { request: TurnRequest; notBeforeMs: number }[];
  /** Called in the same hold, when the state with their turns is written: tells each its turn, in the same order. */
  publish(turns: Turn[]): void;
}

/** One limiter per document, key and operation (design 3.7): no execution exceeds what all may do together. */
export interface Limiter {
  pace: Pace;
  /** Reserves a start and sleeps until it; send at once afterwards, with nothing in between. */
  awaitTurn(request: TurnRequest, budget?: Budget): ArrivedTurn;
  /**
   * Reserves the turns of many executions in one hold of the lock and sleeps for none of them.
   * @returns `false` when the lock was not to be had within `lockWaitMs`
   */
  serve(lockWaitMs: number, desk: TurnDesk): boolean;
  /** Tells of calls that were refused as too fast. */
  noteRefusals(calls: number): void;
}

/** Woken later than this, a turn may meet those of others: it is taken anew. */
const MAX_LATE_MS = 100;

/** Where every sleep ends late, a later turn is no better: it is used all the same. */
const MAX_TURNS_MISSED = 3;

/** A turn that begins at once is late by the writing of the state (80 ms, facts 2.4), as all others are. */
const MAX_LATE_WITHOUT_SLEEP_MS = 500;

/** With its state lost and calls in the last minute, a limiter waits for the service's windows to pass (design 5). */
const UNKNOWN_PAST_WAIT_MS = 12_000;

/** Slowing down is not worth waiting longer. */
const NOTE_LOCK_WAIT_MS = 2_000;

/** The lock was not to be had in time. */
const NO_TURN: ArrivedTurn = { granted: [], startMs: Infinity, claimed: [], isShared: true };

/** The limiter of one operation and key. */
export function createLimiter({ clock, lock, store, pace, wasActiveLately }: LimiterParts): Limiter {
  function withState<Result>(waitMs: number, otherwise: Result, use: (state: TurnState) => Result): Result {
    store.prepare();
    if (!lock.tryLock(waitMs)) return otherwise;
    try {
      return use(store.read() ?? firstState());
    } finally {
      lock.release();
    }
  }

  function firstState(): TurnState {
    const waitMs = wasActiveLately() ? UNKNOWN_PAST_WAIT_MS : 0;
    return { turnMs: clock.nowMs() + waitMs, log: [], refusedMs: [], cut: null };
  }

  function reserve(request: TurnRequest, budget?: Budget): ArrivedTurn {
    const lockWaitMs = Math.max(0, request.latestStartMs - clock.nowMs());
    return withState<ArrivedTurn>(lockWaitMs, NO_TURN, (before) => {
      const ids = budget ? budget.allow(request.ids) : request.ids;
      const { state, ...turn } = takeTurn(before, pace, { ...request, ids }, clock.nowMs());
      if (state) store.write(state);
      if (state) budget?.take(turn.granted);
      return turn;
    });
  }

  return {
    pace,
    awaitTurn(request, budget) {
      let { superseded } = request;
      for (let missed = 0; ; missed++) {
        // A turn taken anew is for calls that were paid for already.
        const turn = reserve({ ...request, superseded }, missed === 0 ? budget : undefined);
        if (turn.granted.length === 0) return turn;
        const waitMs = turn.startMs - clock.nowMs();
        if (waitMs > 0) clock.sleep(waitMs);
        const maxLateMs = waitMs > 0 ? MAX_LATE_MS : MAX_LATE_WITHOUT_SLEEP_MS;
        if (clock.nowMs() - turn.startMs <= maxLateMs || missed >= MAX_TURNS_MISSED) return turn;
        superseded = new Map([...superseded, ...turn.granted.map((id): [string, number] => [id, turn.startMs])]);
      }
    },
    serve(lockWaitMs, desk) {
      return withState(lockWaitMs, false, (before) => {
        let after = before;
        const turns = desk.collect().map(({ request, notBeforeMs }) => {
          const turn = takeTurn(after, pace, request, Math.max(clock.nowMs(), notBeforeMs));
          after = turn.state ?? after;
          return turn;
        });
        if (after !== before) store.write(after);
        desk.publish(turns);
        return true;
      });
    },
    noteRefusals(calls) {
      withState(NOTE_LOCK_WAIT_MS, undefined, (state) => {
        store.write(noteRefusals(state, pace, calls, clock.nowMs()));
      });
    },
  };
}
