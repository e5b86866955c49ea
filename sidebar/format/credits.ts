import { userLocale } from "./locale";
import { readCount, writeCount } from "./numbers";

/** Why the credits as typed cannot be used as a limit; empty when they can. */
export const capProblem = (typed: string): string =>
  typed.trim() === "" || readCount(typed) !== null ? "" : "Give a whole number of credits, or leave it empty.";

/** The most to spend as typed, in halves; `null` for no limit. */
export function readCap(typed: string): number | null {
  const credits = typed.trim() === "" ? null : readCount(typed);
  return credits === null ? null : credits * 2;
}

/** What a run was allowed and has spent, in halves. */
export interface Spent {
  /** `null` for no limit. */
  capHalves: number | null;
  spentHalves: number;
  /** The most that one more call can cost. */
  eachHalves: number;
  /** The most that all that is left can cost; `null` when it is not known. */
  leftHalves: number | null;
}

/** Whether not even one call more is allowed. */
const isSpent = ({ capHalves, spentHalves, eachHalves }: Spent): boolean =>
  capHalves !== null && capHalves - spentHalves < eachHalves;

/** What a run may cost in all when it goes on, as it stands in the field: as before, else enough for what is left. */
export function firstAllowance(spent: Spent): string {
  const { capHalves, spentHalves, leftHalves } = spent;
  if (!isSpent(spent)) return capHalves === null ? "" : String(capHalves / 2);
  return leftHalves === null ? "" : String(Math.ceil((spentHalves + leftHalves) / 2));
}

/** Why a run cannot go on with the credits as typed; empty when it can. */
export function allowanceProblem(typed: string, spent: Spent): string {
  const problem = capProblem(typed);
  const { spentHalves, eachHalves } = spent;
  if (problem || !isSpent({ ...spent, capHalves: readCap(typed) })) return problem;
  const write = (halves: number): string => writeCount(halves / 2, userLocale());
  const least = writeCount(Math.ceil((spentHalves + eachHalves) / 2), userLocale());
  const are = spentHalves === 2 ? "is" : "are";
  return `${write(spentHalves)} ${are} spent, and one more call can cost ${write(eachHalves)}: give at least ${least}.`;
}
