import type { Random } from "../../random";
import type { OperationName } from "../operations/operation";
import type { Fault } from "./fault";

/** The faults still to come. */
export interface FaultPlan {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that strikes this call, if any; it is used up by one call. */
  next(operation: OperationName, key: string): Fault | undefined;
}

/** Each call looks at all of them. */
const MOST_PENDING = 1_000;

export function createFaultPlan(random: Random): FaultPlan {
  let pending: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add(fault) {
      if (pending.length >= MOST_PENDING) throw new RangeError(`At most ${MOST_PENDING} faults can be asked for.`);
      const left = fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY);
      pending.push({ fault, skip: fault.skip ?? 0, left });
    },
    clear() {
      pending = [];
    },
    next(operation, key) {
      for (const entry of pending) {
        const { fault } = entry;
        if (fault.operation !== undefined && fault.operation !== operation) continue;
        if (fault.key !== undefined && fault.key !== key) continue;
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        if (fault.probability !== undefined && random() >= fault.probability) continue;
        entry.left--;
        if (entry.left <= 0) pending = pending.filter((other) => other !== entry);
        return fault;
      }
      return undefined;
    },
  };
}
