import type { RunParts } from "./run-parts";
import { type RunRecord, readMadeColumns } from "./run-record";
import { readSpending } from "./spending";
import type { RunView } from "./views";

/**
 * What the sidebar may know of a run.
 * @param sheetName `""` when the caller knows it already
 */
export function runView({ store, openService }: RunParts, run: RunRecord, sheetName: string): RunView {
  const { id, sheetId, columnName, fields, state, startedMs, reason, capHalves } = run;
  const { spentHalves, freeAnswers } = readSpending(store, id);
  return {
    ...{ id, sheetId, sheetName, columnName, fields, state, startedMs, reason, capHalves },
    ...{ spentHalves, freeAnswers },
    isPrepared: readMadeColumns(store, id) !== null,
    isYourKey: isYourKey(openService, run),
  };
}

function isYourKey(openService: RunParts["openService"], run: RunRecord): boolean {
  try {
    return openService().fingerprint === run.keyFingerprint;
  } catch {
    return false;
  }
}
