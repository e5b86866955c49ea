import type { TextCache } from "../world";

/** The half credits that formulas of one document have been granted today with one key. */
export interface DailyCredits {
  /** The most they may spend a day; `null` for no limit. */
  capHalves: number | null;
  /** The names of the cache entries that `read` wants, to be read with others in one call. */
  entryNames: string[];
  /** Reads the count; in the hold of the document lock if it is written afterwards. */
  read(properties: Record<string, string>, entries: Record<string, string>): CountedCredits;
  /** The count as a document property; a cache entry of this name stands in for it where properties cannot be written. */
  count(counted: CountedCredits): Record<string, string>;
  /** Takes away the entries whose refunds have been counted. */
  taken(counted: CountedCredits): Record<string, string>;
  /** The entry in which an execution leaves what its answers have not cost, until somebody with the lock counts it. */
  refund(nonce: string, halves: number): Record<string, string>;
}

/** Today's count. */
export interface CountedCredits {
  halves: number;
  /** Entries with refunds that are counted in it. */
  refunds: string[];
}

/** The parts of the count. */
export interface DailyCreditsParts {
  /** Names the key that pays. */
  fingerprint: string;
  capCredits: number | null;
  nowMs(): number;
}

/** A refund whose entry another one has replaced stays counted as spent. */
const REFUND_ENTRIES = 64;

const refundNames = (fingerprint: string): string[] =>
  Array.from({ length: REFUND_ENTRIES }, (_, i) => `refund:${fingerprint}:${i}`);

const propertyName = (fingerprint: string): string => `formula-credits:${fingerprint}`;

/** Days begin at midnight UTC. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The count of one key in one document. */
export function openDailyCredits({ fingerprint, capCredits, nowMs }: DailyCreditsParts): DailyCredits {
  const property = propertyName(fingerprint);
  const names = refundNames(fingerprint);
  return {
    capHalves: capCredits === null ? null : Math.floor(capCredits * 2),
    entryNames: [...names, property],
    read(properties, entries) {
      const day = dayOf(nowMs());
      const counted = Math.max(...[properties[property], entries[property]].map((text) => halvesOf(text, day)));
      const refunds = names.filter((name) => (entries[name] ?? "") !== "");
      const refunded = refunds.reduce((sum, name) => sum + halvesOf(entries[name], day), 0);
      return { halves: Math.max(0, counted - refunded), refunds };
    },
    count: ({ halves }) => ({ [property]: textOf(halves, dayOf(nowMs())) }),
    taken: ({ refunds }) => Object.fromEntries(refunds.map((name) => [name, ""])),
    refund(nonce, halves) {
      if (halves <= 0) return {};
      const name = names[Number.parseInt(nonce, 36) % names.length] as string;
      return { [name]: textOf(halves, dayOf(nowMs())) };
    },
  };
}

/** The half credits that formulas of this document have spent today, by the fingerprint of the key; free answers are not counted. */
export function readSpentToday(
  properties: Record<string, string>,
  cache: TextCache,
  nowMs: number,
): Map<string, number> {
  const prefix = propertyName("");
  const spent = new Map<string, number>();
  for (const name of Object.keys(properties)) {
    if (!name.startsWith(prefix)) continue;
    const fingerprint = name.slice(prefix.length);
    const credits = openDailyCredits({ fingerprint, capCredits: null, nowMs: () => nowMs });
    const { halves } = credits.read(properties, cache.getAll(credits.entryNames));
    if (halves > 0) spent.set(fingerprint, halves);
  }
  return spent;
}

const textOf = (halves: number, day: string): string => `${day} ${halves}`;

/** 0 for another day, and for what is damaged. */
function halvesOf(text: string | undefined, day: string): number {
  const [of, halves] = (text ?? "").split(" ");
  return of === day && Number.isFinite(Number(halves)) ? Math.max(0, Number(halves)) : 0;
}
