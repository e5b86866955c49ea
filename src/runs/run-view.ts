import { ServiceError } from "../service/errors";
import { readFound } from "./find/write-emails";
import { kindOf } from "./kind";
import type { RunParts } from "./run-parts";
import { type FoundPlace, type RunRecord, readMadeColumns } from "./run-record";
import { readSpending } from "./spending";
import type { FoundView, RunView } from "./views";

/** What is asked for once, for any number of runs. */
interface Known {
  /** `""` when the caller knows it already. */
  sheetName: string;
  /** Of the caller's key; `null` without one. */
  fingerprint: string | null;
  /** Nobody asks for the sheets of a run that is over. */
  isOver?: boolean;
}

/** What the sidebar may know of a run. */
export function runView(
  { book, store }: Pick<RunParts, "book" | "store">,
  run: RunRecord,
  { sheetName, fingerprint, isOver = false }: Known,
): RunView {
  const { id, sheetId, columnName, fields, state, startedMs, reason, capHalves } = run;
  const { spentHalves, freeAnswers } = readSpending(store, id);
  return {
    id,
    sheetId,
    sheetName,
    columnName,
    fields,
    state,
    startedMs,
    reason,
    capHalves,
    spentHalves,
    freeAnswers,
    halvesPerQuestion: kindOf(run).halvesPerQuestion,
    isPrepared: readMadeColumns(store, id) !== null,
    isYourKey: fingerprint === run.keyFingerprint,
    find: run.find && foundView(run.find),
  };

  function foundView({ limit, emailType, enrichment, sheetId }: FoundPlace): FoundView {
    const name = isOver ? "" : (book.table(sheetId)?.name() ?? "");
    return { limit, emailType, enrichment, sheetId, sheetName: name, ...readFound(store, id) };
  }
}

/** Names the caller's key; `null` without one. */
export function ownFingerprint({ openService }: Pick<RunParts, "openService">): string | null {
  try {
    return openService().fingerprint;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
