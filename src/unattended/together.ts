import type { KindName } from "../jobs/protocol";
import { underLock, type World } from "../jobs/record";
import type { Scan, StepReport } from "../jobs/views";
import { numbersBetween } from "../sheet/table";
import { RUN_LEASE_MS, TOGETHER } from "./limits";
import { changeUnattended, readUnattended, type Unattended, withJob } from "./record";

// Executions of a trigger overlap. While a job is long, each one asks about other rows of it, with turns that all
// share. They have one epoch, and write one after the other.

/** Four get close to what the service permits. More would wait for each other's turns. */
const MAX_TOGETHER = 4;

export interface Seat {
  jobId: string;
  /** No other living execution of the job has this number. */
  seat: number;
  /** True if no other execution drives the job: this one begins a new epoch. */
  isFirst: boolean;
  /** All executions of the job share it; 0 before the first one has begun. */
  epoch: number;
  own: number[];
  isGivenUp: boolean;
}

/** What an execution learns as it gives up its seat. */
export interface SeatGivenUp {
  isLast: boolean;
  /** Stretches of this epoch that executions have done, or are still at. */
  taken: number[];
  /** True if one of them has found something to do. */
  hasWork: boolean;
}

/** A seat lasts no longer than an execution lives. @returns `null` if no seat is free */
export function takeSeat(world: World, jobId: string, kind: KindName): Seat | null {
  return changeUnattended(world, (before, nowMs): { now: Unattended; told: Seat } | null => {
    const alive = before.seats.filter(({ untilMs }) => untilMs > nowMs);
    const there = alive.filter((each) => each.jobId === jobId);
    const job = before.jobs.find(({ id }) => id === jobId);
    const most = TOGETHER.includes(kind) ? MAX_TOGETHER : 1;
    const free = numbersBetween(0, MAX_TOGETHER - 1).find((number) => there.every(({ seat }) => seat !== number));
    const isFirst = there.length === 0;
    if (!job || free === undefined || there.length >= most || (!isFirst && job.epoch === 0)) return null;
    const taken = [...alive, { jobId, seat: free, untilMs: nowMs + RUN_LEASE_MS }];
    return {
      now: { ...before, seats: taken },
      told: { jobId, seat: free, isFirst, epoch: job.epoch, own: [], isGivenUp: false },
    };
  });
}

/**
 * Of executions that end at the same moment, exactly one learns that it is the last.
 * @param isDone false if its stretches are left to others, who look at them again
 * @param hasWork true if it has found something to do in stretches that it has done
 * @returns `null` if nobody knows
 */
export function giveUpSeat(world: World, seat: Seat, isDone: boolean, hasWork: boolean): SeatGivenUp | null {
  const { jobId, own } = seat;
  seat.isGivenUp = true;
  return changeUnattended(world, (before, nowMs) => {
    const seats = before.seats.filter((each) => each.jobId !== jobId || each.seat !== seat.seat);
    const now = withJob({ ...before, seats }, jobId, (job) => ({
      taken: isDone ? job.taken : job.taken.filter((each) => !own.includes(each)),
      hasWork: hasWork || job.hasWork === true,
    }));
    const { taken = [], hasWork: hasAnyWork = true } = now.jobs.find(({ id }) => id === jobId) ?? {};
    const isLast = !seats.some((each) => each.jobId === jobId && each.untilMs > nowMs);
    return { now, told: { isLast, taken, hasWork: hasAnyWork } };
  });
}

export function tellEpoch(world: World, jobId: string, epoch: number): void {
  changeUnattended(world, (before) => ({
    now: withJob(before, jobId, () => ({ epoch, taken: [0], hasWork: false })),
    told: null,
  }));
}

/** True if others drive the job as well, or if that cannot be told. */
export function hasOthers(world: World, { jobId, seat }: Seat): boolean {
  const nowMs = world.clock.nowMs();
  const others = underLock(world, () =>
    readUnattended(world).seats.some((each) => each.jobId === jobId && each.seat !== seat && each.untilMs > nowMs),
  );
  return others !== false;
}

/** If an execution dies, its stretch is left to the next pass. */
export function takeStretch(world: World, { jobId, own }: Seat, stretch: number): number {
  const taken = changeUnattended(world, (before) => {
    const job = before.jobs.find(({ id }) => id === jobId);
    if (!job) return null;
    let free = stretch;
    while (job.taken.includes(free)) free++;
    return { now: withJob(before, jobId, ({ taken }) => ({ taken: [...taken, free] })), told: free };
  });
  own.push(taken ?? stretch);
  return taken ?? stretch;
}

export const NOTHING_FOUND: Scan & Pick<Extract<StepReport, { do: "scan" }>, "do"> = {
  do: "scan",
  ask: [],
  write: [],
  stretch: 0,
  stretches: 0,
  mostQuestions: null,
};
