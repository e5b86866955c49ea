import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ColumnPlanRequest } from "../../src/jobs/protocol";
import type { ColumnPlan, SheetLook } from "../../src/jobs/views";
import { isUnreached } from "../server";
import { type Loaded, useSession, WAITING } from "../session";
import type { GivenColumn } from "../shell/navigation";
import type { ColumnDraft } from "./draft";
import type { ColumnKind } from "./kind";

export type Planning<Draft extends ColumnDraft> = ReturnType<typeof usePlan<Draft>>;

/** Lets the server take the active sheet and its column. */
const FRONT = { sheetId: null, column: null, headerRow: null } as const;

const isOtherSelection = ({ rows, selection }: ColumnDraft, plan: ColumnPlan): boolean =>
  rows === "selected" && JSON.stringify(selection) !== JSON.stringify(plan.selection);

/** `null` stands for any column until the next answer names it. */
interface Place {
  sheetId: number;
  column: number | null;
}

const hasMoved = (before: Place, { front, sheetId, columns }: ColumnPlan): boolean =>
  front.sheetId !== before.sheetId ||
  (before.column !== null &&
    front.column !== before.column &&
    front.sheetId === sheetId &&
    columns.some(({ column, isLikely }) => isLikely && column === front.column));

const picked = <Draft>(draft: Partial<Draft>, names: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<Draft>;

/** People select a cell before they type or paste, so a look tells if they may have changed the sheet. */
const hasChanged = (before: SheetLook, now: SheetLook): boolean =>
  JSON.stringify([before.front, before.selection, before.extent]) !==
  JSON.stringify([now.front, now.selection, now.extent]);

/** Each new object `given` begins again with its column. */
export function usePlan<Draft extends ColumnDraft>(
  { firstDraft, toPlanRequest, besidePlan, columnChoices }: ColumnKind<Draft>,
  given: GivenColumn | undefined,
) {
  const { call, undoneJobs, endedJobs } = useSession();
  /** What this page has changed leaves no other trace that a look could see. */
  const changes = useRef(0);
  changes.current = undoneJobs.length + endedJobs;
  const readAfter = useRef(0);
  const [draft, setDraft] = useState(firstDraft);
  /** The state alone would lose choices that are made during a call. */
  const draftNow = useRef(draft);
  const keep = useCallback((changed: Draft) => {
    draftNow.current = changed;
    setDraft(changed);
  }, []);
  const [plan, setPlan] = useState<Loaded<ColumnPlan>>(WAITING);
  const [isReading, setIsReading] = useState(false);
  const [isFollowing, setIsFollowing] = useState(false);
  const [isFollowWanted, setIsFollowWanted] = useState(false);
  const [isLeftBehind, setIsLeftBehind] = useState(false);
  const latest = useRef(0);
  const told = useRef<ColumnPlanRequest["told"]>(undefined);
  const followed = useRef<Place | null>(null);
  const read = useCallback(
    async (wanted: Draft) => {
      const request = toPlanRequest(wanted);
      if (!request) return;
      latest.current++;
      const mine = latest.current;
      setIsReading(true);
      setIsLeftBehind(false);
      readAfter.current = changes.current;
      // Visible rows take the longest to find, so nothing else is read twice for them.
      const result = await call("planJob", wanted.rows === "visible" ? { ...request, told: told.current } : request);
      if (mine !== latest.current) return;
      setIsReading(false);
      // The form stays as it is, unless its sheet is gone.
      if (!result.ok) setPlan(({ data }) => ({ data: result.code === "SHEET_GONE" ? null : data, refusal: result }));
      else if (result.data.kind !== "companies") {
        const { data } = result;
        const { front } = data;
        told.current = { sheetId: data.sheetId, sheetName: data.sheetName, newSheetName: data.find?.newSheetName };
        const { sheetId, column } = followed.current ?? { sheetId: front.sheetId, column: null };
        if (sheetId === front.sheetId && column === null) followed.current = front;
        setPlan({ data: result.data, refusal: null });
        if (!isOtherSelection(wanted, result.data)) return;
        const selected = { ...draftNow.current, selection: result.data.selection };
        keep(selected);
        void read(selected);
      }
    },
    [call, keep, toPlanRequest],
  );
  useEffect(() => {
    const first = { ...firstDraft, ...picked(draftNow.current, columnChoices), ...given };
    keep(first);
    followed.current = null;
    // The plan of the previous column says nothing about the given one.
    setPlan(WAITING);
    if (!given) {
      void read(first);
      return;
    }
    latest.current++;
    const mine = latest.current;
    const { sheetId, column } = given;
    void call("bringForward", { sheetId, column }).then(() => {
      if (mine === latest.current) void read(first);
    });
  }, [call, read, keep, firstDraft, columnChoices, given]);
  async function follow(shown: ColumnPlan): Promise<void> {
    const mine = latest.current;
    setIsFollowing(true);
    await followTo(shown, () => mine !== latest.current);
    setIsFollowing(false);
  }
  async function followTo(shown: ColumnPlan, isOvertaken: () => boolean): Promise<void> {
    const look = await call("lookAtSheet", { sheetId: shown.sheetId });
    // Without a look, everything stays as it was.
    if (isOvertaken() || !look.ok) return;
    const before = followed.current ?? shown.front;
    const isMoved = hasMoved(before, { ...shown, ...look.data });
    if (!isMoved && !hasChanged(shown, look.data) && readAfter.current === changes.current) {
      const { latestStartMs } = look.data;
      if (latestStartMs !== shown.latestStartMs) setPlan((plan) => ({ ...plan, data: { ...shown, latestStartMs } }));
      return;
    }
    if (draftNow.current.rows === "visible") {
      // To find visible rows changes the document for a moment, so it is done only when the user asks for it.
      if (isMoved) setIsLeftBehind(true);
      return;
    }
    if (look.data.front.sheetId !== before.sheetId) return begin({});
    const request = toPlanRequest(draftNow.current);
    const after = changes.current;
    const result = request && (await call("planJob", request));
    if (isOvertaken() || !result?.ok || result.data.kind === "companies") return;
    readAfter.current = after;
    const { selection, front } = result.data;
    const isElsewhere = hasMoved(before, result.data);
    followed.current = front;
    const { sheetId, headerRow } = draftNow.current;
    // A header chosen by hand is that of all columns of its sheet.
    const kept = sheetId === front.sheetId ? { sheetId, headerRow } : {};
    if (isElsewhere) begin({ ...kept, selection } as Partial<Draft>);
    else if (isOtherSelection(draftNow.current, result.data)) take({ selection } as Partial<Draft>);
    // Only a look counts formulas that show nothing: it is compared with the next look.
    else setPlan({ data: { ...result.data, extent: look.data.extent }, refusal: null });
  }
  // If the user comes back during a dry run, the sheet is looked at after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these tell when to look.
  useEffect(() => {
    if (!isFollowWanted || isReading || isFollowing) return;
    setIsFollowWanted(false);
    if (plan.refusal && isUnreached(plan.refusal.code) && draftNow.current.rows !== "visible")
      void read(draftNow.current);
    else if (plan.data) void follow(plan.data);
  }, [isFollowWanted, isReading, isFollowing]);
  function take(changes: Partial<Draft>): void {
    const changed = { ...draftNow.current, ...changes };
    keep(changed);
    if (Object.keys(changes).some((name) => !besidePlan.includes(name as keyof Draft))) void read(changed);
  }
  function begin(changes: Partial<Draft>): void {
    followed.current = null;
    take({ ...FRONT, ...changes });
  }
  return {
    draft,
    plan,
    isReading,
    /** True if another sheet or column is active, whose visible rows are not read until the user asks. */
    isLeftBehind,
    begin,
    suggest(job: Partial<Draft>): void {
      const columns = picked(job, columnChoices);
      const isUsual = columnChoices.every((name) => draftNow.current[name] === firstDraft[name]);
      if (isUsual && JSON.stringify(columns) !== JSON.stringify(picked(firstDraft, columnChoices))) take(columns);
    },
    change(changes: Partial<Draft>): void {
      if (changes.column !== undefined && plan.data) {
        followed.current = { sheetId: plan.data.front.sheetId, column: null };
        // The user came back only for this press.
        setIsFollowWanted(false);
      }
      take(changes);
    },
    tryAgain: () => (plan.refusal?.code === "SHEET_GONE" ? begin({}) : take(draftNow.current)),
    /** The user may have chosen another sheet, column or rows meanwhile. */
    follow: () => setIsFollowWanted(true),
  };
}
