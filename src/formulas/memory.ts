import type { Failure } from "../service/errors";
import type { FormulaEnvironment } from "./environment";
import {
  answerName,
  FIRST_GENERATION,
  GENERATION_KEY,
  generationMs,
  type Kept,
  MAX_ENTRY_CHARACTERS,
  readEntry,
  writeEntry,
} from "./memory-entries";
import { type Pack, packName, writePack } from "./packs";
import { MAX_LIFETIME_SECONDS, type Topic } from "./topic";

/** Why an answer did not come, and when that was known. */
export interface Note {
  atMs: number;
  failure: Failure;
}

/** What the cache knows. */
export interface Look<Known> {
  found: Map<string, Known>;
  /** Failures of executions that asked the same at the same time. */
  notes: Map<string, Note>;
  /** A failure of the account a moment ago, which would meet every call. */
  stop: Failure | null;
}

/** The answers of one topic in the document cache. */
export interface Memory<Known> {
  look(keys: string[]): Look<Known>;
  /** When answers were forgotten, as far as the last look knows: what was asked before is not kept for us. 0 if never. */
  forgottenMs(): number;
  keep(answers: Map<string, Known>, marks: Record<string, string>): void;
  /** Tells executions that wait for the same answer why it does not come. */
  note(failures: Map<string, Failure>): void;
  /** Keeps everybody from calling for a moment. */
  stop(failure: Failure): void;
}

/** Single entries are looked up for ranges of up to this many inputs. */
const MAX_SINGLES = 100;

/** Longer than those wait who wait for the same answer. */
const NOTE_SECONDS = 20;

/** A wrong key and an empty account would be hammered by every formula of a sheet. */
const STOP_SECONDS = 8;

/** @param isPacked whether answers are kept together, for ranges, or each on its own */
export function createMemory<Resource, Known>(
  { cache, clock, sha256 }: FormulaEnvironment,
  topic: Topic<Resource, Known>,
  isPacked: boolean,
): Memory<Known> {
  const digests = new Map<string, string>();
  function digest(key: string): string {
    const known = digests.get(key) ?? sha256(key);
    digests.set(key, known);
    return known;
  }
  const singleName = (key: string) => answerName(topic.name, digest(key));
  const noteName = (key: string) => `${topic.name}!${digest(key)}`;
  const stopName = `stop:${topic.operation}`;
  let generation = FIRST_GENERATION;

  const oldestMs = () => clock.nowMs() - topic.lifetimeSeconds * 1000;
  const isGood = (kept: Kept<Known> | null | undefined): kept is Kept<Known> =>
    Array.isArray(kept) && kept[0] > oldestMs() && topic.suffices(kept[1]);

  return {
    look(keys) {
      const names = keys.length <= MAX_SINGLES ? keys.flatMap((key) => [singleName(key), noteName(key)]) : [];
      const packOf = new Map(keys.map((key) => [key, packName(topic.name, key)]));
      const packNames = new Set(packOf.values());
      const entries = cache.getAll([GENERATION_KEY, stopName, ...names, ...packNames]);
      generation = entries[GENERATION_KEY] ?? FIRST_GENERATION;
      const read = <Value>(name: string) => readEntry<Value>(entries[name], generation);
      const packs = new Map([...packNames].map((name) => [name, read<Pack<Known>>(name) ?? {}]));
      const found = new Map<string, Known>();
      const notes = new Map<string, Note>();
      for (const key of keys) {
        const packed = packs.get(packOf.get(key) ?? "")?.[key];
        const kept = names.length > 0 && !isGood(packed) ? read<Kept<Known>>(singleName(key)) : packed;
        const note = names.length > 0 ? read<Note>(noteName(key)) : null;
        if (isGood(kept)) found.set(key, kept[1]);
        if (note) notes.set(key, note);
      }
      return { found, notes, stop: read<Failure>(stopName) };
    },

    forgottenMs: () => generationMs(generation),

    keep(answers, marks) {
      const entries: Record<string, string> = {};
      const added = new Map<string, Pack<Known>>();
      for (const [key, known] of answers) {
        const kept: Kept<Known> = [clock.nowMs(), known];
        const name = packName(topic.name, key);
        if (isPacked) added.set(name, { ...added.get(name), [key]: kept });
        else entries[singleName(key)] = writeEntry(generation, kept);
      }
      // Read again just before writing: others may have added theirs.
      const before = added.size > 0 ? cache.getAll([...added.keys()]) : {};
      for (const [name, pack] of added) {
        entries[name] = writePack(generation, readEntry<Pack<Known>>(before[name], generation) ?? {}, pack, oldestMs());
      }
      const fitting = Object.entries(entries).filter(([, text]) => text.length <= MAX_ENTRY_CHARACTERS);
      const lasting = generation === FIRST_GENERATION ? marks : { ...marks, [GENERATION_KEY]: generation };
      if (topic.lifetimeSeconds === MAX_LIFETIME_SECONDS) {
        cache.putAll({ ...lasting, ...Object.fromEntries(fitting) }, MAX_LIFETIME_SECONDS);
      } else {
        cache.putAll(Object.fromEntries(fitting), topic.lifetimeSeconds);
        cache.putAll(lasting, MAX_LIFETIME_SECONDS);
      }
    },

    note(failures) {
      const atMs = clock.nowMs();
      const entries = [...failures].map(([key, failure]) => [noteName(key), writeEntry(generation, { atMs, failure })]);
      if (entries.length > 0) cache.putAll(Object.fromEntries(entries), NOTE_SECONDS);
    },

    stop(failure) {
      cache.putAll({ [stopName]: writeEntry(generation, failure) }, STOP_SECONDS);
    },
  };
}
