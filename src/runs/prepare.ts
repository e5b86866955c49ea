import { type ColumnsWish, makeOwnColumns } from "../lists/own-columns";
import type { Refusal } from "../result";
import { answeredForMark, inputMark, outputMark, pinnedColumns } from "../sheet/pinned-columns";
import { type OpenList, openList, openToRead, statusFieldOf } from "./list-columns";
import { markWanted } from "./mark-wanted";
import type { RunParts } from "./run-parts";
import { type MadeColumns, type RunRecord, readMadeColumns, readRun, writeMadeColumns } from "./run-record";
import { columnsRefusal, isRefused, refusal } from "./run-refusal";
import { runView } from "./run-view";
import type { RunView } from "./views";

/** While somebody makes columns nobody else does; whoever died over it is waited out. */
const MAKING_SECONDS = 25;
const MAKING_WAIT_MS = 25_000;
const LOOK_EVERY_MS = 700;

/** Google fails now and then for some seconds. */
const FAILED_WAIT_MS = 2_000;

/** Makes the columns for a run's results, while its first questions are being asked. */
export function prepareRun(parts: RunParts, runId: string): RunView | Refusal {
  const run = readRun(parts.store, runId);
  if (!run) return refusal("RUN_GONE");
  const refused = prepareColumns(parts, run);
  return refused ?? runView(parts, run, { sheetName: "", fingerprint: run.keyFingerprint });
}

const wishOf = ({ group, fields, hasHeader }: RunRecord, answeredForHeader: string): ColumnsWish => ({
  group,
  hasHeader,
  columns: [
    ...fields.map((field) => ({ mark: outputMark(group, field), header: field })),
    { mark: answeredForMark(group), header: answeredForHeader, isHidden: true },
  ],
  place: { after: inputMark(group) },
});

/** @returns why there are no columns; `null` when they are there */
export function prepareColumns(parts: RunParts, run: RunRecord): Refusal | null {
  const { book, cache, store } = parts;
  const name = `making:${run.group}`;
  waitWhile(parts, () => cache.getAll([name])[name] === "1");
  if (readMadeColumns(store, run.id)) return null;
  cache.putAll({ [name]: "1" }, MAKING_SECONDS);
  const list = openToRead(book, run);
  if (isRefused(list)) return list;
  const own = makeOwnColumns(list.table, wishOf(run, list.kind.answeredForHeader), () =>
    parts.clock.sleep(FAILED_WAIT_MS),
  );
  if (!own.isThere) return columnsRefusal(own);
  const made: MadeColumns = {
    fields: run.fields.filter((field) => own.made.includes(outputMark(run.group, field))),
    answeredFor: own.made.includes(answeredForMark(run.group)),
  };
  const pinned = pinnedColumns(own.marks, run.group);
  const status = pinned.outputs.find(({ field }) => field === statusFieldOf(run.fields))?.column;
  if (status !== undefined && made.fields.includes(statusFieldOf(run.fields)))
    list.table.addColours(status, list.kind.statusColours);
  if (!markWanted(list.table, run)) return refusal("COLUMN_GONE", "its columns keep moving");
  list.table.flush();
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
