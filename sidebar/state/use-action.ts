import { useRef, useState } from "preact/hooks";
import type { Refusal, Result } from "../../src/result";

/** A thing the user started: whether it runs, and why it was refused the last time. */
export interface Action<Args extends unknown[], Data> {
  running: boolean;
  refusal: Refusal | null;
  /** Gives `null` without doing anything while it runs, so that a second click sends nothing twice. */
  start(...args: Args): Promise<Result<Data> | null>;
  forgetRefusal(): void;
}

/** Runs a server call for a button or a form. */
export function useAction<Args extends unknown[], Data>(
  perform: (...args: Args) => Promise<Result<Data>>,
): Action<Args, Data> {
  // State is read from the last drawing, which may be older than a quick second click.
  const underWay = useRef(false);
  const [running, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return {
    running,
    refusal,
    async start(...args) {
      if (underWay.current) return null;
      underWay.current = true;
      setRunning(true);
      setRefusal(null);
      const result = await perform(...args);
      underWay.current = false;
      setRunning(false);
      setRefusal(result.ok ? null : result);
      return result;
    },
    forgetRefusal: () => setRefusal(null),
  };
}
