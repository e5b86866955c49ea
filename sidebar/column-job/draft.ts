import type { LeaveOutChoice, RowChoice, RowSpan } from "../../src/jobs/protocol";
import type { ColumnPlan, JobView, PastChoices, PlanColumn } from "../../src/jobs/views";
import { headerText, readCount } from "../format";
import { daysProblem, leaveOutColumn, readCap } from "../job/job-view";

/** Only a watch asks for `new` rows. */
export type RowKind = Exclude<RowChoice["kind"], "new">;

/** For `null` the sheet's content decides. */
export interface ColumnDraft {
  sheetId: number | null;
  column: number | null;
  /** 0 for no header. */
  headerRow: number | null;
  rows: RowKind;
  selection: RowSpan[];
  olderThanDays: string;
  fields: string[];
  /** The companies of this column are neither asked nor written. */
  leaveOut: LeaveOutChoice | null;
  /** Credits as typed; empty for no limit. */
  cap: string;
}

const USUAL_DAYS = 90;

export const FIRST_COLUMN: Omit<ColumnDraft, "fields"> = {
  sheetId: null,
  column: null,
  headerRow: null,
  rows: "todo",
  selection: [],
  olderThanDays: String(USUAL_DAYS),
  leaveOut: null,
  cap: "",
};

/** Returns `null` if the age as typed cannot be used. */
export function chosenRows({ rows, olderThanDays, selection }: ColumnDraft): RowChoice | null {
  if (rows === "older") return daysProblem(olderThanDays) ? null : { kind: rows, days: readCount(olderThanDays) ?? 0 };
  return rows === "selected" ? { kind: rows, spans: selection } : { kind: rows };
}

/** `null` if something typed cannot be used. */
export function chosenColumn(draft: ColumnDraft) {
  const { sheetId, column, headerRow, fields } = draft;
  const rows = chosenRows(draft);
  return rows && { sheetId, column, headerRow, rows, fields };
}

export function plannedColumn({ cap }: ColumnDraft, plan: ColumnPlan) {
  const { sheetId, sheetName, column, headerRow, columns, sample, toAsk, filledCells } = plan;
  const header = columns.find((each) => each.column === column)?.header ?? "";
  return {
    sheetId,
    sheetName,
    column,
    headerRow,
    header: headerRow > 0 && header !== "" ? header : null,
    sample,
    toAsk,
    capHalves: readCap(cap),
    ...(filledCells > 0 && { replacesFilled: true }),
  };
}

/** Returns `null` if something typed cannot be used, or the user still has to choose what to leave out. */
export function choicesFrom<Request extends object>(request: Request | null, draft: ColumnDraft, plan: ColumnPlan) {
  const leaveOut = leaveOutColumn(draft.leaveOut, plan.leaveOut);
  if (!request || leaveOut === undefined) return null;
  return { ...request, ...plannedColumn(draft, plan), leaveOut };
}

/** Only the title of the job tells, so this is a guess. */
export const isOfColumn = ({ title }: JobView, { header, letter }: PlanColumn): boolean =>
  [header, headerText(header), `column ${letter}`].includes(title);

export const isRepeat = ({ rows }: ColumnDraft): boolean => rows === "failed" || rows === "notKnown";

export type OtherChoices = Partial<Omit<ColumnDraft, "sheetId" | "column" | "headerRow">>;

/** Leaves out rows that were selected by hand. */
export function draftOf({ choices, leaveOut }: Pick<PastChoices, "choices" | "leaveOut">): OtherChoices {
  if (choices.kind === "companies") return {};
  const { fields, rows, capHalves } = choices;
  const cap = capHalves === null ? "" : String(capHalves / 2);
  const common = { fields, cap, leaveOut, ...draftRows(rows) };
  if (choices.kind === "verify") {
    const { mended = [], alsoFoundValid } = choices;
    return { ...common, ...{ mended, alsoFoundValid } };
  }
  if (choices.kind !== "find") return common;
  const { limit, emailType, enrichment } = choices;
  return { ...common, ...{ limit: String(limit), emailType, enrichment } };
}

function draftRows(rows: RowChoice): Pick<ColumnDraft, "rows"> & Partial<ColumnDraft> {
  if (rows.kind === "older") return { rows: rows.kind, olderThanDays: String(rows.days) };
  return { rows: rows.kind === "all" || rows.kind === "visible" ? rows.kind : "todo" };
}
