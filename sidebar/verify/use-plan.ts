import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { RunPlan } from "../../src/runs/views";
import type { Loaded } from "../state/loaded";
import { useSession } from "../state/session";
import { type Draft, FIRST_DRAFT, toPlanRequest } from "./draft";

/** The choices and the dry run that belongs to them. */
export interface Planning {
  draft: Draft;
  /** The last dry run; it stays while the next one is made. */
  plan: Loaded<RunPlan>;
  isReading: boolean;
  change(changes: Partial<Draft>): void;
  /** Looks at the sheet again, as it is now. */
  readAgain(): void;
}

/** Makes a dry run whenever a choice changes that it depends on. */
export function usePlan(): Planning {
  const { call } = useSession();
  const [draft, setDraft] = useState<Draft>(FIRST_DRAFT);
  const [plan, setPlan] = useState<Loaded<RunPlan>>({ state: "waiting" });
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const read = useCallback(
    async (wished: Draft) => {
      latest.current++;
      const mine = latest.current;
      setIsReading(true);
      const result = await call("planRun", toPlanRequest(wished));
      // A later choice has overtaken this one.
      if (mine !== latest.current) return;
      setIsReading(false);
      setPlan(result.ok ? { state: "here", data: result.data } : { state: "refused", refusal: result });
    },
    [call],
  );
  useEffect(() => {
    read(FIRST_DRAFT);
  }, [read]);
  return {
    ...{ draft, plan, isReading },
    change(changes) {
      const changed = { ...draft, ...changes };
      setDraft(changed);
      if (Object.keys(changes).some((name) => name !== "cap" && name !== "fields")) read(changed);
    },
    readAgain: () => void read({ ...draft, sheetId: null, column: null, hasHeader: null }),
  };
}
