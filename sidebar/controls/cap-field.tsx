import { useState } from "preact/hooks";
import { capProblem, readCap } from "../format/credits";
import { Field } from "./field";

interface CapFieldProps {
  label?: string;
  value: string;
  onInput: (cap: string) => void;
}

/** The most to spend. */
export function CapField({ label = "Spend at most … credits", value, onInput }: CapFieldProps) {
  return (
    <Field short label={label} value={value} placeholder="no limit" onInput={onInput} problem={capProblem(value)} />
  );
}

/** What a run may cost in all, to be changed before it goes on. */
export interface Allowance {
  typed: string;
  type: (cap: string) => void;
  isUsable: boolean;
  /** In halves; `null` for no limit. `undefined` leaves it as it was. */
  capHalves: number | null | undefined;
}

/** @param before what it was allowed so far, in halves */
export function useAllowance(before: number | null): Allowance {
  const [typed, type] = useState(before === null ? "" : String(before / 2));
  const capHalves = readCap(typed);
  return { typed, type, isUsable: capProblem(typed) === "", capHalves: capHalves === before ? undefined : capHalves };
}

/** Asks a run that has a limit for a new one; without one there is nothing to ask. */
export function AllowanceField({ before, allowance }: { before: number | null; allowance: Allowance }) {
  if (before === null) return null;
  return <CapField label="In all at most … credits" value={allowance.typed} onInput={allowance.type} />;
}
