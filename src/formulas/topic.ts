import type { Operation, ServiceCall } from "../service/operations";

/** A kind of question that formulas ask: how it is asked, and what is kept of the answer. */
export interface Topic<Resource, Known> {
  /** Names the topic in cache keys; questions that differ in more than their text have topics of their own. */
  name: string;
  operation: Operation;
  /** How long answers are kept. */
  lifetimeSeconds: number;
  /** Why no answer can be had for a text, in plain words; `null` when it is to be asked. */
  problem(text: string): string | null;
  call(text: string): ServiceCall<Resource>;
  /** What is kept: plain JSON, small. */
  known(resource: Resource, nowMs: number): Known;
  /** Whether what is kept answers this question; the same search may have been made for less. */
  suffices(known: Known): boolean;
  /** Whether it is asked one at a time because it takes long. */
  asksAlone(text: string): boolean;
}

/** What most topics have in common. */
export const ORDINARY = { suffices: () => true, asksAlone: () => false };

/** The cache keeps nothing for longer than 6 hours (facts 2.4). */
export const MAX_LIFETIME_SECONDS = 21_600;

/** How long answers stand. A repetition is free, so this only spares calls (specification 8.1). */
export const LIFETIME_SECONDS = {
  verification: MAX_LIFETIME_SECONDS,
  emailCount: MAX_LIFETIME_SECONDS,
  search: MAX_LIFETIME_SECONDS,
  // The balance changes with every call.
  account: 60,
};
