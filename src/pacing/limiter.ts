import type { Clock, DocumentLock, Store } from "../world";
import { noteRefusals, type Pace } from "./pace";
import { type Claim, readTurns, type Turn, type TurnRequest, type TurnState, takeTurn, writeTurns } from "./turns";

/** The parts of a limiter. */
export interface LimiterParts {
  clock: Clock;
  lock: DocumentLock;
  /** The name of the property that keeps the turns. */
  name: string;
  properties: Pick<Store, "all" | "setAll">;
  /** The document cache, used when a formula may not write properties, which is not certain on Google. */
  cache: Pick<Store, "get" | "set">;
  pace: Pace;
  /** True if calls may have been made in the last minute that the turns, should they be lost, no longer tell of. */
  wasActiveLately(): boolean;
}

/** The moment to send has come for `granted`; if that is empty, it does not come in time or is not wanted any more. */
export interface ArrivedTurn {
  granted: string[];
  startMs: number;
  claimed: Claim[];
  /** Formulas have taken turns lately, or the lock was not to be had. */
  isShared: boolean;
  /** Reserved, but called off while waiting: nothing was sent. */
  calledOff: string[];
}

/** Credits, and whatever else is reserved in the same hold of the lock: read in one call and written in one. */
export interface Reserve {
  /** Sees all properties. @returns the calls it allows, in their order */
  allow(ids: string[], properties: Record<string, string>): string[];
  /** @returns the properties to be written along with the turn */
  take(ids: string[]): Record<string, string>;
  /** True for a claim that does not count any more. */
  isDead(claim: Claim): boolean;
}

/** The manner of waiting for a turn. */
export interface Waiting {
  reserve?: Reserve;
  /** Asked shortly before the calls are sent: false calls them off. */
  isWanted?(): boolean;
}

/** Executions that wait for turns, served together by the one that has the lock. */
export interface TurnDesk {
  /** Called in the hold of the lock: what they ask for, each from when on it can start. Sees all properties. */
  collect(properties: Record<string, string>): { request: TurnRequest; notBeforeMs: number }[];
  /** @returns the properties to be written along with the turns, which are in the same order */
  take?(turns: Turn[]): Record<string, string>;
  /**
   * Called in the same hold, when the state with their turns is written: tells each its turn.
   * @param isTaken false if Google has refused to write the properties of `take`
   */
  publish(turns: Turn[], isTaken: boolean): void;
}

/** One limiter per document, key and operation: no execution exceeds what all may do together. */
export interface Limiter {
  pace: Pace;
  /** Reserves a start and sleeps until it; send at once afterwards, with nothing in between. */
  awaitTurn(request: TurnRequest, waiting?: Waiting): ArrivedTurn;
  /**
   * Reserves the turns of many executions in one hold of the lock and sleeps for none of them.
   * @returns `false` when the lock was not to be had within `lockWaitMs`
   */
  serve(lockWaitMs: number, desk: TurnDesk): boolean;
  /** Tells of calls that were refused as too fast. */
  noteRefusals(calls: number): void;
}

/** Used later than this, a turn may meet those of others: it is taken anew. */
const MAX_LATE_MS = 100;

/** If every sleep ends late, a later turn is no better: this one is used all the same. */
const MAX_TURNS_MISSED = 3;

/** Calls that need not wait are sent when the state is written and the lock released: 380 ms on a usual day. */
const SENT_WITHIN_MS = 400;

/** With its state lost and calls in the last minute, a limiter waits for the service's windows to pass (simulated). */
const UNKNOWN_PAST_WAIT_MS = 12_000;

/** Slowing down is not worth waiting longer. */
const NOTE_LOCK_WAIT_MS = 2_000;

/** A look at the cache takes some 60 ms, and three times as long on a slow day. */
const LOOK_BEFORE_MS = 250;

/** The lock was not to be had in time. */
const NO_TURN: ArrivedTurn = { granted: [], startMs: Infinity, claimed: [], isShared: true, calledOff: [] };

/** The properties, and the turns among them. */
interface Seen {
  properties: Record<string, string>;
  state: TurnState;
}

/** The limiter of one operation and key. */
export function createLimiter(parts: LimiterParts): Limiter {
  const { clock, lock, name, properties, cache, pace, wasActiveLately } = parts;
  let isPrepared = false;
  let isInCache = false;

  function hold<Result>(waitMs: number, otherwise: Result, use: (seen: Seen) => Result): Result {
    // Before the lock is taken: a look at the cache takes as long as one at the properties.
    if (!isPrepared) isInCache = cache.get(name) !== null;
    isPrepared = true;
    if (!lock.tryLock(waitMs)) return otherwise;
    try {
      const all = properties.all();
      const state = readTurns((isInCache ? cache.get(name) : null) ?? all[name] ?? null);
      return use({ properties: all, state: state ?? firstState() });
    } finally {
      lock.release();
    }
  }

  function keep(state: TurnState, along: Record<string, string>): void {
    const text = writeTurns(state);
    if (!isInCache) {
      try {
        properties.setAll({ ...along, [name]: text });
        return;
      } catch (thrown) {
        // A formula has nothing but its turn to keep.
        if (Object.keys(along).length > 0) throw thrown;
        isInCache = true;
      }
    } else if (Object.keys(along).length > 0) properties.setAll(along);
    cache.set(name, text);
  }

  /** @returns false when only the state could be written */
  function keepBoth(state: TurnState, along: Record<string, string>): boolean {
    try {
      keep(state, along);
      return true;
    } catch {
      keep(state, {});
      return false;
    }
  }

  function firstState(): TurnState {
    const turnMs = wasActiveLately() ? clock.nowMs() + UNKNOWN_PAST_WAIT_MS : 0;
    return { turnMs, log: [], refusedMs: [], cut: null, guess: null };
  }

  function reserveTurn(request: TurnRequest, reserve?: Reserve): ArrivedTurn & Pick<Turn, "fromMs"> {
    const lockWaitMs = Math.max(0, request.latestStartMs - clock.nowMs());
    return hold(lockWaitMs, { ...NO_TURN, fromMs: Infinity }, (seen) => {
      const ids = reserve ? reserve.allow(request.ids, seen.properties) : request.ids;
      const { state, ...turn } = takeTurn(
        seen.state,
        pace,
        { ...request, ids, sentWithinMs: SENT_WITHIN_MS },
        clock.nowMs(),
        reserve?.isDead,
      );
      if (state) keep(state, reserve?.take(turn.granted) ?? {});
      return { ...turn, calledOff: [] };
    });
  }

  /** @returns false when the calls are not wanted any more */
  function sleepUntil(fromMs: number, isWanted?: () => boolean): boolean {
    const lookMs = fromMs - LOOK_BEFORE_MS - clock.nowMs();
    if (isWanted && lookMs > 0) {
      clock.sleep(lookMs);
      if (!isWanted()) return false;
    }
    const waitMs = fromMs - clock.nowMs();
    if (waitMs > 0) clock.sleep(waitMs);
    return true;
  }

  return {
    pace,
    awaitTurn(request, { reserve, isWanted } = {}) {
      let { superseded = new Map<string, number>() } = request;
      let reserved: string[] = [];
      for (let missed = 0; ; missed++) {
        // A turn taken anew is for calls whose credits are reserved already.
        const isFirst = missed === 0;
        const ids = isFirst ? request.ids : reserved;
        const turn = reserveTurn({ ...request, ids, superseded }, isFirst ? reserve : undefined);
        if (isFirst) reserved = turn.granted;
        turn.calledOff = reserved.filter((id) => !turn.granted.includes(id));
        if (turn.granted.length === 0) return turn;
        if (!sleepUntil(turn.fromMs, isWanted)) return { ...turn, granted: [], calledOff: reserved };
        if (clock.nowMs() - turn.startMs <= MAX_LATE_MS || missed >= MAX_TURNS_MISSED) return turn;
        superseded = new Map([...superseded, ...turn.granted.map((id): [string, number] => [id, turn.startMs])]);
      }
    },
    serve(lockWaitMs, desk) {
      return hold(lockWaitMs, false, (before) => {
        let after = before.state;
        const turns = desk.collect(before.properties).map(({ request, notBeforeMs }) => {
          const turn = takeTurn(after, pace, request, Math.max(clock.nowMs(), notBeforeMs));
          after = turn.state ?? after;
          return turn;
        });
        const along = desk.take?.(turns) ?? {};
        desk.publish(turns, (after === before.state && Object.keys(along).length === 0) || keepBoth(after, along));
        return true;
      });
    },
    noteRefusals(calls) {
      hold(NOTE_LOCK_WAIT_MS, undefined, ({ state }) => {
        keep(noteRefusals(state, pace, calls, clock.nowMs()), {});
      });
    },
  };
}
