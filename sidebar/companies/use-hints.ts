import { createContext } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";
import type { Session } from "../session";
import { type Hints, NO_HINTS, readHints, writeHints } from "./hints";

export const HintsContext = createContext(NO_HINTS);

export function useHints(call: Session["call"]) {
  const [hints, setHints] = useState<Hints>(NO_HINTS);
  const latest = useRef(hints);
  const isKept = useRef(true);
  const begin = useCallback((kept: string): void => {
    latest.current = readHints(kept);
    setHints(latest.current);
  }, []);
  return {
    hints,
    begin,
    learn(from: (hints: Hints) => Hints): void {
      const learned = from(latest.current);
      if (learned === latest.current) return;
      latest.current = learned;
      setHints(learned);
      isKept.current = false;
    },
    /** Nobody waits for this call: hints that it loses are learnt again. */
    keep(): void {
      if (isKept.current) return;
      isKept.current = true;
      void call("keepSearchHints", writeHints(latest.current));
    },
  };
}
