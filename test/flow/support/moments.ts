import process from "node:process";

/** Set by `quick.config.mjs` and `every-moment.config.mjs`; a run without either tries a sample. */
const { MOMENTS } = process.env;

/** In `npm test`, moments are this many times as far apart. */
const FEWER = 8;

/** The step between the moments of a flow at which a test interrupts it. */
export function momentStep(step: number): number {
  if (MOMENTS === "every") return 1;
  return MOMENTS === "few" ? step * FEWER : step;
}
