import type { RunParts } from "./run-parts";
import type { RunRecord } from "./run-record";
import { readSpending } from "./spending";
import type { RunView } from "./views";

/** What the sidebar may know of a run. */
export function runView({ book, store, openService }: RunParts, run: RunRecord): RunView {
  const { id, kind, sheetId, columnName, fields, state, startedMs, reason, capHalves } = run;
  const { spentHalves, freeAnswers } = readSpending(store, id);
  return {
    ...{ id, kind, sheetId, columnName, fields, state, startedMs, reason, capHalves, spentHalves, freeAnswers },
    sheetName: book.table(sheetId)?.name() ?? "",
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
