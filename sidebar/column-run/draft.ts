import type { PlanRequest, RowChoice, RowSpan, RunPlan, RunWish } from "../../src/runs/views";
import { readCount } from "../format/numbers";

/** What every column run is asked for; `null` leaves it to the sheet's content. */
export interface ColumnDraft {
  sheetId: number | null;
  column: number | null;
  hasHeader: boolean | null;
  rows: RowChoice["kind"];
  /** What was selected when the rows were chosen. */
  selection: RowSpan[];
  olderThanDays: string;
  /** Columns to write beside the chosen one. */
  fields: string[];
  /** Credits, as typed; empty for no limit. */
  cap: string;
}

const USUAL_DAYS = 90;

/** What is chosen of a column before the first plan: the selection and the content say the rest. */
export const FIRST_COLUMN: Omit<ColumnDraft, "fields"> = {
  sheetId: null,
  column: null,
  hasHeader: null,
  rows: "todo",
  selection: [],
  olderThanDays: String(USUAL_DAYS),
  cap: "",
};

/** The chosen rows as the server takes them; an age that is no number counts as the usual one. */
export function readRows({ rows, olderThanDays, selection }: ColumnDraft): RowChoice {
  if (rows === "older") return { kind: rows, days: readCount(olderThanDays) ?? USUAL_DAYS };
  return rows === "selected" ? { kind: rows, spans: selection } : { kind: rows };
}

/** The part of a plan's request that all kinds of runs have. */
export function readColumn(
  draft: ColumnDraft,
): Pick<PlanRequest, "sheetId" | "column" | "hasHeader" | "rows" | "fields"> {
  const { sheetId, column, hasHeader, fields } = draft;
  return { sheetId, column, hasHeader, rows: readRows(draft), fields };
}

/** The column that a plan is about. */
export function plannedColumn({
  sheetId,
  column,
  hasHeader,
  columns,
}: RunPlan): Pick<RunWish, "sheetId" | "column" | "header" | "hasHeader"> {
  const header = columns.find((each) => each.column === column)?.header ?? "";
  return { sheetId, column, hasHeader, header: hasHeader && header !== "" ? header : null };
}
