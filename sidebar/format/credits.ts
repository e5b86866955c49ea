import { readCount } from "./numbers";

/** Why the credits as typed cannot be used as a limit; empty when they can. */
export const capProblem = (typed: string): string =>
  typed.trim() === "" || readCount(typed) !== null ? "" : "Give a whole number of credits, or leave it empty.";

/** The most to spend as typed, in halves; `null` for no limit. */
export function readCap(typed: string): number | null {
  const credits = typed.trim() === "" ? null : readCount(typed);
  return credits === null ? null : credits * 2;
}
