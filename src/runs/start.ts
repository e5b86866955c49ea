import { refuse } from "../refusal";
import type { Refusal } from "../result";
import { columnLetter } from "../sheet/column-letter";
import { foundMarks, groupOf, inputMark, isComplete, pinnedColumns } from "../sheet/pinned-columns";
import type { SearchColumns } from "../sheet/search-columns";
import type { CellValue, ColumnMark, Table } from "../sheet/table";
import { readHeader } from "./append/columns";
import { emailColumns } from "./find/emails-list";
import { prepareEmailSheet } from "./find/emails-sheet";
import { kindOf, writtenFields } from "./kind";
import { readableList } from "./list-columns";
import { lookAt } from "./look";
import { isByPlace } from "./mark-wanted";
import { openForAnyRun } from "./open-for-run";
import { prepareColumns } from "./prepare";
import type { RunParts } from "./run-parts";
import { addRun, type FoundPlace, listRuns, type RunRecord, writeMadeColumns } from "./run-record";
import { isRefused, refusal } from "./run-refusal";
import { runView } from "./run-view";
import type { StartedRun } from "./slices";
import type { FindWish, RunWish } from "./views";

/** Two people who start at the same moment must not pin the same column twice. */
const LOCK_WAIT_MS = 30_000;

/**
 * Begins a run: pins the column of addresses, keeps the record and takes the first look. The columns for the results
 * are made by `prepareRun` while the first questions are being asked.
 */
export function startRun(parts: RunParts, wish: RunWish): StartedRun | Refusal {
  const { book, lock, clock, store } = parts;
  // Below the companies their emails would be asked as companies.
  if (wish.find?.target.kind === "append" && wish.find.target.sheetId === wish.sheetId) return refusal("BAD_REQUEST");
  const kind = kindOf(wish);
  const table = book.table(wish.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const service = openForAnyRun(parts);
  if (isRefused(service)) return service;
  const { fingerprint: keyFingerprint } = service;
  if (!lock.tryLock(LOCK_WAIT_MS)) return refuse("BUSY", "Somebody else is starting a run here.", "Try again.");
  let run: RunRecord;
  let marks: ColumnMark[];
  try {
    marks = table.marks();
    const header = wish.hasHeader ? readHeader(table) : [];
    const column = followColumn(wish, header);
    if (column === null) return refusal("COLUMNS_MOVED");
    const group = groupOf(marks, column) ?? parts.newId();
    if (!marks.some(({ value }) => value === inputMark(group))) {
      marks = [...marks, ...pinInputs(table, column, group, kind.foundColumns(header))];
    }
    const find = wish.find && prepareFound(parts, wish.find);
    if (find && isRefused(find)) return find;
    const { hasHeader, rows, capHalves, alsoFoundValid } = wish;
    run = {
      id: parts.newId(),
      sheetId: table.id,
      group,
      hasHeader,
      rows,
      capHalves,
      alsoFoundValid,
      keyFingerprint,
      find,
      columnName: String(header[column - 1] || `column ${columnLetter(column)}`),
      fields: writtenFields(kind, wish.fields),
      startedMs: clock.nowMs(),
      state: "running",
      reason: "",
      leftMs: leftByOthersMs(store),
    };
    addRun(store, run);
  } finally {
    lock.release();
  }
  return firstLook(parts, run, table, marks);
}

/** When the last driver of an earlier run has left; 0 while one may still be asking. */
function leftByOthersMs(store: RunParts["store"]): number {
  const runs = listRuns(store);
  return runs.some(({ state }) => state === "running") ? 0 : Math.max(0, ...runs.map(({ leftMs }) => leftMs));
}

/** Where the planned column is now, by its name; `null` when that is not sure. */
function followColumn({ column, header: planned }: RunWish, header: CellValue[]): number | null {
  const names = header.map((cell) => String(cell).trim());
  if (planned === null || names[column - 1] === planned) return column;
  const moved = names.indexOf(planned);
  return moved >= 0 && names.lastIndexOf(planned) === moved ? moved + 1 : null;
}

function firstLook(parts: RunParts, run: RunRecord, table: Table, marks: ColumnMark[]): StartedRun | Refusal {
  const { store } = parts;
  let known = marks;
  if (isComplete(pinnedColumns(marks, run.group), run.fields) && !isByPlace(run)) {
    writeMadeColumns(store, run.id, { fields: [], answeredFor: false });
  } else if (isByPlace(run)) {
    // The rows have to carry the wish before they are looked at.
    const refused = prepareColumns(parts, run);
    if (refused) return refused;
    known = table.marks();
  }
  const list = readableList(table, known, run);
  if (isRefused(list)) return list;
  const request = { runId: run.id, driverId: "", wanted: [0], count: 1, held: [], waitMs: 0 };
  return {
    look: lookAt(parts, run, list, request),
    run: runView(parts, run, { sheetName: "", fingerprint: run.keyFingerprint }),
  };
}

/** The list that the emails are written to. */
function prepareFound(parts: RunParts, { target, ...options }: FindWish): FoundPlace | Refusal {
  const columns = emailColumns(options.enrichment);
  const place = prepareEmailSheet(parts, target, columns);
  return isRefused(place) ? place : { ...options, ...place, columns };
}

function pinInputs(table: Table, input: number, group: string, found: SearchColumns): ColumnMark[] {
  const { anonId, foundStatus } = found;
  const names = foundMarks(group);
  const marks: ColumnMark[] = [];
  if (anonId !== null) marks.push({ column: anonId, value: names.anonId });
  if (foundStatus !== null) marks.push({ column: foundStatus, value: names.foundStatus });
  // Last: what is interrupted before is pinned again.
  marks.push({ column: input, value: inputMark(group) });
  for (const { column, value } of marks) table.pin(column, value);
  return marks;
}
