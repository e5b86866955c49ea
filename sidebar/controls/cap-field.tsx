import { useState } from "preact/hooks";
import { allowanceProblem, capProblem, firstAllowance, readCap, type Spent } from "../format/credits";
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

/** What a run may cost in all, to be changed before it goes on. */
export interface Allowance {
  typed: string;
  type: (cap: string) => void;
  /** Why the run cannot go on with it; empty when it can. */
  problem: string;
  /** In halves; `null` for no limit. `undefined` leaves it as it was. */
  capHalves: number | null | undefined;
}

/** @param spent as it is known now: the field follows it until something is typed for the limit that holds */
export function useAllowance(spent: Spent): Allowance {
  const [own, setOwn] = useState<{ typed: string; before: number | null } | null>(null);
  const typed = own?.before === spent.capHalves ? own.typed : firstAllowance(spent);
  const problem = allowanceProblem(typed, spent);
  const capHalves = problem === "" ? readCap(typed) : null;
  return {
    typed,
    problem,
    capHalves: capHalves === spent.capHalves ? undefined : capHalves,
    type: (cap) => setOwn({ typed: cap, before: spent.capHalves }),
  };
}

/** Asks a run that has a limit for a new one; without one there is nothing to ask. */
export function AllowanceField({ spent, allowance }: { spent: Spent; allowance: Allowance }) {
  if (spent.capHalves === null) return null;
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
