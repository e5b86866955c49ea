import type { WorldSort } from "./options";
import type { Kind } from "./scenario";

/**
 * Seeds that `npm run test:all` runs: some of those that have failed once. `npm test` runs the first one of each ordinary
 * kind. All up to 2,000 are run before a release.
 */
export const SAMPLE: { kind: Kind; seeds: number[]; sort?: WorldSort }[] = [
  { kind: "verify", seeds: [1, 832, 1836, 7172, 11591, 12320, 12325, 40541] },
  { kind: "find", seeds: [277, 1, 210, 11012] },
  { kind: "enrich", seeds: [153, 388, 1025, 7150, 8254, 9176, 11531, 21051] },
  { kind: "fill", seeds: [2, 432, 40174, 1053345] },
  { kind: "formulas", seeds: [635, 2] },
  { kind: "verify", seeds: [36], sort: "protected" },
  { kind: "find", seeds: [75], sort: "protected" },
  { kind: "fill", seeds: [69], sort: "protected" },
  { kind: "verify", seeds: [4], sort: "watched" },
  { kind: "find", seeds: [1], sort: "watched" },
  { kind: "enrich", seeds: [1], sort: "watched" },
];
