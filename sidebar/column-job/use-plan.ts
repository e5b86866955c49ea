import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ColumnPlan } from "../../src/jobs/views";
import { type Loaded, toLoaded, useSession, WAITING } from "../session";
import type { GivenColumn } from "../shell/navigation";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";

/** The choices and their dry run. */
export type Planning<Draft extends ColumnDraft> = ReturnType<typeof usePlan<Draft>>;

/** Lets the server choose sheet and column: it takes what is in front. */
export const FRONT = { sheetId: null, column: null, headerRow: null } as const;

/** True if the selected rows are no longer those that the plan has counted. */
const isOtherSelection = ({ rows, selection }: ColumnDraft, plan: ColumnPlan): boolean =>
  rows === "selected" && JSON.stringify(selection) !== JSON.stringify(plan.selection);

/** True if another sheet has come to the front, or another column that fits the job. */
const hasMoved = ({ front: before }: ColumnPlan, { front, sheetId, columns }: ColumnPlan): boolean =>
  front.sheetId !== before.sheetId ||
  (front.column !== before.column &&
    front.sheetId === sheetId &&
    columns.some(({ column, isLikely }) => isLikely && column === front.column));

/**
 * Makes a dry run whenever a choice changes that it depends on.
 * @param given the column to begin with; every new object begins anew
 */
export function usePlan<Draft extends ColumnDraft>(
  { firstDraft, toPlanRequest, besidePlan }: ColumnKind<Draft>,
  given: GivenColumn | undefined,
) {
  const { call } = useSession();
  const [draft, setDraft] = useState(firstDraft);
  const [plan, setPlan] = useState<Loaded<ColumnPlan>>(WAITING);
  const [isReading, setIsReading] = useState(false);
  const latest = useRef(0);
  const isFollowing = useRef(false);
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
      if (!result.ok) setPlan(toLoaded(result));
      else if (result.data.kind !== "companies") {
        setPlan({ data: result.data, refusal: null });
        if (!isOtherSelection(wished, result.data)) return;
        const selected = { ...wished, selection: result.data.selection };
        setDraft(selected);
        void read(selected);
      }
    },
    [call, toPlanRequest],
  );
  useEffect(() => {
    const first = { ...firstDraft, ...given };
    setDraft(first);
    // The plan of the previous column says nothing about the one that was handed over.
    setPlan(WAITING);
    read(first);
  }, [read, firstDraft, given]);
  async function follow(): Promise<void> {
    const request = toPlanRequest(draft);
    if (!request || isReading || isFollowing.current || !plan.data) return;
    isFollowing.current = true;
    const mine = latest.current;
    const result = await call("planJob", request);
    isFollowing.current = false;
    // A column that cannot be looked at now stays as it was.
    if (mine !== latest.current || !result.ok || result.data.kind === "companies") return;
    const { selection } = result.data;
    if (hasMoved(plan.data, result.data)) change({ ...FRONT, selection } as Partial<Draft>);
    else if (isOtherSelection(draft, result.data)) change({ selection } as Partial<Draft>);
    else setPlan({ data: result.data, refusal: null });
  }
  function change(changes: Partial<Draft>): void {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    if (Object.keys(changes).some((name) => !besidePlan.includes(name as keyof Draft))) void read(changed);
  }
  return {
    draft,
    /** The last dry run; it stays until the next one is there. */
    plan,
    isReading,
    change,
    /** Reads the sheet in front. */
    readAgain: () => change(FRONT as Partial<Draft>),
    /** Looks again silently: the user may have chosen another sheet, column or rows meanwhile. */
    follow: () => void follow(),
  };
}
