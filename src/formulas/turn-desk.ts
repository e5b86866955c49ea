import type { Clock } from "../pacing/clock";
import type { Limiter } from "../pacing/limiter";
import type { Claim, Turn, TurnRequest } from "../pacing/turns";
import type { Operation } from "../service/operations";
import type { TextCache } from "./answer-cache";
import type { CountedCredits, DailyCredits } from "./daily-credits";
import { MAX_LIFETIME_SECONDS } from "./topics";

/**
 * Where the executions of a document wait for their turns. A thousand formulas that are opened at once would wait for the
 * lock, which passes on some 200 times a minute: one of them takes it for the questions of all that wait. They stand in
 * the cache, each under one of a number of names, and get their turns there.
 */
export interface TurnDesk {
  /** Gets a turn and sleeps until it; the calls are to be sent at once afterwards, with nothing in between. */
  awaitTurn(asked: AskedTurn): GivenTurn;
}

/** A wish for a turn. */
export interface AskedTurn {
  /** One id for each call; as many as possible of them are granted, from the first on. */
  ids: string[];
  /** Later than this is no use. */
  latestStartMs: number;
  /** Claims known to be dead, or one's own: the same id with the same start does not count. */
  superseded: Map<string, number>;
  /** Charged for each id at most, in half credits. Those of `superseded` are paid. */
  mostHalves: number;
}

/** A turn whose moment has come for `granted`. If that is empty, no turn comes in time. */
export interface GivenTurn {
  granted: string[];
  startMs: number;
  /** Asked by others at the moment. */
  claimed: Claim[];
  /** True if formulas have spent what they may today. */
  isCapped: boolean;
}

/** What the desk is made of. */
export interface TurnDeskParts {
  operation: Operation;
  clock: Clock;
  cache: TextCache;
  /** Reads the key. */
  service(): { limiterOf(operation: Operation): Limiter; credits: DailyCredits };
  /** A short random name of small letters and digits. */
  newId(): string;
  /** The entry of `servedName`, as far as it has been read. */
  served: string | undefined;
}

/** The cache entry that tells when somebody has served last. */
export const servedName = (operation: Operation): string => `desk:${operation}`;

/** A wish in the cache. */
interface Post extends Omit<AskedTurn, "superseded"> {
  nonce: string;
  atMs: number;
  superseded: [id: string, startMs: number][];
}

interface Reply extends GivenTurn {
  nonce: string;
}

/** Google runs 30 formulas of a user at the same time: two of them rarely wait under one name, and then one posts again. */
const PLACES = 128;

/** Longer than a formula waits for its turn. */
const POST_SECONDS = 20;

/** Between two looks for the reply. */
const LOOK_EVERY_MS = 200;

/** Until then nobody has to look for the lock: whoever serves does so several times a second. */
const PATIENCE_MS = 350;
const PATIENCE_SPREAD_MS = 250;

/** Column jobs can hold the lock without a pause: then it is waited for, longer and longer. */
const WAITS_FOR_LOCK_AFTER_MS = 1_500;
const MAX_LOCK_WAIT_MS = 4_000;

/** Whoever is served by another sees it a little later: the state and the reply are written, and it looks. */
const REPLY_MS = 400;

/** A turn that is used later than this may meet those of others: another is taken. */
const MAX_LATE_MS = 200;

/** Where every sleep ends late, a later turn is no better: it is used all the same. */
const MAX_TURNS_MISSED = 3;

const NO_TURN: GivenTurn = { granted: [], startMs: Number.POSITIVE_INFINITY, claimed: [], isCapped: false };

export function openTurnDesk({ operation, clock, cache, service, newId, served }: TurnDeskParts): TurnDesk {
  const servedEntry = servedName(operation);
  const placeName = (place: number) => `${servedEntry}:${place}`;
  const allPlaces = Array.from({ length: PLACES }, (_, place) => placeName(place));
  const placeOf = (nonce: string) => placeName(Number.parseInt(nonce, 36) % PLACES);
  let servedMs = Number(served ?? 0);

  return {
    awaitTurn(asked) {
      let { superseded } = asked;
      for (let missed = 0; ; missed++) {
        const turn = reserve({ ...asked, superseded });
        if (turn.granted.length === 0) return turn;
        const waitMs = turn.startMs - clock.nowMs();
        if (waitMs > 0) clock.sleep(waitMs);
        if (clock.nowMs() - turn.startMs <= MAX_LATE_MS || missed >= MAX_TURNS_MISSED) return turn;
        superseded = new Map([...superseded, ...turn.granted.map((id): [string, number] => [id, turn.startMs])]);
      }
    },
  };

  function reserve(asked: AskedTurn): GivenTurn {
    let post = newPost(asked);
    if (clock.nowMs() - servedMs > WAITS_FOR_LOCK_AFTER_MS) {
      const turn = serve(post, false, 0);
      if (turn) return turn;
    }
    write({ [placeOf(post.nonce)]: post });
    service();
    for (;;) {
      const { reply, isThere } = look(post);
      if (reply) return reply;
      const nowMs = clock.nowMs();
      if (nowMs > asked.latestStartMs) return NO_TURN;
      const idleMs = nowMs - Math.max(post.atMs, servedMs);
      if (idleMs > PATIENCE_MS + (Number.parseInt(post.nonce, 36) % PATIENCE_SPREAD_MS)) {
        const turn = serve(post, true, idleMs < WAITS_FOR_LOCK_AFTER_MS ? 0 : Math.min(idleMs, MAX_LOCK_WAIT_MS));
        if (turn) return turn;
      } else if (!isThere) {
        // Evicted, or another post has taken its place.
        post = newPost(asked);
        write({ [placeOf(post.nonce)]: post });
      } else clock.sleep(LOOK_EVERY_MS);
    }
  }

  function newPost({ superseded, ...asked }: AskedTurn): Post {
    return { ...asked, superseded: [...superseded], nonce: newId(), atMs: clock.nowMs() };
  }

  function look(post: Post): { reply: Reply | null; isThere: boolean } {
    const name = placeOf(post.nonce);
    const entries = cache.getAll([name, servedEntry]);
    servedMs = Math.max(servedMs, Number(entries[servedEntry] ?? 0));
    const entry = read<Post | Reply>(entries[name]);
    if (entry?.nonce !== post.nonce) return { reply: null, isThere: false };
    return { reply: "granted" in entry ? entry : null, isThere: true };
  }

  /** Takes the lock for everybody who waits; `null` when it was not to be had. */
  function serve(mine: Post, isPosted: boolean, lockWaitMs: number): GivenTurn | null {
    const { credits, limiterOf } = service();
    let posts: Post[] = [];
    let allowed: TurnRequest[] = [];
    let counted: CountedCredits = { halves: 0, refunds: [] };
    let given: GivenTurn | null = null;

    function collect(properties: Record<string, string>) {
      const entries = cache.getAll([...allPlaces, ...credits.entryNames]);
      const nowMs = clock.nowMs();
      // Somebody else has served this execution while it waited for the lock.
      const own = read<Reply>(entries[placeOf(mine.nonce)]);
      if (own?.nonce === mine.nonce && "granted" in own) given = own;
      const others = allPlaces
        .map((name) => read<Post | Reply>(entries[name]))
        .filter((entry): entry is Post => entry !== null && "ids" in entry)
        .filter(({ nonce, latestStartMs }) => nonce !== mine.nonce && latestStartMs > nowMs);
      posts = [...(given ? [] : [mine]), ...others].sort((a, b) => a.atMs - b.atMs);
      if (posts.some(({ mostHalves }) => mostHalves > 0)) counted = credits.read(properties, entries);
      let leftHalves = (credits.capHalves ?? Number.POSITIVE_INFINITY) - counted.halves;
      allowed = posts.map((post) => {
        const superseded = new Map(post.superseded);
        const ids = post.ids.filter((id) => {
          const halves = superseded.has(id) ? 0 : post.mostHalves;
          if (halves > leftHalves) return false;
          leftHalves -= halves;
          return true;
        });
        return { ids, superseded, latestStartMs: post.latestStartMs };
      });
      return allowed.map((request, i) => ({ request, notBeforeMs: posts[i] === mine ? nowMs : nowMs + REPLY_MS }));
    }

    const spent = (turns: Turn[]): number =>
      turns.reduce((sum, { granted }, i) => {
        const isNew = (id: string) => !allowed[i]?.superseded?.has(id);
        return sum + granted.filter(isNew).length * (posts[i]?.mostHalves ?? 0);
      }, 0);

    function take(turns: Turn[]) {
      const halves = spent(turns);
      counted.halves += halves;
      return halves > 0 || counted.refunds.length > 0 ? credits.count(counted) : {};
    }

    function publish(turns: Turn[], isTaken: boolean) {
      const replies: Record<string, string> = {};
      turns.forEach(({ granted, startMs, claimed }, i) => {
        const post = posts[i] as Post;
        const isCapped = (allowed[i]?.ids.length ?? 0) < post.ids.length && granted.length === 0;
        const reply: Reply = { nonce: post.nonce, granted, startMs, claimed, isCapped };
        if (post === mine) given = reply;
        if (post !== mine || isPosted) replies[placeOf(post.nonce)] = JSON.stringify(reply);
      });
      servedMs = clock.nowMs();
      cache.putAll({ ...replies, ...credits.taken(counted), [servedEntry]: String(servedMs) }, POST_SECONDS);
      if (!isTaken) cache.putAll(credits.count(counted), MAX_LIFETIME_SECONDS);
    }

    return limiterOf(operation).serve(lockWaitMs, { collect, take, publish }) ? given : null;
  }

  function write(posts: Record<string, Post>): void {
    const texts = Object.entries(posts).map(([name, post]) => [name, JSON.stringify(post)]);
    cache.putAll(Object.fromEntries(texts), POST_SECONDS);
  }
}

function read<Entry>(text: string | undefined): Entry | null {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null;
  }
}
