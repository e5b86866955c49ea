import { useState } from "preact/hooks";
import { allowanceProblem, type Budget, capProblem, firstAllowance, readCap } from "../format/credits";
import { Field } from "./field";

interface CapFieldProps {
  value: string;
  onInput: (cap: string) => void;
}

/** The most to spend. */
export function CapField({ value, onInput }: CapFieldProps) {
  return (
    <Field
      short
      label="Spend at most … credits"
      value={value}
      placeholder="no limit"
      onInput={onInput}
      problem={capProblem(value)}
    />
  );
}

/** What a job may cost in all, to be changed before it goes on. */
export interface Allowance {
  typed: string;
  type: (cap: string) => void;
  /** Why the job cannot go on with it; empty when it can. */
  problem: string;
  /** In halves; `null` for no limit. `undefined` leaves it as it was. */
  capHalves: number | null | undefined;
}

/** @param budget as it is known now: the field follows it until something is typed for the limit that holds */
export function useAllowance(budget: Budget): Allowance {
  const [own, setOwn] = useState<{ typed: string; before: number | null } | null>(null);
  const typed = own?.before === budget.capHalves ? own.typed : firstAllowance(budget);
  const problem = allowanceProblem(typed, budget);
  const capHalves = problem === "" ? readCap(typed) : null;
  return {
    typed,
    problem,
    capHalves: capHalves === budget.capHalves ? undefined : capHalves,
    type: (cap) => setOwn({ typed: cap, before: budget.capHalves }),
  };
}

/** Asks a job that has a limit for a new one; without one there is nothing to ask. */
export function AllowanceField({ budget, allowance }: { budget: Budget; allowance: Allowance }) {
  if (budget.capHalves === null) return null;
  const { typed, type, problem } = allowance;
  return (
    <Field
      short
      label="Spend at most … credits in all"
      value={typed}
      placeholder="no limit"
      onInput={type}
      problem={problem}
    />
  );
}
