import { ServiceError } from "../service/errors";
import type { RunParts } from "./run-parts";
import { type RunRecord, type RunStore, readMadeColumns } from "./run-record";
import { readSpending } from "./spending";
import type { RunView } from "./views";

/** What is asked for once, for any number of runs. */
interface Known {
  /** `""` when the caller knows it already. */
  sheetName: string;
  /** Of the caller's key; `null` without one. */
  fingerprint: string | null;
}

/** What the sidebar may know of a run. */
export function runView(store: Pick<RunStore, "get">, run: RunRecord, { sheetName, fingerprint }: Known): RunView {
  const { id, sheetId, columnName, fields, state, startedMs, reason, capHalves } = run;
  const { spentHalves, freeAnswers } = readSpending(store, id);
  return {
    ...{ id, sheetId, sheetName, columnName, fields, state, startedMs, reason, capHalves },
    ...{ spentHalves, freeAnswers },
    isPrepared: readMadeColumns(store, id) !== null,
    isYourKey: fingerprint === run.keyFingerprint,
    find: null,
  };
}

/** Names the caller's key; `null` without one. */
export function ownFingerprint({ openService }: RunParts): string | null {
  try {
    return openService().fingerprint;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
