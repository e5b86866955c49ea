import { untilSteady } from "../lists/steady";
import { isRefused, MAX_SHORT_TEXT, type Refusal, refusal, wordsOf } from "../result";
import { NO_KEYS } from "../service/input-problems";
import type { VerdictSwitches } from "../service/verdict";
import { dayOf } from "../sheet/pinned-columns";
import { type CellValue, spansOf, type Table } from "../sheet/table";
import type { CleanListPlan, MadeListView, SelectedRows, ShownText } from "./clean-list-views";
import { planLeftOut, readLeftOutAt } from "./leave-out";
import { type CleanListRequest, type CopyRequest, type ListRequest, MAX_SPANS, type ShowRequest } from "./protocol";
import type { World } from "./record";
import { copiedWidth, copyRows, makeCopy } from "./row-copies";
import { findUnwanted, type Pile, refusingColumns, rowsToSend, sortIntoPiles } from "./sendable";
import { type ListWanted, readVerifiedList, type VerifiedList } from "./verified-list";

// A clean list is a copy of the rows that may be mailed, in a new sheet. It is free: the service is not asked.

export function planCleanList(world: World, request: CleanListRequest): CleanListPlan | Refusal {
  const { book } = world;
  const selected = request.sheetId === null ? book.selected() : null;
  const sheetId = request.sheetId ?? selected?.table.id ?? 0;
  const list = readList(world, sheetId, request.column ?? selected?.column ?? null);
  if (isRefused(list)) return list;
  const { table, columns, chosen, rows } = list;
  const inputs = { sheetId: table.id, column: chosen.column };
  const leftOut = request.leaveOut && planLeftOut(book, request.leaveOut, "addresses", inputs);
  const piles = sortIntoPiles(rows, leftOut?.keys ?? NO_KEYS, world.verdictSwitches());
  return {
    sheetId: table.id,
    sheetName: table.name(),
    columns,
    column: chosen.column,
    rows: rows.length,
    piles: Object.fromEntries(Object.entries(piles).map(([pile, those]) => [pile, those.length])) as Record<
      Pile,
      number
    >,
    unwantedBy: refusingColumns(rows, piles.unwanted).map(list.named),
    unknown: unknownSigns(list, world.verdictSwitches()),
    leaveOut: leftOut?.view ?? null,
    shown: [...shownTexts(list).values()].sort((a, b) => b.count - a.count).slice(0, MAX_SHOWN),
    ...filterOf(list),
  };
}

/** Tells which filter on our columns *All rows* would remove. */
function filterOf({ table, resultColumn, allResultColumns }: VerifiedList): Pick<CleanListPlan, "filter"> {
  const conditions = table
    .conditionsOn(allResultColumns)
    .filter(({ column, text }) => column === resultColumn || text !== null);
  const ofList = conditions.find(({ column }) => column === resultColumn);
  return conditions.length > 0 ? { filter: { text: ofList?.text ?? null } } : {};
}

/** Only selects rows: the user's own deletion can be undone with Ctrl+Z, together with all references to the rows. */
export function selectDuplicates(world: World, { sheetId, mark }: ListRequest): SelectedRows | Refusal {
  const find = (): { table: Table; duplicate: number[] } | Refusal => {
    const list = readList(world, sheetId, mark);
    if (isRefused(list)) return list;
    const { duplicate } = sortIntoPiles(list.rows, NO_KEYS, world.verdictSwitches());
    return { table: list.table, duplicate };
  };
  const select = (): SelectedRows | Refusal | null => {
    const found = find();
    if (isRefused(found)) return found;
    const { table, duplicate } = found;
    const spans = spansOf(duplicate).slice(0, MAX_SPANS);
    const selected = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    if (selected > 0) table.bringForward(null, spans);
    const now = find();
    // If rows were moved before they were selected, the selection holds other rows, which the user would delete.
    if (isRefused(now) || now.duplicate.join() !== duplicate.join()) return null;
    return { selected, left: duplicate.length - selected };
  };
  return untilSteady(select);
}

/** Nobody reads a longer list. Each failure has a text of its own. */
const MAX_SHOWN = 8;

/** The keys are in lower case, because filters ignore case (google.filters). */
function shownTexts({ rows, cells, resultColumn }: VerifiedList): Map<string, ShownText> {
  const texts = new Map<string, ShownText>();
  const unwanted = findUnwanted(rows);
  for (const { row, address, isChanged } of resultColumn === null ? [] : rows) {
    const text = String(cells[row - 1]?.[(resultColumn ?? 1) - 1] ?? "");
    if (text === "" || text.length > MAX_SHORT_TEXT) continue;
    const before = shownOf(texts, text);
    before.count++;
    before.changed += Number(isChanged);
    before.unwanted += Number(address !== null && unwanted.has(address));
    texts.set(text.toLowerCase(), before);
  }
  return texts;
}

const shownOf = (texts: Map<string, ShownText>, text: string): ShownText =>
  texts.get(text.toLowerCase()) ?? { text, count: 0, changed: 0, unwanted: 0 };

/**
 * Shows only the rows with this text, by the sheet's own filter. Filters on our other columns go, those on people's
 * columns stay.
 * @returns the shown rows; `null` for all
 */
export function showOnly(world: World, { sheetId, mark, text }: ShowRequest): ShownText | null | Refusal {
  const show = (): { shown: ShownText | null } | Refusal | null => {
    const list = readList(world, sheetId, mark);
    if (isRefused(list)) return list;
    const { table, resultColumn: column, resultColumns, allResultColumns, headerRow, cells } = list;
    if (column === null || headerRow === 0) return refusal("NO_HEADER");
    try {
      const others = (text === null ? allResultColumns : resultColumns).filter((each) => each !== column);
      const rows = { column, text, headerRow, lastColumn: copiedWidth(cells), others };
      if (!table.showOnly(rows)) return refusal("FILTER_ELSEWHERE");
      table.flush();
    } catch (thrown) {
      return refusal("FILTER_REFUSED", wordsOf(thrown));
    }
    const now = readList(world, sheetId, mark);
    if (text === null) return { shown: null };
    // A filter compares the text alone, so it also shows rows whose input has changed since.
    const shown = shownOf(shownTexts(isRefused(now) ? list : now), text);
    if (isRefused(now) || now.resultColumn === column) return { shown };
    // If somebody moved the columns before the filter was set, it stands on the wrong column.
    const isShownBy = (each: number): boolean => now.table.conditionsOn([each])[0]?.text === text;
    if (isShownBy(now.resultColumn ?? 0)) return { shown };
    if (isShownBy(column)) now.table.showOnly({ ...list, column, text: null, lastColumn: 0, others: [] });
    return null;
  };
  const done = untilSteady(show);
  return isRefused(done) ? done : done.shown;
}

export function makeCleanList(world: World, request: CopyRequest): MadeListView | Refusal {
  const { book } = world;
  const list = readList(world, request.sheetId, request.mark, true);
  if (isRefused(list)) return list;
  const leftOut = request.leaveOut ? readLeftOutAt(book, request.leaveOut) : { keys: NO_KEYS };
  if (isRefused(leftOut)) return leftOut;
  const rows = rowsToSend(sortIntoPiles(list.rows, leftOut.keys, world.verdictSwitches()), request.take);
  if (rows.length === 0) return refusal("NOTHING_TO_SEND");
  const all = list.headerRow > 0 ? [list.headerRow, ...rows] : rows;
  const shown = new Map(list.rows.map((row) => [row.row, row.shown]));
  // A mailing goes to this column, so it gets the address that was asked, not the one that was typed.
  const addressAt = (index: number, column: number): CellValue | undefined =>
    column === list.chosen.column ? shown.get(all[index] ?? 0) : undefined;
  const copy = copyRows({ ...list, without: list.hidden }, all, addressAt);
  return makeCopy(book, request.name, copy, rows.length);
}

const readList = (
  { book, clock, validForDays }: World,
  sheetId: number,
  column: ListWanted["column"],
  withLooks = false,
): VerifiedList | Refusal =>
  readVerifiedList(book, { sheetId, column, withLooks, today: dayOf(clock.nowMs()), validForDays: validForDays() });

/** No column tells these signs, so such addresses are in the list, and the user is told so. */
function unknownSigns({ facts }: VerifiedList, switches: VerdictSwitches): CleanListPlan["unknown"] {
  if (facts.includes("verdict")) return [];
  return [
    ...(switches.disposableIsOut && !facts.includes("disposable") ? (["disposable"] as const) : []),
    ...(switches.roleIsRisky && !facts.includes("type") ? (["role"] as const) : []),
  ];
}
