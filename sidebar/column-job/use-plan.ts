import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ColumnPlan } from "../../src/jobs/views";
import { type Loaded, useSession } from "../session";
import type { GivenColumn } from "../shell/navigation";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";

/** The choices and the dry run that belongs to them. */
export interface Planning<Draft> {
  draft: Draft;
  /** The last dry run; it stays while the next one is made. */
  plan: Loaded<ColumnPlan>;
  isReading: boolean;
  change(changes: Partial<Draft>): void;
  /** Looks at a sheet again, as it is now: the one in front when none is given. */
  readAgain(sheetId?: number, rows?: ColumnDraft["rows"]): void;
}

/**
 * Makes a dry run whenever a choice changes that it depends on.
 * @param given the column to begin with; every new object begins anew
 */
export function usePlan<Draft extends ColumnDraft>(
  { firstDraft, toPlanRequest, besidePlan }: ColumnKind<Draft>,
  given: GivenColumn | undefined,
): Planning<Draft> {
  const { call } = useSession();
  const [draft, setDraft] = useState(firstDraft);
  const [plan, setPlan] = useState<Loaded<ColumnPlan>>({ state: "waiting" });
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const read = useCallback(
    async (wished: Draft) => {
      const request = toPlanRequest(wished);
      if (!request) return;
      latest.current++;
      const mine = latest.current;
      setIsReading(true);
      const result = await call("planJob", request);
      // A later choice has overtaken this one.
      if (mine !== latest.current) return;
      setIsReading(false);
      if (!result.ok) setPlan({ state: "refused", refusal: result });
      else if (result.data.kind !== "companies") setPlan({ state: "here", data: result.data });
    },
    [call, toPlanRequest],
  );
  useEffect(() => {
    const first = { ...firstDraft, ...given };
    setDraft(first);
    // What another tab's column needs is not told from the plan of the one before.
    setPlan({ state: "waiting" });
    read(first);
  }, [read, firstDraft, given]);
  return {
    draft,
    plan,
    isReading,
    change(changes) {
      const changed = { ...draft, ...changes };
      setDraft(changed);
      if (Object.keys(changes).some((name) => !besidePlan.includes(name as keyof Draft))) read(changed);
    },
    readAgain(sheetId, rows = draft.rows) {
      const changed = { ...draft, sheetId: sheetId ?? null, column: null, hasHeader: null, rows };
      setDraft(changed);
      void read(changed);
    },
  };
}
