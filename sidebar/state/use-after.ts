import { useEffect, useState } from "preact/hooks";

/** True once `active` has been true for the given time; used to spare the eye spinners that would only flash. */
export function useAfter(active: boolean, waitMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    setPassed(false);
    if (!active) return;
    const timer = setTimeout(() => setPassed(true), waitMs);
    return () => clearTimeout(timer);
  }, [active, waitMs]);
  return active && passed;
}
