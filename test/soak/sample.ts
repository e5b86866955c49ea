import type { Kind } from "./scenario";

/** Seeds that `npm test` runs: all pass. What fails comes here when it is mended. */
export const SAMPLE: { kind: Kind; seeds: number[]; isWatched?: boolean }[] = [
  { kind: "verify", seeds: [1, 130, 832, 1156, 1836] },
  { kind: "find", seeds: [1, 4, 139, 210, 277, 299] },
  { kind: "enrich", seeds: [153, 235, 326, 388, 706, 1025] },
  { kind: "fill", seeds: [1, 2, 264, 432, 1053345] },
  { kind: "formulas", seeds: [1, 2, 126, 635] },
  { kind: "verify", seeds: [4], isWatched: true },
  { kind: "find", seeds: [1], isWatched: true },
  { kind: "enrich", seeds: [1], isWatched: true },
];
