import type { DocumentState } from "./document-state";
import { MESSAGES } from "./messages";
import type { AuthMode, EntryPoint } from "./protocol";
import { ServiceError } from "./script-errors";
import type { PendingWrites } from "./sheet/pending-writes";
import type { Area } from "./workbook/cell";
import type { SheetInfo } from "./workbook/workbook";

/** The longest time that an execution may run (google.execution-time). */
export const RUN_LIMIT_MS = 6 * 60 * 1000;
export const FORMULA_LIMIT_MS = 30_000;
export const SIMPLE_TRIGGER_LIMIT_MS = 30_000;

/** An execution as it is asked for. */
export interface ExecutionRequest {
  entryPoint: EntryPoint;
  functionName: string;
  /** A list of tagged values as JSON. */
  argsJson: string;
  mode: AuthMode;
  user: string;
  document: DocumentState | null;
  limitMs: number;
  /** Google's words when the limit is reached, if they are others than for its six minutes. */
  limitMessage?: string;
  hasUi: boolean;
  /** The document's lock and cache cannot be had. */
  lacksLock?: boolean;
  /** The cell that a formula is calculated for. */
  cell?: { sheetId: number; row: number; column: number };
  /** The browser's tab from which it was started: what it opens appears there. */
  tab?: string;
}

/** A running execution as services see it. */
export interface Execution extends ExecutionRequest {
  /** From 1, in the order of starting. */
  id: number;
  calls: number;
  /** True once it has ended for any reason: nothing may be answered or written any more. */
  isOver: boolean;
  /** Writes of this execution that others do not see yet. */
  pending: PendingWrites | null;
  /** A generator of its own, seeded. */
  random: () => number;
}

/** The document of an execution and its unseen writes. */
export function opened(execution: Execution): { document: DocumentState; pending: PendingWrites } {
  if (execution.document === null || execution.pending === null) throw new ServiceError(MESSAGES.noDocument());
  return { document: execution.document, pending: execution.pending };
}

export function sheetInfo(document: DocumentState, sheetId: number): SheetInfo {
  const found = document.workbook.sheets().find((sheet) => sheet.sheetId === sheetId);
  if (found === undefined) throw new ServiceError(MESSAGES.sheetGone(sheetId));
  return found;
}

/** The grid may have shrunk since the script made its range (google.grid-does-not-grow). */
export function checkArea(document: DocumentState, sheetId: number, area: Area): void {
  const { rows, columns } = sheetInfo(document, sheetId);
  if (area.row < 1 || area.column < 1 || area.rows < 1 || area.columns < 1) {
    throw new ServiceError(MESSAGES.invalidCoordinates());
  }
  if (area.row + area.rows - 1 > rows || area.column + area.columns - 1 > columns) {
    throw new ServiceError(MESSAGES.outsideSheet());
  }
}
