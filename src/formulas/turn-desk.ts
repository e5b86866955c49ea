import type { Clock, TextCache } from "../google";
import { parse } from "../json";
import { arrive, type Limiter, NO_TURN, sleepUntil } from "../pacing/limiter";
import type { Turn, TurnRequest } from "../pacing/turns";
import type { Operation } from "../service/operations";
import { numbersBetween } from "../sheet/table";
import type { DailyCredits } from "./daily-credits";

interface AskedTurn extends Pick<TurnRequest, "ids" | "latestStartMs"> {
  /** The starts of claims that do not count, because they are dead or this execution's own. */
  superseded: Record<string, number>;
  /** The most half credits that the call of each id may add to those counted already. */
  halves: Record<string, number>;
}

/** The moment to send has come for `granted`, which is empty if no turn comes in time. */
interface GivenTurn extends Pick<Turn, "granted" | "startMs" | "claimed"> {
  isCapped: boolean;
}

interface ServiceOfDesk {
  limiterOf(operation: Operation): Limiter;
  credits: DailyCredits;
}

interface TurnDeskOptions {
  operation: Operation;
  clock: Clock;
  startedMs: number;
  cache: TextCache;
  /** Reads the key on its first call. */
  service(): ServiceOfDesk;
  newId(): string;
  served: string | undefined;
}

/** The cache entry that tells when somebody last gave turns. */
export const servedName = (operation: Operation): string => `desk:${operation}`;

interface Post extends AskedTurn {
  nonce: string;
  atMs: number;
}

/** Google runs 30 formulas of a user at a time, so two rarely post in one place. If they do, one posts again. */
const PLACES = 128;

/** Longer than a formula waits for its turn. */
const POST_SECONDS = 20;

const LOOK_EVERY_MS = 150;

/** One that gives turns does so several times a second. After this wait, an execution asks for the lock itself. */
const ASKS_ITSELF_AFTER_MS = 150;
const ASKS_ITSELF_SPREAD_MS = 100;

const asksItselfAfterMs = ({ nonce }: Post): number =>
  ASKS_ITSELF_AFTER_MS + (Number.parseInt(nonce, 36) % ASKS_ITSELF_SPREAD_MS);

/**
 * Whoever has the lock gives turns within this time, also on a Google that is slow. One that found the lock taken looks
 * for its reply meanwhile: asking again can take so long that the reply is seen too late, and its turn is lost.
 */
const OTHER_GIVES_WITHIN_MS = 700;

/** Jobs can hold the lock without a pause, so after this time an execution waits longer for it. */
const WAITS_FOR_LOCK_AFTER_MS = 1_500;
const MAX_LOCK_WAIT_MS = 4_000;

/**
 * The reply to another execution is seen a little later, and later still when Google is slow. A turn starts at least
 * this much later, and this multiple of the time that the readings before have taken.
 */
const REPLY_MS = 350;
const REPLY_READINGS = 2;
const OWN_REPLY_MS = 150;
const OWN_REPLY_READINGS = 1.5;

/** A turn given by somebody else is seen up to `LOOK_EVERY_MS` later. Used later still, it may meet other calls. */
const MAX_LATE_MS = 200;

/**
 * A thousand formulas that are opened at once would wait long for the lock: it changes hands some 200 times a minute.
 * So each execution posts its questions in the cache, and one of them takes the lock and gives turns to all. If nobody
 * has given turns lately, an execution first tries the lock without posting.
 * @returns a function that gets a turn and sleeps until it; the calls must be sent at once afterwards
 */
export function openTurnDesk({ operation, clock, startedMs, cache, service, newId, served }: TurnDeskOptions) {
  const servedEntry = servedName(operation);
  const placeName = (place: number) => `${servedEntry}:${place}`;
  const allPlaces = numbersBetween(0, PLACES - 1).map(placeName);
  const replyName = (nonce: string) => `${servedEntry}=${nonce}`;
  const placeOf = (nonce: string) => placeName(Number.parseInt(nonce, 36) % PLACES);
  let servedMs = Number(served ?? 0);

  return (asked: AskedTurn): GivenTurn => {
    const { turn } = arrive(clock, reserve(asked), {
      maxLateMs: MAX_LATE_MS,
      awaitMoment({ startMs }) {
        sleepUntil(clock, startMs);
        return true;
      },
      again({ granted }, missed) {
        const unused = service().credits.refund(newId(), sumOf(asked, granted), startedMs);
        if (Object.keys(unused).length > 0) cache.putAll(unused, POST_SECONDS);
        return reserve({ ...asked, superseded: { ...asked.superseded, ...Object.fromEntries(missed) } });
      },
    });
    return turn;
  };

  function reserve(asked: AskedTurn): GivenTurn {
    const isQuiet = clock.nowMs() - servedMs > WAITS_FOR_LOCK_AFTER_MS;
    // Others can see the post while the key is read.
    const posts = isQuiet ? [] : [put(asked)];
    const paid = service();
    const own = isQuiet ? serve(paid, asked, [], 0) : null;
    if (own) return own;
    if (isQuiet) posts.push(put(asked));
    for (let othersDoneMs = 0; ; ) {
      const post = lastOf(posts);
      const idleFromMs = Math.max(posts[0]?.atMs ?? 0, servedMs);
      if (clock.nowMs() - Math.max(idleFromMs, othersDoneMs) > asksItselfAfterMs(post)) {
        const idleMs = clock.nowMs() - idleFromMs;
        const lockWaitMs = idleMs < WAITS_FOR_LOCK_AFTER_MS ? 0 : Math.min(idleMs, MAX_LOCK_WAIT_MS);
        const turn = serve(paid, post, posts, lockWaitMs);
        if (turn) return turn;
        othersDoneMs = clock.nowMs() + OTHER_GIVES_WITHIN_MS;
      }
      const { reply, isThere } = look(posts);
      if (reply) return reply;
      if (clock.nowMs() > asked.latestStartMs) return { ...NO_TURN, isCapped: false };
      // The post was evicted or replaced by another. The reply to it may still come.
      if (!isThere) posts.push(put(asked));
      clock.sleep(LOOK_EVERY_MS);
    }
  }

  function put(asked: AskedTurn): Post {
    const post = { ...asked, nonce: newId(), atMs: clock.nowMs() };
    cache.putAll({ [placeOf(post.nonce)]: JSON.stringify(post) }, POST_SECONDS);
    return post;
  }

  function look(posts: Post[]): { reply: GivenTurn | null; isThere: boolean } {
    const last = lastOf(posts);
    const names = posts.map(({ nonce }) => replyName(nonce));
    const entries = cache.getAll([servedEntry, placeOf(last.nonce), ...names]);
    servedMs = Math.max(servedMs, Number(entries[servedEntry] ?? 0));
    return {
      reply: bestReply(names, entries),
      isThere: parse<Post>(entries[placeOf(last.nonce)])?.nonce === last.nonce,
    };
  }

  /** Gives turns to everybody who waits. Others may have answered `own` meanwhile. Returns `null` without the lock. */
  function serve(paid: ServiceOfDesk, mine: AskedTurn, own: Post[], lockWaitMs: number): GivenTurn | null {
    const { credits, limiterOf } = paid;
    const ownReplies = own.map(({ nonce }) => replyName(nonce));
    const names = [...allPlaces, ...ownReplies, ...credits.entryNames];

    return limiterOf(operation).hold(lockWaitMs, names, ({ properties, entries, readMs, take, keep }) => {
      const nowMs = clock.nowMs();
      const reply = bestReply(ownReplies, entries);
      const others = allPlaces
        .flatMap((name) => parse<Post>(entries[name]) ?? [])
        .filter(({ nonce, latestStartMs }) => own.every((post) => post.nonce !== nonce) && latestStartMs > nowMs)
        .sort((a, b) => a.atMs - b.atMs);
      const isPaid = [mine, ...others].some((asked) => sumOf(asked, asked.ids) > 0);
      const counted = isPaid ? credits.read(properties, entries) : { halves: 0, refunds: [] };
      const give = (asked: AskedTurn, earliestMs: number): GivenTurn => {
        const { ids, latestStartMs } = asked;
        const superseded = new Map(Object.entries(asked.superseded));
        const allowed = withinCap(asked, (credits.capHalves ?? Infinity) - counted.halves);
        const { granted, startMs, claimed } = take({ ids: allowed, superseded, latestStartMs }, earliestMs);
        counted.halves += sumOf(asked, granted);
        return { granted, startMs, claimed, isCapped: allowed.length < ids.length && granted.length === 0 };
      };
      // Somebody else may have given this execution a turn while it waited for the lock.
      const given = reply ?? give(mine, nowMs + Math.max(OWN_REPLY_MS, OWN_REPLY_READINGS * readMs));
      const replies: Record<string, string> = Object.fromEntries(own.map(({ nonce }) => [placeOf(nonce), ""]));
      const replyMs = Math.max(REPLY_MS, REPLY_READINGS * readMs);
      for (const post of others) {
        replies[replyName(post.nonce)] = JSON.stringify(give(post, nowMs + replyMs));
        replies[placeOf(post.nonce)] = "";
      }
      const taken = { ...replies, ...credits.taken(counted) };
      // Each reading may lose copies, so the count is written again also if nothing was added.
      keep(counted.halves > 0 || counted.refunds.length > 0 ? credits.count(counted) : {});
      servedMs = clock.nowMs();
      if (Object.keys(taken).length > 0) cache.putAll({ ...taken, [servedEntry]: String(servedMs) }, POST_SECONDS);
      return given;
    });
  }
}

const sumOf = ({ halves }: AskedTurn, ids: string[]): number => ids.reduce((sum, id) => sum + (halves[id] ?? 0), 0);

function withinCap(asked: AskedTurn, mostHalves: number): string[] {
  let left = mostHalves;
  return asked.ids.filter((id) => {
    const halves = sumOf(asked, [id]);
    if (halves > left) return false;
    left -= halves;
    return true;
  });
}

const lastOf = (posts: Post[]): Post => posts[posts.length - 1] as Post;

/** A question that was posted twice is granted in one reply, and claimed by that turn in the other. */
function bestReply(names: string[], entries: Record<string, string>): GivenTurn | null {
  const replies = names.flatMap((name) => parse<GivenTurn>(entries[name]) ?? []);
  return replies.find(({ granted }) => granted.length > 0) ?? replies[0] ?? null;
}
