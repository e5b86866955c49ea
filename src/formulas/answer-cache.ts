import { type Clock, LONGEST_CACHE_SECONDS, type TextCache } from "../google";
import { asciiJson, parse } from "../json";
import { questionId } from "../pacing/turns";
import type { Failure } from "../service/errors";
import type { QuestionKind } from "./questions";

export interface CacheParts {
  cache: TextCache;
  clock: Clock;
  /** SHA-256 of the text's UTF-8 bytes. */
  sha256(text: string): string;
}

type Kept<Value> = [atMs: number, value: Value];

type Pack<Value> = Record<string, Kept<Value>>;

/** Every entry begins with its generation. *Forget cached answers* starts a new one. */
const GENERATION_KEY = "generation";
const FIRST_GENERATION = "0";

/** A cached value holds at most 100 KB. Entries are ASCII, so a character is a byte. */
const MAX_ENTRY_CHARACTERS = 100_000;

/** Ranges of up to this many inputs also look for single answers. */
const MAX_SINGLES = 100;

/** The cache holds 1,000 entries. These have room for some 15,000 verifications of each kind. */
const PACKS_PER_KIND = 64;

/** Ids of found emails are named by their addresses and by themselves. */
const FOUND_IDS = "found-ids";

/** Longer than others wait for the same answer. */
const FAILURE_SECONDS = 20;

/** Without this stop, every formula of a sheet would call with a wrong key or an empty account. */
const STOP_SECONDS = 8;

export function forgetAnswers({ cache, clock }: Pick<CacheParts, "cache" | "clock">): null {
  cache.putAll({ [GENERATION_KEY]: clock.nowMs().toString(36) }, LONGEST_CACHE_SECONDS);
  return null;
}

export type AnswerCache<Known> = ReturnType<typeof openAnswerCache<unknown, Known>>;

/**
 * `keep` writes into the generation that `read` found last.
 * @param isPacked true keeps answers in packs, for ranges; false keeps each on its own
 */
export function openAnswerCache<Resource, Known>(
  { cache, clock, sha256 }: CacheParts,
  kind: QuestionKind<Resource, Known>,
  isPacked: boolean,
) {
  const digests = new Map<string, string>();
  function digest(key: string): string {
    const known = digests.get(key) ?? sha256(key);
    digests.set(key, known);
    return known;
  }
  // Without the fields in the name, an older answer would show one field as another.
  const prefix = `${kind.name}.${questionId("fields", kind.fields.join())}`;
  const singleName = (key: string) => `${prefix}:${digest(key)}`;
  const failureName = (key: string) => `${prefix}!${digest(key)}`;
  const stopName = `stop:${kind.operation}`;
  let generation = FIRST_GENERATION;

  const isYoung = ([atMs]: Kept<unknown>, lifetimeSeconds: number) => atMs > clock.nowMs() - lifetimeSeconds * 1000;
  const isGood = (kept: Kept<Known> | null | undefined): kept is Kept<Known> =>
    Array.isArray(kept) && isYoung(kept, kind.lifetimeSeconds) && kind.suffices(kept[1]);

  /** Packs are read just before they are written, because others may have added answers. */
  function addToPacks<Value>(of: string, values: Map<string, Value>, lifetimeSeconds: number): Record<string, string> {
    const added = new Map<string, Pack<Value>>();
    for (const [key, value] of values) {
      const name = packName(of, key);
      added.set(name, { ...added.get(name), [key]: [clock.nowMs(), value] });
    }
    const before = added.size > 0 ? cache.getAll([...added.keys()]) : {};
    const packs = [...added].map(([name, pack]) => {
      const all = Object.entries({ ...readEntry<Pack<Value>>(before[name], generation), ...pack });
      const young = all.filter(([, kept]) => isYoung(kept, lifetimeSeconds));
      return [name, writePack(generation, young)];
    });
    return Object.fromEntries(packs);
  }

  function singles(nameOf: (key: string) => string, values: Map<string, unknown>): Record<string, string> {
    const written = [...values].map(([key, value]) => [nameOf(key), writeEntry(generation, [clock.nowMs(), value])]);
    return Object.fromEntries(written.filter(([, text = ""]) => text.length <= MAX_ENTRY_CHARACTERS));
  }

  return {
    /** Reads everything, and the entries `others`, in one call. */
    read(keys: string[], others: string[] = []) {
      const mayBeSingle = keys.length <= MAX_SINGLES;
      const ofKeys = mayBeSingle ? keys.flatMap((key) => [singleName(key), failureName(key)]) : [];
      const packs = new Set(
        [prefix, ...(kind.usesFoundIds ? [FOUND_IDS] : [])].flatMap((of) => keys.map((key) => packName(of, key))),
      );
      const entries = cache.getAll([GENERATION_KEY, stopName, ...others, ...ofKeys, ...packs]);
      generation = entries[GENERATION_KEY] ?? FIRST_GENERATION;
      const read = <Value>(name: string) => readEntry<Value>(entries[name], generation);
      const contents = new Map([...packs].map((name) => [name, read<Pack<unknown>>(name)]));
      const inPack = (of: string, key: string) => contents.get(packName(of, key))?.[key];

      const found = new Map<string, Known>();
      const failures = new Map<string, Kept<Failure>>();
      const anonIds = new Map<string, string>();
      for (const key of keys) {
        const packed = inPack(prefix, key) as Kept<Known> | undefined;
        const kept = mayBeSingle && !isGood(packed) ? read<Kept<Known>>(singleName(key)) : packed;
        if (isGood(kept)) found.set(key, kept[1]);
        const failure = mayBeSingle ? read<Kept<Failure>>(failureName(key)) : null;
        if (failure) failures.set(key, failure);
        const id = inPack(FOUND_IDS, key);
        if (Array.isArray(id) && typeof id[1] === "string" && isYoung(id, LONGEST_CACHE_SECONDS))
          anonIds.set(key, id[1]);
      }
      return {
        found,
        failures,
        anonIds,
        /** Every call would meet this recent failure of the account. */
        stop: read<Failure>(stopName),
        /** In ms; 0 if never. */
        forgottenMs: Number.parseInt(generation, 36),
        others: entries,
      };
    },

    keep(answers: Map<string, Known>, more: Record<string, string>): void {
      const found = [...answers.values()].flatMap((known) => kind.foundIds(known));
      const anonIds = new Map([...found, ...found.map(([, id]): [string, string] => [id, id])]);
      const entries = {
        ...more,
        ...(isPacked ? addToPacks(prefix, answers, kind.lifetimeSeconds) : singles(singleName, answers)),
        ...addToPacks(FOUND_IDS, anonIds, LONGEST_CACHE_SECONDS),
        ...(generation === FIRST_GENERATION ? {} : { [GENERATION_KEY]: generation }),
      };
      // All entries live for the longest time; answers that last for less carry their own time.
      cache.putAll(entries, LONGEST_CACHE_SECONDS);
    },

    keepFailures(failures: Map<string, Failure>): void {
      if (failures.size > 0) cache.putAll(singles(failureName, failures), FAILURE_SECONDS);
    },

    stop(failure: Failure): void {
      cache.putAll({ [stopName]: writeEntry(generation, failure) }, STOP_SECONDS);
    },
  };
}

/** Products below this prime stay exact. */
const HASH_BELOW = 4_294_967_291;

function packName(of: string, key: string): string {
  let hash = 7;
  for (let i = 0; i < key.length; i++) hash = (hash * 33 + key.charCodeAt(i)) % HASH_BELOW;
  return `${of}/${hash % PACKS_PER_KIND}`;
}

/** Leaves out the oldest answers if the pack is full. */
function writePack(generation: string, all: [key: string, kept: Kept<unknown>][]): string {
  for (let entries = all; ; ) {
    const text = writeEntry(generation, Object.fromEntries(entries));
    if (text.length <= MAX_ENTRY_CHARACTERS || entries.length === 0) return text;
    entries = [...entries].sort(([, [a]], [, [b]]) => b - a).slice(0, Math.floor(entries.length * 0.8));
  }
}

const writeEntry = (generation: string, value: unknown): string => `${generation}\n${asciiJson(value)}`;

/** Returns `null` when the entry is missing, damaged, or of an earlier generation. */
const readEntry = <Value>(text: string | undefined, generation: string): Value | null =>
  text?.startsWith(`${generation}\n`) ? parse<Value>(text.slice(generation.length + 1)) : null;
