import type { DocumentState } from "./document-state";
import type { AuthMode, EntryPoint } from "./protocol";
import type { PendingWrites } from "./sheet/pending-writes";

/** An execution may run so long (google.execution-time). */
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
  hasUi: boolean;
  /** The browser's tab it was started from: what it opens appears there. */
  tab?: string;
}

/** A running execution as services see it. */
export interface Execution extends ExecutionRequest {
  /** From 1, in the order of starting. */
  id: number;
  calls: number;
  /** True once it has ended in whatever way: nothing may be answered or written any more. */
  isOver: boolean;
  /** Writes of this execution that others do not see yet. */
  pending: PendingWrites | null;
  /** Seeded, its own. */
  random: () => number;
}
