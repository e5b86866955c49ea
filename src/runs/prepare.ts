import type { Refusal } from "../result";
import { pinnedColumns } from "../sheet/pinned-columns";
import { type OpenList, openList, openToRead, statusFieldOf } from "./list-columns";
import { makeColumns } from "./make-columns";
import { markWanted } from "./mark-wanted";
import type { RunParts } from "./run-parts";
import { type RunRecord, readMadeColumns, readRun, writeMadeColumns } from "./run-record";
import { isRefused, refusal } from "./run-refusal";
import { runView } from "./run-view";
import type { RunView } from "./views";

/** While somebody makes columns nobody else does; whoever died over it is waited out. */
const MAKING_SECONDS = 25;
const MAKING_WAIT_MS = 25_000;
const LOOK_EVERY_MS = 700;

/** Makes the columns for a run's results, while its first questions are being asked. */
export function prepareRun(parts: RunParts, runId: string): RunView | Refusal {
  const run = readRun(parts.store, runId);
  if (!run) return refusal("RUN_GONE");
  const refused = prepareColumns(parts, run);
  return refused ?? runView(parts, run, { sheetName: "", fingerprint: run.keyFingerprint });
}

/** @returns why there are no columns; `null` when they are there */
export function prepareColumns(parts: RunParts, run: RunRecord): Refusal | null {
  const { book, cache, store } = parts;
  const name = `making:${run.group}`;
  waitWhile(parts, () => cache.getAll([name])[name] === "1");
  if (readMadeColumns(store, run.id)) return null;
  cache.putAll({ [name]: "1" }, MAKING_SECONDS);
  const list = openToRead(book, run);
  if (isRefused(list)) return list;
  const made = makeColumns(list.table, { ...run, answeredForHeader: list.kind.answeredForHeader });
  if (!made) return refusal("COLUMN_GONE", "its columns keep moving");
  const pinned = pinnedColumns(list.table.marks(), run.group);
  const status = pinned.outputs.find(({ field }) => field === statusFieldOf(run.fields))?.column;
  if (status !== undefined && made.fields.includes(statusFieldOf(run.fields)))
    list.table.addColours(status, list.kind.statusColours);
  if (!markWanted(list.table, run)) return refusal("COLUMN_GONE", "its columns keep moving");
  book.flush();
  writeMadeColumns(store, run.id, made);
  cache.putAll({ [name]: "0" }, MAKING_SECONDS);
  return null;
}

/**
 * The list of a run.
 * @param isPrepared false when its columns may still be made by somebody else at this moment
 */
export function openPrepared(parts: RunParts, run: RunRecord, isPrepared: boolean): OpenList | Refusal {
  if (!isPrepared) {
    waitWhile(parts, () => readMadeColumns(parts.store, run.id) === null);
    const refused = readMadeColumns(parts.store, run.id) ? null : prepareColumns(parts, run);
    if (refused) return refused;
  }
  return openList(parts.book, run);
}

function waitWhile({ clock }: RunParts, isBusy: () => boolean): void {
  const endMs = clock.nowMs() + MAKING_WAIT_MS;
  while (clock.nowMs() < endMs && isBusy()) clock.sleep(LOOK_EVERY_MS);
}
