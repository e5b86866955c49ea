import type { TextCache } from "../google";
import { copyNames } from "../pacing/limiter";
import { numbersBetween } from "../sheet/table";

// What formulas have spent today, in half credits, for the limit that the owner of the sheet sets.

interface CountedCredits {
  halves: number;
  refunds: string[];
}

/** If one refund replaces another in its entry, the older half credits stay counted as spent. */
const REFUND_ENTRIES = 64;

const refundNames = (fingerprint: string): string[] =>
  numbersBetween(0, REFUND_ENTRIES - 1).map((i) => `refund:${fingerprint}:${i}`);

const propertyName = (fingerprint: string): string => `formula-credits:${fingerprint}`;

/** A day begins at midnight UTC. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export type DailyCredits = ReturnType<typeof openDailyCredits>;

/** `fingerprint` names the key that pays. A cap of `null` is no limit. */
export function openDailyCredits(fingerprint: string, capCredits: number | null, nowMs: () => number) {
  const property = propertyName(fingerprint);
  const names = refundNames(fingerprint);
  const copies = copyNames(property);
  return {
    capHalves: capCredits === null ? null : Math.floor(capCredits * 2),
    /** `read` needs these cache entries; read them with others in one call. */
    entryNames: [...names, ...copies],
    /** Hold the document lock if you write the count afterwards. */
    read(properties: Record<string, string>, entries: Record<string, string>): CountedCredits {
      const day = dayOf(nowMs());
      const counted = Math.max(
        ...[properties[property], ...copies.map((name) => entries[name])].map((text) => halvesOf(text, day)),
      );
      const refunds = names.filter((name) => (entries[name] ?? "") !== "");
      const refunded = refunds.reduce((sum, name) => sum + halvesOf(entries[name], day), 0);
      return { halves: Math.max(0, counted - refunded), refunds };
    },
    /** Where properties cannot be written, the count goes into cache entries. */
    count: ({ halves }: CountedCredits): Record<string, string> => ({ [property]: textOf(halves, dayOf(nowMs())) }),
    taken: ({ refunds }: CountedCredits): Record<string, string> =>
      Object.fromEntries(refunds.map((name) => [name, ""])),
    /**
     * The next execution that holds the lock counts these unused half credits.
     * @param sinceMs when the execution began: the credits go back to that day, never to a later one
     */
    refund(nonce: string, halves: number, sinceMs: number): Record<string, string> {
      const name = names[Number.parseInt(nonce, 36) % names.length] as string;
      return halves > 0 ? { [name]: textOf(halves, dayOf(sinceMs)) } : {};
    },
  };
}

/** Returns the half credits of this document, by the fingerprint of the key. */
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
    const credits = openDailyCredits(fingerprint, null, () => nowMs);
    const { halves } = credits.read(properties, cache.getAll(credits.entryNames));
    if (halves > 0) spent.set(fingerprint, halves);
  }
  return spent;
}

const textOf = (halves: number, day: string): string => `${day} ${halves}`;

/** 0 for another day, and for a damaged count. */
function halvesOf(text: string | undefined, day: string): number {
  const [of, halves] = (text ?? "").split(" ");
  return of === day && Number.isFinite(Number(halves)) ? Math.max(0, Number(halves)) : 0;
}
