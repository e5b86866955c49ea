import { isRefused, type Refusal, refusal } from "../result";
import { unlessGoogleFails } from "../sheet/table";
import { NO_LEDGER, type Standing } from "./credits";
import { undoJob } from "./end";
import { lookOf } from "./kinds/column-plan";
import type { Prepared } from "./kinds/kind";
import { unpinBlank } from "./kinds/undo-columns";
import { pinLeftOut } from "./leave-out";
import { openAnyService } from "./own-key";
import type { JobChoices, LookRequest, PlaceRequest, PlanRequest, UndoRequest } from "./protocol";
import { addJob, type Job, listRecords, underLock, type World } from "./record";
import { firstScan } from "./resume";
import { isRunWithOtherKey, kindOf } from "./step";
import type { Plan, SheetLook, StartedJob } from "./views";

export const planJob = (world: World, request: PlanRequest): Plan | Refusal =>
  kindOf(request.kind).plan(world, request);

/** Tells cheaply, when a page opens or gets the focus, if the dry run has to be made again. */
export function lookAtSheet(world: World, { sheetId }: LookRequest): SheetLook {
  const { book, store } = world;
  const selected = book.selected();
  const table = selected.table.id === sheetId ? selected.table : book.table(sheetId);
  const extent = { rows: table?.lastRow() ?? 0, columns: table?.lastColumn() ?? 0 };
  return lookOf(listRecords(store.all()), selected, sheetId, extent);
}

export function bringForward({ book }: World, { sheetId, column, rows = [] }: PlaceRequest): null | Refusal {
  const table = book.table(sheetId);
  if (!table) return refusal("SHEET_GONE");
  // Rows may have been deleted since they were counted.
  const there = rows.filter(({ from, to }) => from > 0 && from <= to && table.hasCell(to, column ?? 1));
  table.bringForward(column !== null && table.hasCell(1, column) ? column : null, there);
  return null;
}

/**
 * Pins the columns of a job, keeps its record and scans the first rows. The first write makes the result columns.
 * @param whyNot gives a further reason to refuse, before the job is kept and under the document lock
 */
export function startJob(
  world: World,
  choices: JobChoices,
  whyNot: (job: Job) => Refusal | null = () => null,
): StartedJob | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const added = underLock(world, () => addToRecords(world, choices, service.fingerprint, whyNot));
  if (isRefused(added)) return added;
  const { job, begin } = added;
  // A start that has failed leaves nothing behind.
  const undo: UndoRequest = { jobId: job.id, do: "undo", others: "keep" };
  try {
    const started = firstScan(world, job, service.fingerprint, begin);
    if (isRefused(started)) undoJob(world, undo);
    return started;
  } catch (thrown) {
    undoJob(world, undo);
    throw thrown;
  }
}

/** Called under the document lock. */
function addToRecords(
  world: World,
  choices: JobChoices,
  keyFingerprint: string,
  whyNot: (job: Job) => Refusal | null,
): { job: Job; begin: Prepared["begin"] } | Refusal {
  const id = world.newId();
  const leaveOut = pinLeftOut(world, choices);
  if (isRefused(leaveOut)) return leaveOut;
  const prepared = kindOf(choices.kind).prepare(world, choices, id);
  if (isRefused(prepared)) return prepared;
  const { title, place = null, list = null, kept = choices, also = {} } = prepared;
  const { toAsk, capHalves } = choices;
  const job = { id, choices: kept, title, startedMs: world.clock.nowMs(), toAsk, place, list, leaveOut } as Job;
  const properties = world.store.all();
  const refused =
    whyNot(job) ?? (isRunWithOtherKey(properties, job, keyFingerprint, job.startedMs) ? refusal("COLUMN_TAKEN") : null);
  const begun = { epoch: 1, landed: 0, done: 0, state: "running", reason: "", ledger: NO_LEDGER } as const;
  const standing: Standing = { ...begun, capHalves, keyFingerprint };
  let forgotten: Job[] | Refusal;
  try {
    forgotten = refused ?? addJob(world.store, job, standing, also, properties);
  } catch (thrown) {
    prepared.takeBack?.();
    throw thrown;
  }
  if (isRefused(forgotten)) {
    prepared.takeBack?.();
    return forgotten;
  }
  // Nobody can undo these jobs any more. Marks that stay do no harm.
  for (const each of forgotten)
    unlessGoogleFails(() => unpinBlank(world, each, () => world.book.pinnedTable(each.place?.sheetId ?? 0)));
  return { job, begin: prepared.begin };
}
