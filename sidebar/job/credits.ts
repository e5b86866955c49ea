import type { JobView, Spent } from "../../src/jobs/views";
import { many, readCount, write } from "../format";
import { leftOf } from "./job-view";

/** "12.5 credits"; "at most" only if it is not known exactly. */
export const creditsText = ({ halves, isExact }: Spent): string =>
  `${isExact || halves === 0 ? "" : "at most "}${many(halves / 2, "credit")}`;

/** Why the credits as typed cannot be used as a limit; empty when they can. */
export const capProblem = (typed: string): string =>
  typed.trim() === "" || readCount(typed) !== null ? "" : "Give a whole number of credits, or leave it empty.";

/** The most to spend as typed, in halves; `null` for no limit. */
export function readCap(typed: string): number | null {
  const credits = typed.trim() === "" ? null : readCount(typed);
  return credits === null ? null : credits * 2;
}

/** What a job was allowed and has spent, in halves. */
export interface Budget {
  /** `null` for no limit. */
  capHalves: number | null;
  spentHalves: number;
  /** The most that one more call can cost. */
  eachHalves: number;
  /** The most that all that is left can cost; `null` when it is not known. */
  leftHalves: number | null;
}

/** What a job was allowed and has spent, and what all that is left of it can cost. */
export function budgetOf(job: JobView): Budget {
  const { capHalves, spent, halvesPerQuestion } = job;
  const left = leftOf(job);
  return {
    capHalves,
    spentHalves: spent.halves,
    eachHalves: halvesPerQuestion,
    leftHalves: left === null ? null : left * halvesPerQuestion,
  };
}

/** True if not even one call more is allowed. */
const isSpent = ({ capHalves, spentHalves, eachHalves }: Budget): boolean =>
  capHalves !== null && capHalves - spentHalves < eachHalves;

/** What a job may cost in all when it goes on, as it stands in the field: as before, else enough for what is left. */
export function firstAllowance(budget: Budget): string {
  const { capHalves, spentHalves, leftHalves } = budget;
  if (!isSpent(budget)) return capHalves === null ? "" : String(capHalves / 2);
  return leftHalves === null ? "" : String(Math.ceil((spentHalves + leftHalves) / 2));
}

/** Why a job cannot go on with the credits as typed; empty when it can. */
export function allowanceProblem(typed: string, budget: Budget): string {
  const problem = capProblem(typed);
  const { spentHalves, eachHalves } = budget;
  if (problem || !isSpent({ ...budget, capHalves: readCap(typed) })) return problem;
  const least = write(Math.ceil((spentHalves + eachHalves) / 2));
  const are = spentHalves === 2 ? "is" : "are";
  return `${write(spentHalves / 2)} ${are} spent, and one more call can cost ${write(eachHalves / 2)}: give at least ${least}.`;
}
