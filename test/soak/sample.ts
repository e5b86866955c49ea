import type { Kind } from "./scenario";

/** Seeds that `npm test` runs: some of those that have failed once. All up to 2,000 are run before a release. */
export const SAMPLE: { kind: Kind; seeds: number[]; isWatched?: boolean }[] = [
  { kind: "verify", seeds: [1, 832, 1836] },
  { kind: "find", seeds: [1, 210, 277] },
  { kind: "enrich", seeds: [153, 388, 1025] },
  { kind: "fill", seeds: [2, 432, 1053345] },
  { kind: "formulas", seeds: [2, 635] },
  { kind: "verify", seeds: [4], isWatched: true },
  { kind: "find", seeds: [1], isWatched: true },
  { kind: "enrich", seeds: [1], isWatched: true },
];
