import type { Refusal } from "../result";
import { dayOf } from "../sheet/answered-for";
import { judgeRow, type RowRules } from "./judge-row";
import { leasedByOthers, renewLease } from "./leases";
import { openToRead, type ReadableList, readWindow } from "./list-columns";
import type { RunParts } from "./run-parts";
import { type RunRecord, readRun } from "./run-record";
import { isRefused, notRunning, refusal } from "./run-refusal";
import type { Look, LookRequest } from "./slices";
import type { RowCounts } from "./views";

/** A chunk keeps all lanes busy for a minute, and is read in one call. */
const ROWS_PER_CHUNK = 400;

/** Nobody moves columns so often by chance. */
const MAX_ATTEMPTS = 3;

/** Before any row was counted. */
export const NO_ROWS: RowCounts = { rows: 0, blank: 0, waiting: 0, malformed: 0, done: 0, foundValid: 0, todo: 0 };

/** Looks at the rows ahead: what is to be asked, and what needs no question. Four calls of the sheet for each look. */
export function lookAhead(parts: RunParts, request: LookRequest): Look | Refusal {
  const { clock, store, book } = parts;
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  const run = readRun(store, request.runId);
  if (!run) return refusal("RUN_GONE");
  if (run.state !== "running") return notRunning(run);
  for (let attempt = 1; ; attempt++) {
    const list = openToRead(book, run);
    if (isRefused(list)) return list;
    const look = lookAt(parts, run, list, request);
    book.flush();
    const now = openToRead(book, run);
    // Columns that moved between finding and reading would make rows of addresses look blank.
    if (!isRefused(now) && JSON.stringify(now.columns) === JSON.stringify(list.columns)) return look;
    if (attempt === MAX_ATTEMPTS) return refusal("COLUMN_GONE", "its columns keep moving");
  }
}

/** Looks at rows of a list that was found just now. */
export function lookAt({ clock, cache }: RunParts, run: RunRecord, list: ReadableList, request: LookRequest): Look {
  const firstRow = run.hasHeader ? 2 : 1;
  const lastRow = list.table.lastRow();
  const chunks = Math.ceil(Math.max(0, lastRow - firstRow + 1) / ROWS_PER_CHUNK);
  const others = leasedByOthers(cache, run.id, request.driverId, clock.nowMs());
  const wanted = request.wanted.filter((chunk) => chunk < chunks);
  const taken = firstFree(wanted, others, request.count);
  if (taken.length > 0 && request.driverId !== "")
    renewLease(cache, run.id, request.driverId, [...request.held, ...taken], clock.nowMs());
  const look: Look = {
    taken,
    chunks,
    ask: [],
    fill: [],
    counts: { ...NO_ROWS },
    busy: wanted.filter((chunk) => others.has(chunk)),
  };
  const [first] = taken;
  if (first === undefined) return look;
  const from = firstRow + first * ROWS_PER_CHUNK;
  const to = Math.min(lastRow, from + taken.length * ROWS_PER_CHUNK - 1);
  readRows(look, list, from, to, rulesOf(run, list, clock.nowMs()));
  return look;
}

/** How a run judges the rows of its list. */
export const rulesOf = (run: RunRecord, { kind }: ReadableList, nowMs: number): RowRules => ({
  runId: run.id,
  rows: run.rows,
  alsoFoundValid: run.alsoFoundValid,
  today: dayOf(nowMs),
  problem: kind.problem,
});

/** The first chunks in a row that nobody else holds. */
function firstFree(wanted: number[], others: Set<number>, count: number): number[] {
  const start = wanted.findIndex((chunk) => !others.has(chunk));
  const taken: number[] = [];
  for (const chunk of start < 0 ? [] : wanted.slice(start, start + count)) {
    const before = taken[taken.length - 1];
    if (others.has(chunk) || (before !== undefined && chunk !== before + 1)) break;
    taken.push(chunk);
  }
  return taken;
}

function readRows(look: Look, list: ReadableList, from: number, to: number, rules: RowRules): void {
  const { counts } = look;
  for (const listRow of readWindow(list, from, to)) {
    const { row, anonId } = listRow;
    const judged = judgeRow(listRow, rules);
    counts.rows++;
    if (judged.state === "unwanted") continue;
    counts[judged.state]++;
    if (judged.state === "malformed") look.fill.push({ row, key: judged.key, cells: [judged.problem] });
    if (judged.state !== "todo") continue;
    const { key, text } = judged;
    look.ask.push({ row, key, text, ...(anonId === "" ? {} : { anonId: String(anonId) }) });
  }
}
