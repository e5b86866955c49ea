import { type Clock, type DocumentLock, LONGEST_CACHE_SECONDS, type Store, type TextCache, withLock } from "../google";
import {
  type Claim,
  type Pace,
  readTurns,
  slowDown,
  type Turn,
  type TurnRequest,
  type TurnState,
  takeTurn,
  writeTurns,
} from "./turns";

interface LimiterOptions {
  clock: Clock;
  lock: DocumentLock;
  name: string;
  properties: Pick<Store, "all" | "setAll">;
  /** The document cache keeps the turns if a formula may not write properties, which is not certain on Google. */
  cache: TextCache;
  pace: Pace;
  /** Asked when the turns are lost. Returns true if calls may have been made in the last minute. */
  wasActiveLately?: ((properties: Record<string, string>) => boolean) | undefined;
}

/** A turn whose moment to send has come. `granted` is empty if it does not come in time, or is not wanted any more. */
export interface ArrivedTurn<Booked> extends Pick<Turn, "granted" | "startMs" | "claimed" | "isShared"> {
  /** Ids that were called off during the wait: nothing was sent for them. */
  calledOff: string[];
  /** `null` if the lock could not be had. */
  booked: Booked | null;
}

/** Reserves credits, or anything else, in the same hold of the lock: one call reads it and one writes it. */
export interface Booking {
  allowed: string[];
  take(ids: string[]): Record<string, string>;
  isDead(claim: Claim): boolean;
}

export interface Waiting<Booked> {
  book?(ids: string[], properties: Record<string, string>): Booked;
  /** Called shortly before the calls are sent; false calls them off. */
  isWanted?(): boolean;
}

interface HeldTurns {
  properties: Record<string, string>;
  /** The cache entries that `hold` was asked to read. */
  entries: Record<string, string>;
  /** How long reading both took. Writing will take about as long. */
  readMs: number;
  /** Takes a turn that starts at `earliestMs` or later, if one comes in time. */
  take(request: TurnRequest, earliestMs: number, isDead?: (claim: Claim) => boolean): Turn;
  noteRefusals(calls: number): void;
  /**
   * @param along properties that may go into the cache where Google does not let a formula write properties
   * @param durable properties that must not go into the cache
   * @throws what Google throws when it does not write `durable`
   */
  keep(along?: Record<string, string>, durable?: Record<string, string>): void;
}

/** One limiter for each document, key and operation, so that no execution exceeds what all may do together. */
export interface Limiter {
  pace: Pace;
  /** Reserves a start and sleeps until it. Send at once afterwards, with nothing in between. */
  awaitTurn<Booked extends Booking>(request: TurnRequest, waiting?: Waiting<Booked>): ArrivedTurn<Booked>;
  /** Takes many turns in one hold, and never sleeps. @returns `null` if the lock could not be had within `waitMs` */
  hold<Result>(waitMs: number, names: string[], use: (turns: HeldTurns) => Result): Result | null;
  noteRefusals(calls: number): void;
}

/** Only a sleep that ends late makes a turn of one's own late. Used later, it may meet other calls. */
const MAX_LATE_MS = 100;

/** If every sleep ends late, a new turn is no better, and this one is used all the same. */
const MAX_TURNS_MISSED = 3;

/** Calls that need not wait are sent once the state is written and the lock released: 380 ms on a usual day. */
const SENT_WITHIN_MS = 400;

/**
 * The pause if the turns are lost and calls were made in the last minute. The service's short window passes in it. Its
 * minute need not: calls before and after keep to the pace, and the pause makes room for those caught up (simulated).
 */
const UNKNOWN_PAST_WAIT_MS = 12_000;

/** Slowing down is not worth a longer wait. */
const NOTE_LOCK_WAIT_MS = 2_000;

/** A look at the cache takes some 60 ms, and three times as long on a slow day. */
const LOOK_BEFORE_MS = 250;

/** A cache may lose any entry. A count that stands in for a property is kept under so many names. */
const COPIES = 8;

/** The first is the name itself. */
export const copyNames = (name: string): string[] =>
  Array.from({ length: COPIES }, (_, copy) => (copy === 0 ? name : `${name}.${copy}`));

const copied = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).flatMap(([name, text]) => copyNames(name).map((copy) => [copy, text])));

/** No turn comes in time. */
export const NO_TURN: Pick<Turn, "granted" | "fromMs" | "startMs" | "claimed"> = {
  granted: [],
  fromMs: Infinity,
  startMs: Infinity,
  claimed: [],
};

export function sleepUntil(clock: Clock, untilMs: number): void {
  const waitMs = untilMs - clock.nowMs();
  if (waitMs > 0) clock.sleep(waitMs);
}

interface Arrival<Given> {
  maxLateMs: number;
  /** Sleeps until the moment to send. @returns false when the calls are not wanted any more */
  awaitMoment(turn: Given): boolean;
  /** Takes a turn instead of one that was missed. @param superseded the starts of all missed turns by their ids */
  again(missed: Given, superseded: Map<string, number>): Given;
}

/**
 * Waits for a turn, and for another one if its moment was missed.
 * @returns the last turn; nothing may be sent with it if `isWanted` is false
 */
export function arrive<Given extends Pick<Turn, "granted" | "startMs">>(
  clock: Clock,
  first: Given,
  { maxLateMs, awaitMoment, again }: Arrival<Given>,
): { turn: Given; isWanted: boolean } {
  const superseded = new Map<string, number>();
  for (let [turn, missed] = [first, 0]; ; missed++) {
    if (turn.granted.length === 0) return { turn, isWanted: true };
    if (!awaitMoment(turn)) return { turn, isWanted: false };
    if (clock.nowMs() - turn.startMs <= maxLateMs || missed >= MAX_TURNS_MISSED) return { turn, isWanted: true };
    for (const id of turn.granted) superseded.set(id, turn.startMs);
    turn = again(turn, superseded);
  }
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { clock, lock, name, properties, cache, pace, wasActiveLately = () => false } = options;
  /** True if the turns are in the cache; `null` until that is known. */
  let isInCache: boolean | null = null;

  function hold<Result>(waitMs: number, names: string[], use: (turns: HeldTurns) => Result): Result | null {
    // Without other entries to read, this look takes as long as one at the properties, so it comes before the lock.
    if (names.length === 0) isInCache ??= cache.getAll([name])[name] !== undefined;
    return withLock(lock, waitMs, null, () => {
      const heldFromMs = clock.nowMs();
      const all = properties.all();
      const wanted = isInCache === false ? names : [name, ...names];
      const entries = wanted.length > 0 ? cache.getAll(wanted) : {};
      isInCache ??= entries[name] !== undefined;
      const before = readTurns(entries[name] ?? all[name] ?? null) ?? firstState(all);
      let after = before;
      return use({
        properties: all,
        entries,
        readMs: clock.nowMs() - heldFromMs,
        take(request, earliestMs, isDead) {
          const turn = takeTurn(after, pace, request, Math.max(clock.nowMs(), earliestMs), isDead);
          after = turn.state ?? after;
          return turn;
        },
        noteRefusals(calls) {
          after = slowDown(after, pace, calls, clock.nowMs());
        },
        keep(along = {}, durable = {}) {
          if (after !== before || Object.keys(along).length > 0) keepTurns(after, along, durable);
        },
      });
    });
  }

  function firstState(properties: Record<string, string>): TurnState {
    const turnMs = wasActiveLately(properties) ? clock.nowMs() + UNKNOWN_PAST_WAIT_MS : 0;
    return { turnMs, log: [], refusedMs: [], cut: null, guess: null };
  }

  function keepTurns(state: TurnState, along: Record<string, string>, durable: Record<string, string>): void {
    const turns = { [name]: writeTurns(state) };
    const mustBeWritten = Object.keys(durable).length > 0;
    // Google fails now and then, so only a second failure shows that a formula may not write.
    for (let failures = 0; !isInCache || mustBeWritten; ) {
      try {
        properties.setAll({ ...durable, ...(isInCache ? {} : { ...along, ...turns }) });
        break;
      } catch (thrown) {
        if (mustBeWritten) throw thrown;
        isInCache = ++failures > 1;
      }
    }
    if (isInCache) cache.putAll({ ...copied(along), ...turns }, LONGEST_CACHE_SECONDS);
  }

  function reserveTurn<Booked extends Booking>(
    request: TurnRequest,
    book?: Waiting<Booked>["book"],
  ): ArrivedTurn<Booked> & Pick<Turn, "fromMs"> {
    const turn = hold(Math.max(0, request.latestStartMs - clock.nowMs()), [], ({ properties: all, take, keep }) => {
      const booked = book?.(request.ids, all) ?? null;
      const ids = booked ? booked.allowed : request.ids;
      const { state, ...taken } = take({ ...request, ids, sentWithinMs: SENT_WITHIN_MS }, 0, booked?.isDead);
      if (state) keep({}, booked?.take(taken.granted));
      return { ...taken, calledOff: [], booked };
    });
    return turn ?? { ...NO_TURN, isShared: true, calledOff: [], booked: null };
  }

  /** @returns false when the calls are not wanted any more */
  function awaitMoment(fromMs: number, isWanted?: () => boolean): boolean {
    const lookMs = fromMs - LOOK_BEFORE_MS - clock.nowMs();
    if (isWanted && lookMs > 0) {
      clock.sleep(lookMs);
      if (!isWanted()) return false;
    }
    sleepUntil(clock, fromMs);
    return true;
  }

  return {
    pace,
    awaitTurn(request, { book, isWanted } = {}) {
      const first = reserveTurn(request, book);
      const { granted: ids, booked } = first;
      const last = arrive(clock, first, {
        maxLateMs: MAX_LATE_MS,
        awaitMoment: ({ fromMs }) => awaitMoment(fromMs, isWanted),
        // The credits of these calls are reserved already.
        again: (_, missed) =>
          reserveTurn({ ...request, ids, superseded: new Map([...(request.superseded ?? []), ...missed]) }),
      });
      const granted = last.isWanted ? last.turn.granted : [];
      return { ...last.turn, granted, calledOff: ids.filter((id) => !granted.includes(id)), booked };
    },
    hold,
    noteRefusals(calls) {
      hold(NOTE_LOCK_WAIT_MS, [], (turns) => {
        turns.noteRefusals(calls);
        turns.keep();
      });
    },
  };
}
