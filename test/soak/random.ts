import { createRandom } from "../../local/random";

/** Everything that is random in a world comes from here: the same seed draws the same. */
export interface Draw {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  /** Small ones more often: the logarithm is even. */
  low(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Takes the weights into account. */
  weighted<T extends { weight: number }>(list: readonly T[]): T;
}

/** @param name draws of different names are independent of each other */
export function createDraw(seed: number, name: string): Draw {
  const next = createRandom(
    [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed + 1),
  );
  // The first numbers of neighbouring seeds are alike.
  for (let count = 0; count < 5; count++) next();
  const draw: Draw = {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    low: (from, to) => Math.round(Math.exp(Math.log(from) + next() * (Math.log(to) - Math.log(from)))),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    weighted<T extends { weight: number }>(list: readonly T[]) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      for (const each of list) {
        left -= each.weight;
        if (left < 0) return each;
      }
      return list[list.length - 1] as T;
    },
  };
  return draw;
}

const DICE = 6;

/** Numbers from 0 to below 1, short enough to be read. */
export const drawDice = (draw: Draw): number[] =>
  Array.from({ length: DICE }, () => Math.round(draw.next() * 1e6) / 1e6);
